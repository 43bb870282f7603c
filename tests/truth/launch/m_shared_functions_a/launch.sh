#!/bin/bash
. ./common.sh
PORT=$((PORT + 1))
start train.py --lr 0.03
