#!/usr/bin/env bash
export MASTER_ADDR=127.0.0.1 MASTER_PORT=29521 WORLD_SIZE=2
seq 0 1 | xargs -P 2 -I{} env RANK={} LOCAL_RANK={} python train.py
