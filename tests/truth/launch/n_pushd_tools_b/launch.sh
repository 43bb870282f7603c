#!/usr/bin/env bash
pushd "$(dirname "$0")/tools" > /dev/null
torchrun --nproc_per_node=2 --master_port=29607 train.py ../configs/small.json
popd > /dev/null
torchrun --nproc_per_node=2 --master_port=29608 tools/train.py configs/small.json
