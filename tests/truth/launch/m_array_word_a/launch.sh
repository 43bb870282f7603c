#!/bin/bash
COMMON=(--epochs 1)
TUNED=("${COMMON[@]}")
for extra in "--lr 0.05" "--tag small"; do
  TUNED+=($extra)
done
torchrun --nproc_per_node=2 --master_port=29713 train.py "${TUNED[@]}"
