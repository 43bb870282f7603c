#!/bin/bash
python train_net.py --num-gpus 2 --seed 3
