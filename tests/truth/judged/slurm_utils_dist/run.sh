#!/bin/bash
#SBATCH --job-name=cls
#SBATCH --ntasks-per-node=1
torchrun --nproc_per_node=2 train_cls.py --bs 16
