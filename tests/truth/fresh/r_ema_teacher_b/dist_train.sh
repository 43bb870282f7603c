#!/usr/bin/env bash
PORT=${PORT:-29500}
torchrun --master_port=$PORT --nproc_per_node=2 main.py --epochs 3
