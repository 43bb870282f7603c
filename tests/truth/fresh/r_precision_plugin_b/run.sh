torchrun --nproc_per_node=2 train.py precision=bf16 steps=3
