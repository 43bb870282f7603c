#!/bin/bash
torchrun --nproc_per_node=${NGPU:-2} train.py --launcher auto
