"""The binary needs the C library and nothing else, so that it runs wherever one copies it."""

import os
import re
import subprocess

import house

ALLOWED = re.compile(r"(linux-(vdso|gate)|libc|libm|ld-linux[-\w]*|ld-musl[-\w]*|ld64)\.so\.\d+")


def foreign(ldd_output):
    """The libraries that ldd names and that are not allowed."""
    names = [line.split()[0] for line in ldd_output.splitlines() if line.strip()]
    return [name for name in names if not ALLOWED.fullmatch(os.path.basename(name))]


def check(_root):
    binary = os.environ["MMLINT"]
    ldd = subprocess.run(["ldd", binary], capture_output=True, text=True)
    if ldd.returncode != 0:
        return [f"ldd {binary}: {(ldd.stderr or ldd.stdout).strip()}"]
    return [f"the binary needs {name}" for name in foreign(ldd.stdout)]


SAMPLE = """\tlinux-vdso.so.1 (0x00007ffd)
\tlibstdc++.so.6 => /lib/x86_64-linux-gnu/libstdc++.so.6 (0x00007f)
\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f)
\tlibmissing.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
\t/lib64/ld-linux-x86-64.so.2 (0x00007f)
"""

if __name__ == "__main__":
    assert foreign(SAMPLE) == ["libstdc++.so.6", "libmissing.so.1"], foreign(SAMPLE)
    house.run(check, [])
