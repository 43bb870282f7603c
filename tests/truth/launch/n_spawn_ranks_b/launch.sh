#!/usr/bin/env bash
URL="tcp://127.0.0.1:$((RANDOM % 1000 + 24000))"
python main.py --dist-url "$URL" --dist-backend gloo --nprocs 2 --epochs 1
