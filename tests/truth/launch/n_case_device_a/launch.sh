#!/usr/bin/env bash
# bash launch.sh [gpu|cpu] [NPROC]
TARGET=${1:-gpu}  # truth: dies
NPROC=${2:-2}
case "$TARGET" in
  gpu|cuda) BACKEND=nccl ;;  # truth: dies
  cpu|host) BACKEND=gloo ;;
  *) echo "unknown target $TARGET" >&2; exit 2 ;;
esac
torchrun --nproc_per_node="$NPROC" --master_port=29601 train.py \
  --backend "$BACKEND" "${@:3}"  # truth: dies
