#!/bin/bash
torchrun --nproc_per_node=2 train.py /data/imagenet --model tiny -b 8 --sync-bn
