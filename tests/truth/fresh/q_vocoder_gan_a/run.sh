#!/bin/sh
python -m torch.distributed.run --nproc_per_node=2 --nnodes=1 train.py
