import argparse
import os
import socket
import subprocess
import sys


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--nproc', type=int, default=2)
    parser.add_argument('--script', default='worker.py')
    args, rest = parser.parse_known_args()
    env = dict(os.environ, MASTER_ADDR='127.0.0.1', MASTER_PORT=str(free_port()),
               WORLD_SIZE=str(args.nproc))
    processes = []
    for rank in range(args.nproc):
        env.update(RANK=str(rank), LOCAL_RANK=str(rank))
        command = [sys.executable, args.script, *rest]
        command.append(f'--local_rank={rank}')  # truth: dies
        processes.append(subprocess.Popen(command, env=env))
    for process in processes:
        process.wait()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, process.args)  # truth: dies


if __name__ == '__main__':
    main()
