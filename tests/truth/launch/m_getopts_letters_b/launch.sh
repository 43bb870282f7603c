#!/bin/bash
run() {
  local ranks=1 rate=0.1 OPTIND=1 flag
  while getopts "nr:q" flag; do  # truth: dies
    case "$flag" in
      n) ranks=$OPTARG ;;
      r) rate="$OPTARG" ;;
      q) exec > /dev/null ;;
      ?) return 2 ;;
    esac
  done
  shift "$((OPTIND - 1))"
  torchrun --nproc_per_node="$ranks" --master_port=29721 train.py --lr "$rate" "$@"  # truth: dies
}
run -n 2 -r 0.2 -- --epochs 1  # truth: dies
