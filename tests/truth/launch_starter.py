"""Stands for python, torchrun, srun, docker, ssh and the like on PATH while a launch script is recorded:
launch_starter.py PROGRAM ARGUMENT...

It notes with which arguments, in which folder and with which variables it was called, and starts what the program of
its name would start: Python and the ranks of torchrun are real, on the interpreter in TRUTH_PYTHON; a cluster, a
container and a remote host are this machine. Only what a launch script can tell is imitated: how many ranks start,
what each is told by variables and options, in which folder, and with which environment."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

PYTHON = os.environ.get('TRUTH_PYTHON')
NAME, *ARGUMENTS = sys.argv[1:] or ['']

# What is on PATH in a recording.
NAMES = ('python', 'python3', 'torchrun', 'deepspeed', 'accelerate', 'srun', 'sbatch', 'scontrol', 'mpirun', 'mpiexec',
         'docker', 'ssh', 'tmux', 'screen', 'conda', 'module', 'sudo')

# Variables that say nothing about the launch script.
OWN = ('TRUTH_', 'PYTHON', 'PATH', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', '_', 'LC_ALL', 'GLOO_', 'OMP_NUM', 'MKL_NUM',
       'TMPDIR', 'MPLCONFIG', 'LD_PRELOAD')


def note():
    calls = Path(os.environ['TRUTH_LOG']) / 'calls.jsonl'
    variables = {name: value for name, value in os.environ.items()
                 if not name.startswith(OWN) and not name.startswith('BASH_FUNC')}
    line = json.dumps(dict(program=NAME, arguments=ARGUMENTS, folder=os.getcwd(), environment=variables))
    with open(calls, 'a', encoding='utf-8') as file:
        file.write(line + '\n')


def options(arguments, with_value):
    """The leading options as (name, value), and what follows them. `with_value` names the options whose value is
    the next word where it does not stand behind a `=`."""
    found, rest = [], list(arguments)
    while rest and rest[0].startswith('-') and rest[0] != '--':
        name, equals, value = rest.pop(0).partition('=')
        if equals:
            found.append((name, value))
        elif name in with_value:
            found.append((name, rest.pop(0) if rest else ''))
        elif not name.startswith('--') and name[:2] in with_value:
            found.append((name[:2], name[2:]))
        else:
            found.append((name, None))
    return found, rest


def last(found, names, default):
    values = [value for name, value in found if name in names]
    return values[-1] if values else default


def replace(command, folder=None, environment=None):
    """This process becomes that command."""
    if folder is not None:
        os.chdir(folder)
    environment = dict(os.environ if environment is None else environment)
    try:
        os.execvpe(command[0], command, environment)
    except FileNotFoundError:
        fail(f'{NAME}: {command[0]}: command not found', 127)


def fail(message, code=1):
    print(message, file=sys.stderr)
    sys.exit(code)


def bare_environment():
    """What a process has that does not inherit from the launch script: a container, another host."""
    return {name: value for name, value in os.environ.items()
            if name.startswith(OWN) and not name.startswith(('PWD', 'OLDPWD'))}


def together(command, environments):
    """Starts one process for each environment; all are ended when one fails, as cluster managers do."""
    ranks = [subprocess.Popen(command, env={**os.environ, **one}) for one in environments]
    while any(rank.poll() is None for rank in ranks):
        if any(rank.poll() for rank in ranks):
            time.sleep(2)
            for rank in ranks:
                rank.kill()
        time.sleep(0.1)
    sys.exit(max((abs(rank.wait()) for rank in ranks), default=0) and 1)


def python():
    replace([PYTHON, *ARGUMENTS])


def torchrun():
    replace([PYTHON, '-m', 'torch.distributed.run', *ARGUMENTS])


def deepspeed():
    """DeepSpeed's launcher with its CPU accelerator: it passes --local_rank to the script, unless told not to."""
    found, rest = options(ARGUMENTS, ('--num_gpus', '--num_nodes', '--include', '--exclude', '--hostfile', '-H',
                                      '--master_port', '--master_addr', '--launcher', '-i', '-e'))
    include = last(found, ('--include', '-i'), None)
    count = len(include.split(':')[-1].split(',')) if include else int(last(found, ('--num_gpus',), '1'))
    port = last(found, ('--master_port',), '29500')
    is_module = any(name == '--module' for name, _ in found)
    passes = not any(name == '--no_local_rank' for name, _ in found)
    script, *rest = rest
    names = ('RANK', 'LOCAL_RANK')
    ranks = []
    for rank in range(count):
        command = [PYTHON, '-u', *(['-m'] if is_module else []), script,
                   *([f'--local_rank={rank}'] if passes else []), *rest]
        environment = {**os.environ, **dict.fromkeys(names, str(rank)), 'WORLD_SIZE': str(count), 'MASTER_PORT': port,
                       'MASTER_ADDR': '127.0.0.1'}
        ranks.append(subprocess.Popen(command, env=environment))
    sys.exit(max(abs(rank.wait()) for rank in ranks) and 1)


def accelerate():
    """`accelerate launch`: with several processes it starts torch.distributed.run."""
    if not ARGUMENTS or ARGUMENTS[0] != 'launch':
        sys.exit(0)
    found, rest = options(ARGUMENTS[1:], ('--num_processes', '--mixed_precision', '--main_process_port',
                                          '--config_file', '--num_machines', '--machine_rank', '--gpu_ids',
                                          '--dynamo_backend'))
    count = last(found, ('--num_processes',), '1')
    port = last(found, ('--main_process_port',), '29500')
    module = ['-m'] if any(name in ('-m', '--module') for name, _ in found) else []
    if count == '1':
        replace([PYTHON, *module, *rest])
    replace([PYTHON, '-m', 'torch.distributed.run', f'--nproc_per_node={count}', f'--master_port={port}', *module,
             *rest])


SLURM_VALUES = ('-p', '-J', '-n', '-N', '-c', '-w', '-x', '-t', '-A', '-q', '-o', '-e', '--job-name', '--partition',
                '--ntasks', '--nodes', '--gres', '--cpus-per-task', '--ntasks-per-node', '--time', '--output',
                '--account')


def srun():
    found, command = options(ARGUMENTS, SLURM_VALUES)
    default = last(found, ('--ntasks-per-node',), os.environ.get('SLURM_NTASKS', '1'))
    count = int(last(found, ('-n', '--ntasks'), default))
    together(command, [dict(SLURM_PROCID=str(rank), SLURM_LOCALID=str(rank), SLURM_NTASKS=str(count),
                            SLURM_NPROCS=str(count), SLURM_NODELIST='localhost', SLURM_JOB_NODELIST='localhost',
                            SLURM_NODEID='0', SLURM_JOB_ID='4711') for rank in range(count)])


def sbatch():
    """Runs the job at once; what its `#SBATCH` lines ask for is what it gets."""
    found, command = options(ARGUMENTS, SLURM_VALUES)
    lines = Path(command[0]).read_text(encoding='utf-8').splitlines()
    asked = [word for line in lines if line.startswith('#SBATCH ') for word in line.split('#')[1].split()[1:]]
    found = options(asked, SLURM_VALUES)[0] + found
    count = last(found, ('-n', '--ntasks'), last(found, ('--ntasks-per-node',), '1'))
    replace(['bash', *command], environment={
        **os.environ, 'SLURM_NTASKS': count, 'SLURM_JOB_ID': '4711', 'SLURM_JOB_NODELIST': 'localhost',
        'SLURM_NODELIST': 'localhost', 'SLURM_NNODES': '1', 'SLURM_SUBMIT_DIR': os.getcwd()})


def scontrol():
    print('localhost')


def mpirun():
    found, command = options(ARGUMENTS, ('-np', '-n', '-x', '-H', '--host', '--hostfile', '--bind-to', '--map-by'))
    count = int(last(found, ('-np', '-n'), '1'))
    passed = dict(value.split('=', 1) for name, value in found if name == '-x' and '=' in value)
    together(command, [dict(passed, OMPI_COMM_WORLD_RANK=str(rank), OMPI_COMM_WORLD_LOCAL_RANK=str(rank),
                            OMPI_COMM_WORLD_SIZE=str(count)) for rank in range(count)])


def docker():
    """A container that sees the mounted folders where they are, has an environment of its own and no GPU."""
    if ARGUMENTS[:1] != ['run']:
        sys.exit(0)
    found, rest = options(ARGUMENTS[1:], ('-v', '-w', '-e', '-u', '-p', '--name', '--shm-size', '--network', '--ipc',
                                          '--user', '--gpus', '--runtime', '--workdir', '--volume', '--env',
                                          '--entrypoint', '--device', '--ulimit'))
    if any(name == '--gpus' for name, _ in found):
        fail('docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].', 125)
    environment, mounts = bare_environment(), {}
    for name, value in found:
        if name in ('-v', '--volume'):
            host, inside = value.split(':')[:2]
            mounts[inside] = host
        if name in ('-e', '--env'):
            key, equals, text = value.partition('=')
            if equals or key in os.environ:
                environment[key] = text if equals else os.environ[key]
    inside = last(found, ('-w', '--workdir'), '/')
    _image, *command = rest
    replace(command, folder=mounts.get(inside, os.environ['HOME']), environment=environment)


def ssh():
    """The other host has the same files; a command there starts in the home folder, without our variables."""
    _, rest = options(ARGUMENTS, ('-p', '-i', '-o', '-l', '-L'))
    _host, *command = rest
    replace(['bash', '-c', ' '.join(command)], folder=os.environ['HOME'], environment=bare_environment())


def tmux():
    verb, *rest = ARGUMENTS
    found, words = options(rest, ('-s', '-t', '-n', '-c', '-x', '-y'))
    if verb in ('has-session',):
        sys.exit(1)
    if verb in ('new', 'new-session', 'new-window', 'split-window') and words:
        replace(['bash', '-c', ' '.join(words)], folder=last(found, ('-c',), None))
    if verb in ('send', 'send-keys'):
        typed = [word for word in words if word not in ('C-m', 'Enter', 'ENTER')]
        replace(['bash', '-c', ' '.join(typed)])


def screen():
    command = list(ARGUMENTS)
    while command and command[0].startswith('-'):
        option = command.pop(0)
        if option.endswith('S') or option in ('-Logfile', '-c', '-T'):
            command.pop(0)
    if command:
        replace(command)


def conda():
    if ARGUMENTS[:1] == ['run']:
        _, command = options(ARGUMENTS[1:], ('-n', '-p', '--name', '--prefix', '--cwd'))
        replace(command)


def sudo():
    _, command = options(ARGUMENTS, ('-u', '-g'))
    replace(command)


def main():
    note()
    if NAME == 'module':
        return
    globals()[{'python3': 'python', 'mpiexec': 'mpirun'}.get(NAME, NAME)]()


if __name__ == '__main__':
    main()
