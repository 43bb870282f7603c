#!/usr/bin/env bash
GPUS=2
BACKEND=gloo
while getopts "g:b:h" opt; do
  case $opt in
    g) GPUS=$OPTARG ;;
    b) BACKEND=$OPTARG ;;
    *) echo "usage: launch.sh [-g GPUS] [-b BACKEND]"; exit 1 ;;
  esac
done
shift $((OPTIND - 1))

torchrun --nproc_per_node=$GPUS train.py --backend $BACKEND "$@"
