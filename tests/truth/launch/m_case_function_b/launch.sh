#!/bin/bash
fit() {
  local mode=$1; shift
  case "$mode" in
    short|quick) set -- --epochs 1 "$@" ;;
    long)        set -- --epochs 3 --patience 2 "$@" ;;  # truth: dies
    *)           echo "usage: short|long" >&2; return 2 ;;
  esac
  torchrun --nproc_per_node=2 --master_port=29714 train.py "$@"  # truth: dies
}
fit long --tag night  # truth: dies
