torchrun --nproc_per_node=2 train.py --accumulate 2 --epochs 2
