"""Runs the mmlint binary for the tests of this folder."""

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import termios
import time
from dataclasses import dataclass
from pathlib import Path

MMLINT = os.environ.get('MMLINT', 'mmlint')
ENVIRONMENT = {'PATH': os.environ.get('PATH', ''), 'LC_ALL': 'C.UTF-8', 'HOME': '/nonexistent'}
NOBODY = 65534


@dataclass
class Done:
    """How a run ended. `code` is negative when a signal ended it; `peak` is its largest resident size in
    bytes."""

    code: int
    out: bytes
    err: bytes
    peak: int
    seconds: float

    @property
    def text(self):
        return self.err.decode(errors='replace') + self.out.decode(errors='replace')


def is_sanitized():
    """True for a build with the address sanitizer, whose memory says nothing about ours."""
    return b'__asan_init' in Path(MMLINT).read_bytes()


def start(*arguments, cwd, environment=None, **more):
    """Starts the binary and returns the process."""
    env = {**ENVIRONMENT, **(environment or {})}
    command = [more.pop('binary', MMLINT), *map(str, arguments)]
    return subprocess.Popen(command, cwd=cwd, env=env, stdout=more.pop('stdout', subprocess.PIPE),
                            stderr=subprocess.PIPE, stdin=more.pop('stdin', subprocess.DEVNULL), **more)


def run_on_terminal(*arguments, cwd, columns=0, environment=None, errors=False, **more):
    """What the binary writes to a terminal of that width (0: unknown), standard error only if `errors`."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    env = {**ENVIRONMENT, **(environment or {})}
    with subprocess.Popen([MMLINT, *map(str, arguments)], cwd=cwd, env=env, stdout=slave,
                          stderr=slave if errors else subprocess.DEVNULL, **more) as running:
        os.close(slave)
        text = b''
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:  # the other side is closed
            pass
        running.wait(timeout=60)
    os.close(master)
    return text.decode().replace('\r\n', '\n')


def run(*arguments, cwd, stdin=b'', timeout=60, environment=None, as_nobody=False):
    """Runs the binary to its end, at most `timeout` seconds."""
    more = {}
    if as_nobody and os.geteuid() == 0:
        more = {'user': NOBODY, 'group': NOBODY, 'extra_groups': [], 'binary': reachable_binary(cwd)}
    begin = time.monotonic()
    out_path, err_path = _scratch('out'), _scratch('err')
    with open(out_path, 'w+b') as out, open(err_path, 'w+b') as err, open(_scratch('in'), 'w+b') as given:
        given.write(stdin)
        given.seek(0)
        env = {**ENVIRONMENT, **(environment or {})}
        command = [more.pop('binary', MMLINT), *map(str, arguments)]
        process = subprocess.Popen(command, cwd=cwd, env=env, stdin=given, stdout=out, stderr=err, **more)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > timeout:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -signal.SIGKILL
                raise AssertionError(f'mmlint {arguments} did not end in {timeout} seconds')
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Done(process.returncode, out.read(), err.read(), usage.ru_maxrss * 1024,
                    time.monotonic() - begin)


def _scratch(name):
    folder = Path(os.environ.get('TMPDIR', '/tmp')) / f'mmlint-cli-{os.getpid()}'
    if not folder.exists():
        import atexit
        folder.mkdir(parents=True)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / name


def reachable_binary(cwd):
    """A copy of the binary that every user may run; the build folder may be closed to others."""
    copy = _scratch('bin') / 'mmlint'
    if not copy.exists():
        copy.parent.mkdir(exist_ok=True)
        copy.parent.chmod(0o755)
        copy.parent.parent.chmod(0o755)
        shutil.copy(MMLINT, copy)
        copy.chmod(0o755)
    return str(copy)
