"""Runs render_tool, which the build names in RENDER_TOOL."""

import os
import pathlib
import subprocess

BUILD = pathlib.Path(os.environ["MMLINT_BUILD"])
SOURCE = pathlib.Path(os.environ["MMLINT_SOURCE"])
SAMPLES = ("check", "clean", "fix", "hostile")


def run(*words, stdin=b""):
    done = subprocess.run([os.environ["RENDER_TOOL"], *words], input=stdin, stdout=subprocess.PIPE, check=True)
    return done.stdout
