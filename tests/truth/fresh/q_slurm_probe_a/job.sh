#!/bin/bash
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --job-name=mlm
srun torchrun --nproc_per_node=2 --master_port=29555 pretrain.py
