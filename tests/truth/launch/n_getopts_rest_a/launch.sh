#!/usr/bin/env bash
launch() {
  local OPTIND opt nproc=1 port=29500
  while getopts "g:p:" opt; do
    case $opt in
      g) nproc=$OPTARG ;;
      p) port=$OPTARG ;;
      *) return 1 ;;
    esac
  done
  shift $((OPTIND - 1))
  torchrun --nproc_per_node=$nproc --master_port=$port train.py "$@"
}

launch -g 2 -p 29603 -- --lr 0.02
