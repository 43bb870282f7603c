#!/bin/bash
set -euo pipefail
RANKS=${RANKS:-2}

_start() { torchrun --nproc_per_node="$RANKS" --master_port=29716 "$@"; }
train() { _start train.py --tag "$FUNCNAME" "$@"; }
quick() { train --epochs 1; }
help()  { declare -F | cut -d' ' -f3; }

target=${1:-quick}
shift || true
"$target" "$@"
