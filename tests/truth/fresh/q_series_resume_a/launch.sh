#!/bin/bash
torchrun --nproc_per_node=2 --master_port=29622 train.py -c config.yaml optim.lr=0.005
