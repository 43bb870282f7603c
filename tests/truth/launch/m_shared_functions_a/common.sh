# what all launchers share
NPROC=2
PORT=29719
start() {
  torchrun --nproc_per_node="$NPROC" --master_port="$PORT" "$@"
}
