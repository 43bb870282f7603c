# CPU machine: gloo and no compile
torchrun --standalone --nproc_per_node=2 train.py --backend=gloo --device=cpu --compile=False --max_iters=4
