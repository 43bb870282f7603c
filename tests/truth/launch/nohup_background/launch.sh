#!/usr/bin/env bash
nohup python -m torch.distributed.run --nproc_per_node=2 train.py --epochs 2 > train.out 2>&1 &
PID=$!
echo "running as $PID"
wait $PID
