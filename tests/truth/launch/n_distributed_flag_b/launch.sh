#!/usr/bin/env bash
NPROC=${NPROC:-2}
EXTRA=()
if (( NPROC > 1 )); then
  EXTRA+=(--distributed)
fi
torchrun --nproc_per_node=$NPROC --master_port=29627 train.py "${EXTRA[@]}"
