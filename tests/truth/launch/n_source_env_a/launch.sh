#!/usr/bin/env bash
source "$(dirname "$0")/env.sh"
: "${NPROC:=2}" "${BACKEND:=gloo}"
export BACKEND
torchrun --nproc_per_node=$NPROC --master_port=29609 train.py
