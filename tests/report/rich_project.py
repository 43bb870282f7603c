"""A project in git that has every kind of finding, and names and bytes that break what is written carelessly."""

import os
import subprocess

WRAPPER = "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n"
LEAF = "model = dict(type='TinySegmentor')\ntrain_dataloader = dict(batch_size=2)\n" + WRAPPER
OWN_BACKEND = LEAF + "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"
HOSTILE = "configs/<b>`x`|[y](z) \x1b[31m\n::error::no.py"
LATIN = b"configs/latin-\xff.py"
NAMES = {
    "configs/_base_/runtime.py": "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n",
    # A fault in the base that three leaves inherit, one of them in a folder with a name in Chinese and a blank.
    "configs/one.py": "_base_ = ['./_base_/runtime.py']\n" + LEAF,
    "configs/two.py": "_base_ = ['./_base_/runtime.py']\n" + LEAF,
    "configs/\u679c \u56ed/\u914d\u7f6e a.py": "_base_ = ['../_base_/runtime.py']\n" + LEAF,
    # CRLF, and characters beyond the first plane in front of what is found.
    "configs/windows.py": "note = '\U0001f34e\u679c'\r\n" + OWN_BACKEND.replace("\n", "\r\n").replace(
        "env_cfg = dict(", "env_cfg = dict(note='\U0001f34e', "),
    # A fix that needs judgement.
    "configs/sync_bn.py": OWN_BACKEND.replace("type='TinySegmentor'", "type='TinySegmentor', a=dict(type='SyncBN'), "
                                              "b=dict(type='SyncBN')"),
    # A fix that makes a file.
    "configs/launched.py": LEAF + "launcher = 'pytorch'\n",
    "configs/no_base.py": "_base_ = ['./nowhere.py']\n" + LEAF,
    "configs/broken.py": "model = dict(\n",
    "configs/ignored.py": LEAF + "env_cfg = dict(dist_cfg=dict(backend='nccl'))  # mmlint: ignore[MM101]\n",
    "configs/control.py": LEAF + "env_cfg = dict(dist_cfg=dict(backend='x\x1b[2J\u202e\ufffe](http://e.example/)<b>|`'))\n",
    "configs/markup.py": LEAF + "env_cfg = dict(dist_cfg=dict(backend='[a](http://e.example/)<b>|`@c'))\n",
    HOSTILE: OWN_BACKEND,
    LATIN: OWN_BACKEND,
    "configs/not_utf8.py": b"model = dict(type='\xff\xfe')\n",
    "configs/metafile.yml": "Models: []\n",
    "tools/train.py": "import torch\nimport torch.distributed as dist\nfrom mmengine.runner import Runner\n\n\n"
                      "def main():\n    dist.init_process_group(backend='nccl')\n    torch.cuda.set_device(0)\n"
                      "    torch.cuda.set_device(0)\n"
                      "    Runner.from_cfg(dict()).train()\n\n\nif __name__ == '__main__':\n    main()\n",
    "tools/refused.py": "def main(:\n    pass\n",
    "tools/run.sh": "#!/bin/bash\nexport CUDA_VISIBLE_DEVICES=0,1\n"
                    "python -m torch.distributed.launch --nproc_per_node=2 tools/train.py | tee log.txt\n",
}


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"})


def write(root, names=None):
    """Writes the project below `root`, a Path, and makes it a repository."""
    for name, content in (NAMES if names is None else names).items():
        path = os.path.join(os.fsencode(root), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
    git(root, "init", "--quiet")
