torchrun --standalone --nproc_per_node=2 main.py --no-sync-bn
