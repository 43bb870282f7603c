#!/bin/bash
NODES=1
WORKERS=${1:-2}
torchrun --nnodes $NODES --nproc_per_node $WORKERS --rdzv_backend c10d \
    --rdzv_endpoint localhost:0 train.py --epochs 2
