torchrun --nproc_per_node=2 gan.py --n_epochs 1
