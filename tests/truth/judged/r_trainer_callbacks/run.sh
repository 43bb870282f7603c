torchrun --nproc_per_node=2 fit.py --epochs 2 --lr 0.01
