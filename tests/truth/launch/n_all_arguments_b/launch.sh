#!/usr/bin/env bash
main() {
  local port=29622
  torchrun --nproc_per_node=2 --master_port=$port train.py "$@"
}
set -- --lr 0.1 --epochs 1 "$@"
main "$@"
