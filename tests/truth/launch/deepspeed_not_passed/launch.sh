#!/usr/bin/env bash
deepspeed --num_gpus 2 --no_local_rank --master_port 29600 \
    train.py --epochs 1
