#!/usr/bin/env bash
NPROC=${NPROC:-2}
EXTRA=()
if (( NPROC > 2 )); then  # truth: wrong
  EXTRA+=(--distributed)
fi
torchrun --nproc_per_node=$NPROC --master_port=29627 train.py "${EXTRA[@]}"  # truth: wrong
