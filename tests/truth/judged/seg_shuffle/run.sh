torchrun --nproc_per_node=2 train.py -e 2 -b 8
