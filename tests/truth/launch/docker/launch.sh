#!/usr/bin/env bash
IMAGE=${IMAGE:-line:latest}
docker run --rm --shm-size 8g -v "$PWD":/workspace -w /workspace "$IMAGE" torchrun --nproc_per_node=2 train.py
