#!/usr/bin/env bash
BACKEND=gloo
LR=${LR:-0.02}
mkdir -p generated
cat > generated/run.json <<EOF
{"lr": $LR, "backend": "$BACKEND"}
EOF
torchrun --nproc_per_node=2 --master_port=29610 train.py generated/run.json
