torchrun --standalone --nproc_per_node=2 multigpu_torchrun.py 2 5 --batch_size 16
