#!/usr/bin/env bash
pushd tools >/dev/null
torchrun --nproc_per_node=2 train.py ../configs/line.json
popd >/dev/null
