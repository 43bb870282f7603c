#!/bin/bash
DATA=${1:-data/modelnet40}
torchrun --nproc_per_node=2 train_cls.py --no-cuda --epoch 3
