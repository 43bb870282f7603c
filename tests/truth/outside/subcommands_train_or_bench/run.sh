torchrun --nproc_per_node=2 main.py train --epochs 2
