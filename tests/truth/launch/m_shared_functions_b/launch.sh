#!/bin/bash
(. ./common.sh)  # truth: dies
PORT=$((PORT + 1))
start train.py --lr 0.03  # truth: dies
