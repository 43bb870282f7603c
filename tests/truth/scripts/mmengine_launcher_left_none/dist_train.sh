#!/bin/bash
torchrun --nproc_per_node=2 --master_port=29501 train.py ${1:-configs/mlp.py}
