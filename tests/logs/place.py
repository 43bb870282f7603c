"""Where logs are recorded: a machine of which nothing else is seen, so that a log needs no editing afterwards.

The project lies in /home/user/project, its Python in /home/user/venv, the host is called node01, the network and the
process numbers are its own. It is made of Linux namespaces, which root may always have, and others where the system
lets them.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TORCHRUN = """\
#!/home/user/venv/bin/python
import sys
from torch.distributed.elastic.multiprocessing.api import Std
from torch.distributed.run import main
read = Std.from_str.__func__  # that of PyTorch 1.13 finds neither "0" nor "3" under Python 3.11
Std.from_str = classmethod(lambda cls, text: cls(int(text)) if text in ('0', '3') else read(cls, text))
if __name__ == '__main__':
    sys.exit(main())
"""

# What torchrun gives to each process, without torchrun: the log has their output and nothing else.
RANKS = """\
#!/bin/bash
count=$1; shift
export WORLD_SIZE=$count LOCAL_WORLD_SIZE=$count GROUP_RANK=0 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500
for ((rank = 0; rank < count; rank++)); do
  RANK=$rank LOCAL_RANK=$rank "$@" &
done
failed=0
for ((rank = 0; rank < count; rank++)); do
  if ((failed)); then break; fi
  wait -n || failed=$?
done
for ((i = 0; i < 120; i++)); do
  if [[ -z $(jobs -rp) ]]; then break; fi
  sleep 0.1
done
exit $failed
"""

# In the new namespaces, before the command: the folders, the names, the network.
ENTER = """\
set -e
hostname node01
ip link set lo up
mount -t tmpfs tmpfs "$1/stage"
mkdir -p "$1/stage/user/project" "$1/stage/user/venv" "$1/stage/user/.local/bin"
mount --bind "$2" "$1/stage/user/project"
mount --bind "$3" "$1/stage/user/venv"
cp "$1/torchrun" "$1/ranks" "$1/stage/user/.local/bin"
mount --bind "$1/hosts" /etc/hosts
mount --rbind "$1/stage" /home
mount -t tmpfs tmpfs /tmp
cd /home/user/project
exec setsid env -i HOME=/home/user USER=user LANG=C.UTF-8 TERM=xterm \\
  PATH=/home/user/.local/bin:/home/user/venv/bin:/usr/local/bin:/usr/bin:/bin bash -c "$4"
"""

REFUSED = """\
{command} ended with {code}: {error}
Logs are recorded in namespaces of their own. Run this as root, or allow users to make namespaces
(sysctl kernel.unprivileged_userns_clone=1)."""


def unshare():
    command = ['unshare', '--mount', '--uts', '--net', '--pid', '--fork', '--mount-proc', '--kill-child']
    return command if os.geteuid() == 0 else [*command, '--user', '--map-root-user']


def require():
    """Ends the program if there can be no namespaces."""
    done = subprocess.run([*unshare(), 'true'], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(REFUSED.format(command=' '.join(unshare()), code=done.returncode, error=done.stderr.strip()))


def run(project, venv, command, patience):
    """What `bash -c command` prints in the project, both streams as they come, as bytes."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch).resolve()
        (scratch / 'stage').mkdir()
        (scratch / 'hosts').write_text('127.0.0.1 localhost\n127.0.1.1 node01\n')
        for name, text in (('torchrun', TORCHRUN), ('ranks', RANKS)):
            (scratch / name).write_text(text)
            (scratch / name).chmod(0o755)
        output = scratch / 'output'
        with open(output, 'wb') as file:
            process = subprocess.Popen(
                [*unshare(), 'bash', '-c', ENTER, 'enter', scratch, Path(project).resolve(), Path(venv).resolve(),
                 command], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(patience)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return output.read_bytes()
