#!/bin/bash
PORT=29724
cat > job.sh <<EOF
#!/bin/bash
torchrun --nproc_per_node=2 --master_port=$PORT train.py "\$@"
EOF
bash job.sh --lr 0.3
