torchrun --nproc_per_node=2 main.py --epochs 2 --amp
