#!/bin/bash
torchrun --standalone --nproc_per_node=2 train.py config/tiny.py --batch_size=2
