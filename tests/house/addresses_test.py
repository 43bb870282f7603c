"""No file of the repository holds the address of a package registry or a path of somebody's machine."""

import re

import house

# Whose machine, mirror or proxy served a package is nobody's business and wrong for everybody else.
HOST = re.compile(
    r"https?://[^\s/\"'<>)]*(registry|npmjs|npmmirror|yarnpkg|pypi|pythonhosted|mirror|artifact|nexus|"
    r"crates\.io|conda|proxy)", re.IGNORECASE)
# A keyword argument of that name, as in the tracebacks of MMEngine, stands behind a comma.
SETTING = re.compile(r"(--(extra-)?index-ur[l]|--registr[y]|--find-link[s]|(?<!, )\bregistry\s*=)", re.IGNORECASE)
RESOLVED = re.compile(r"\"resolved\"\s*:")
MACHINE = re.compile(r"(?<![\w.}{)*~/-])/(work|root|tmp/w)(?=/|\b(?![-\w.]))")


def check(root):
    problems = []
    for path in house.kept_files(root):
        name = path.relative_to(root).as_posix()
        text = path.read_bytes().decode("utf-8", errors="replace")
        patterns = [(HOST, "a registry's address"), (SETTING, "a registry's setting"),
                    (MACHINE, "a path of one machine")]
        if path.name == "package-lock.json":
            patterns.append((RESOLVED, "where npm fetched a package"))
        for pattern, what in patterns:
            for match in pattern.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{name}:{line}: {what}: {match.group()!r}")
    return problems


def in_readme(text):
    return {"README.md": text}


# Put together here so that this file passes its own check.
SCHEME = "https" + "://"
PLANTED = [
    (in_readme(SCHEME + "registry.npmjs.org/x"), "address"),
    (in_readme("see " + SCHEME + "pypi.tuna.tsinghua.edu.cn/simple"), "address"),
    (in_readme(SCHEME + "files.pythonhosted.org/x.whl"), "address"),
    (in_readme("http" + "://10.0.0.1:3000/x " + SCHEME + "user@nexus.corp/repo"), "address"),
    (in_readme("pip install --index" + "-url x"), "setting"),
    ({"third_party/.npmrc": "registry" + "=x"}, "setting"),
    ({"third_party/package-lock.json": '{"a": {"resolved"' + ': "x"}}'}, "fetched"),
    (in_readme("cd /" + "work/main"), "machine"),
    ({"scripts/x": "A=/" + "root/.cache"}, "machine"),
    ({"tests/x.py": "open('/" + "tmp/w')"}, "machine"),
    (in_readme("`/" + "work`"), "machine"),
]

CLEAN = {
    "README.md": SCHEME + "github.com/open-mmlab/mmengine\n$build/" + "work/x /workspace /rooted /tmp/word "
                 "/tmp/www tests/root/a ./root/b {a}/root/c\n",
    "third_party/package.json": '{"resolved"' + ': 1}',
    "train.log": "    return self.build_func(cfg, *args, **kwargs, registry" + "=self)",
}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
