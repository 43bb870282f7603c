#!/usr/bin/env bash
set -e
WORK=work_dirs/$(basename "$PWD")
run() {
  torchrun --nproc_per_node=2 --master_port=29618 train.py --work-dir "$WORK/$1" "${@:2}"
}
run stage1 --lr 0.1
run stage2 --lr 0.01 --resume "$WORK/stage1/latest.pth"
