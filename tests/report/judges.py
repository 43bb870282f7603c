"""Judges from package registries, kept below the build. Without a registry the tests that ask for one fail: they
never skip."""

import shutil
import subprocess
import tarfile
import venv

import tool


def python_with(*requirements):
    """A Python of its own that has these packages."""
    stamp_text = "\n".join(requirements)
    folder = tool.BUILD / ("venv-" + requirements[0].partition("==")[0])
    python, stamp = folder / "bin" / "python", folder / "requirements"
    if not stamp.exists() or stamp.read_text() != stamp_text:
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements],
                       check=True)
        stamp.write_text(stamp_text)
    return python


def npm_package(name, version):
    """The folder of a package as npm unpacks it. Nothing of it is run to get it."""
    folder = tool.BUILD / "npm" / f"{name.replace('/', '-')}-{version}"
    if not (folder / "package").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        archive, = folder.glob("*.tgz")
        with tarfile.open(archive) as packed:
            packed.extractall(folder)
    return folder / "package"
