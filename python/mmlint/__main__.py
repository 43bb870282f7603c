"""Runs the program that was installed together with this package, wherever that is."""

import csv
import os
import sys
from pathlib import Path


def program():
    """Where it is: pip's list of the files that it installed says so. Only `pip install --target` lays it elsewhere,
    into the folder bin beside this package, after it has written that list."""
    packages = Path(os.path.abspath(__file__)).parents[1]
    places = [packages / 'bin' / 'mmlint']
    for record in packages.glob('mmlint-*.dist-info/RECORD'):
        places += [packages / row[0] for row in csv.reader(record.read_text(encoding='utf-8').splitlines())]
    for place in places:
        if place.name == 'mmlint' and place.is_file():
            return str(place)
    sys.exit('mmlint: the program is not where pip lays it for {}: install mmlint again'.format(packages))


if __name__ == '__main__':
    path = program()
    os.execv(path, [path] + sys.argv[1:])
