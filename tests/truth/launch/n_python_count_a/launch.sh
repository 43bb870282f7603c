#!/usr/bin/env bash
NPROC=$(python -c "import torch; print(torch.cuda.device_count())")  # truth: dies
PORT=$((29600 + 23))
exec torchrun --nproc_per_node=$NPROC --master_port=$PORT train.py  # truth: dies
