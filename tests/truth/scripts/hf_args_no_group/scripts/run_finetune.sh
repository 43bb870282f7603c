#!/bin/bash
# fine-tune on one node
cd "$(dirname "$0")/.."
torchrun --nproc_per_node=2 --master_port=29511 train.py --num_train_epochs 1
