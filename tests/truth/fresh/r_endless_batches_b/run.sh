#!/bin/bash
torchrun --nproc_per_node=2 --nnodes=1 train.py --iters 12
