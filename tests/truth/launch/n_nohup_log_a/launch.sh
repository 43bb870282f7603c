#!/usr/bin/env bash
STAMP=$(date +%Y%m%d)
LOG=logs/$STAMP/train.log
mkdir -p "$(dirname "$LOG")"
nohup torchrun --nproc_per_node=2 --master_port=29606 train.py > "$LOG" 2>&1 &
wait $!
