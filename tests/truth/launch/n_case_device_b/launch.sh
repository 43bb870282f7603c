#!/usr/bin/env bash
# bash launch.sh [gpu|cpu] [NPROC]
TARGET=${1:-cpu}
NPROC=${2:-2}
case "$TARGET" in
  gpu|cuda) BACKEND=nccl ;;
  cpu|host) BACKEND=gloo ;;
  *) echo "unknown target $TARGET" >&2; exit 2 ;;
esac
torchrun --nproc_per_node="$NPROC" --master_port=29601 train.py \
  --backend "$BACKEND" "${@:3}"
