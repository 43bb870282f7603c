"""Inputs for the fuzz target over `fix`: the rules' examples, and the projects of fixtures/check and fixtures/cli."""

import config_seeds

LARGEST = 1200  # bytes

words = config_seeds.words


def inputs(repository):
    for example in config_seeds.rule_examples.read_all(repository):
        files = [(file.path, file.text.encode()) for file in example.files if file.text is not None]
        if not files[0][0].endswith('.py'):
            files = [(files[0][0].rpartition('/')[0] + '/main.py', b''), *files]
        yield config_seeds.joined(config_seeds.flattened(files))
    for folder in ('check', 'cli'):
        yield from config_seeds.projects(repository / 'fixtures' / folder)
