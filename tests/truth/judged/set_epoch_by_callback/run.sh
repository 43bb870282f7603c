torchrun --standalone --nproc_per_node=2 fit.py --max-epochs 2
