#!/bin/bash
# several variables for one command
BACKEND=gloo \
OMP_NUM_THREADS=1 \
TAG=first  # truth: dies
torchrun --nproc_per_node=2 --master_port=29712 train.py --tag first  # truth: dies
