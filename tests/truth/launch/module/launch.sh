#!/usr/bin/env bash
torchrun --nproc_per_node=2 -m line.train --lr 0.1
