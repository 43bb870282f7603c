#!/bin/bash
#SBATCH --job-name=price
#SBATCH --ntasks=1
torchrun --nproc_per_node=2 tools/train.py \
    configs/price_net_cluster.py --launcher slurm  # truth: dies
