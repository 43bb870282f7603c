#!/bin/bash
cat > job.sh <<EOF
#!/bin/bash
torchrun --nproc_per_node=2 --master_port=$PORT train.py "\$@"
EOF
PORT=29724  # truth: dies
bash job.sh --lr 0.3  # truth: dies
