#!/bin/bash
python learner.py --num_actors 2 --unroll_length 6 --disable_cuda
