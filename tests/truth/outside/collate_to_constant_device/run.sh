torchrun --nproc_per_node=2 -m toy.train --epochs 1
