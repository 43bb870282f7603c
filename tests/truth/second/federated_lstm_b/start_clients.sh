#!/bin/sh
# one client per core
torchrun --nnodes=1 --nproc_per_node=2 client.py
