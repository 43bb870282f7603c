#!/bin/bash
printf '%s\n' 0.1 0.02 | xargs -n 1 torchrun --nproc_per_node=2 --master_port=29715 train.py --lr
