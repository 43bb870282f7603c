#!/bin/bash
cd "$(dirname "$0")/.."
torchrun --nproc_per_node 2 main.py --batch-size 4 --epochs 2
