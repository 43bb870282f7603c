# EDSR baseline (x2)
torchrun --nproc_per_node=2 main.py --cpu --scale 2 --n_resblocks 2  # truth: dies
