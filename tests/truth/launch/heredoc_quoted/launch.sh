#!/usr/bin/env bash
GPUS=2
cat > run_line.sh <<'EOF'
#!/bin/bash
torchrun --nproc_per_node=$GPUS train.py --lr 0.1  # truth: dies
EOF
bash run_line.sh
