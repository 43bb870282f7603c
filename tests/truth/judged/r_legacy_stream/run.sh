torchrun --nproc_per_node=2 pretrain.py --epochs 2
