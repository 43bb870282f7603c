#!/usr/bin/env bash
HOST=$(hostname)
NP=${NP:-2}
echo "on $HOST"
mpirun -np $NP --bind-to none -x MASTER_ADDR=127.0.0.1 -x MASTER_PORT=29613 \
  python train.py --launcher mpi --epochs 1
