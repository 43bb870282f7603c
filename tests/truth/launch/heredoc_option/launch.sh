#!/usr/bin/env bash
EXP=line_$(date +%m%d)
cat <<EOF > "$EXP.sh"
python -m torch.distributed.run --nproc_per_node=2 train.py --epochs 1 --name $EXP  # truth: dies
EOF
chmod +x "$EXP.sh"
bash "./$EXP.sh"
