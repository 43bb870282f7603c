torchrun --nproc_per_node=2 train.py --epochs 1 --device cpu
