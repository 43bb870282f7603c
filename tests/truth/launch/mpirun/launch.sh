#!/usr/bin/env bash
mpirun -np 2 --bind-to none python train.py
