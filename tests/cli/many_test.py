"""More files than stay in memory: what is found in all of them is what is found family by family."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import binary

FAMILIES, HEIRS = 400, 80  # more than there is room for (kRoom in src/app/settings/settings.cc)

BASE = """env_cfg = dict(dist_cfg=dict(backend='nccl'))
model = dict(type='Net', backbone=dict(type='Back', norm_cfg=dict(type='SyncBN')))
train_dataloader = dict(batch_size=2, num_workers=2)
"""


def family(folder, number):
    folder.mkdir(parents=True)
    end = '\r\n' if number % 7 == 3 else '\n'
    base = BASE if number % 5 else BASE.replace("'nccl'))", "'nccl'))  # mmlint: ignore[MM101]")
    (folder / 'base.py').write_bytes(base.replace('\n', end).encode())
    for i in range(HEIRS):
        name = f'配置{i}.py' if i % 9 == 4 else f'c{i}.py'
        text = f"_base_ = './base.py'\nmodel = dict(size={i})\n"
        if i % 20 == 7:
            text += "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"
        if i % 40 == 11:
            text += 'train_cfg = dict(\n' if number % 2 else "wrong = undefined['a']\n"
        (folder / name).write_bytes(text.replace('\n', end).encode())


def found(top, folder):
    done = subprocess.run([binary.MMLINT, 'check', '--format', 'json', '--root', folder, folder], cwd=top,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=binary.ENVIRONMENT, timeout=200)
    assert done.returncode == 1, (done.returncode, done.stderr.decode())
    report = json.loads(done.stdout)
    return sorted(json.dumps(each, sort_keys=True) for each in report['diagnostics'])


class Many(unittest.TestCase):
    maxDiff = 4000

    def test_many(self):
        with tempfile.TemporaryDirectory(prefix='mmlint-many-') as name:
            top = Path(name)
            folders = [f'configs/f{i}' for i in range(FAMILIES)]
            for i, folder in enumerate(folders):
                family(top / folder, i)
            together = found(top, '.')
            self.assertGreater(len(together), FAMILIES)
            alone = sorted(line for folder in folders for line in found(top, folder))
            self.assertEqual(together, alone)


if __name__ == '__main__':
    unittest.main()
