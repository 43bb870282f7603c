#!/usr/bin/env bash
PORT=$[12000 + RANDOM % 8000]
python -m torch.distributed.launch --nproc_per_node=2 --master_port=$PORT train.py
