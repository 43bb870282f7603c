"""Runs render_tool, which the build puts beside the other tests of this folder."""

import os
import pathlib
import subprocess

BUILD = pathlib.Path(os.environ["MMLINT_BUILD"])
SOURCE = pathlib.Path(os.environ["MMLINT_SOURCE"])
SAMPLES = ("check", "clean", "fix", "hostile")


def run(*words, stdin=b""):
    tool = BUILD / "tests" / "report" / "render_tool"
    done = subprocess.run([tool, *words], input=stdin, stdout=subprocess.PIPE, check=True)
    return done.stdout
