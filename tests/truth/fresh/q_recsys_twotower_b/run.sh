#!/bin/bash
NPROC=${NPROC:-2}
exec torchrun --standalone --nproc_per_node="$NPROC" train.py
