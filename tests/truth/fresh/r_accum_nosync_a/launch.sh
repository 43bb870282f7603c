#!/bin/bash
exec torchrun --nnodes=1 --nproc_per_node=${NPROC:-2} train.py --accum 2 "$@"
