"""Inputs for the fuzz target over files of rules: mmlint's own, with short texts, and some of a user's."""

import json
import re

LARGEST = 4000  # bytes
TARGETS = b'#@ target\n'


def words():
    return ('"match":', '"all":[', '"any":[', '"not":{', '"key":"', '"equals":', '"matches":"', '"one_of":[', '"is":"str"',
            '"call":["', '"argument":"', '"position":', '"write":["', '"within":"', '"facts":{', '"config":"runnable"',
            '"problem":"', '"check":"', '"absent":true', '"{target.name}"', '"{value}"', '"{key}"', '"when":{',
            '"variants":[', '"forms":[', '"levels":[', '"fix":{', '"action":{"do":"', '"safety":"', '"fails":{', '"at":"',
            '"related":{', '"examples":[', '"of_option":"default"', '"not_under":["', '"ignore_case":true', '\\u4e2d')


def shortened(node):
    """The same with texts that hold little but their placeholders."""
    if isinstance(node, dict) and node.keys() == {'en', 'zh'}:
        return {language: 'x' + ''.join(re.findall(r'\{\{|\}\}|\{[^{}]*\}', text)) for language, text in node.items()}
    if isinstance(node, dict):
        return {key: shortened(value) for key, value in node.items()}
    return [shortened(item) for item in node] if isinstance(node, list) else node


def dumped(node):
    return json.dumps(node, ensure_ascii=False, separators=(',', ':')).encode()


def inputs(repository):
    for path in sorted((repository / 'rules').glob('*.json')):
        if path.name not in ('schema.json', 'retired.json'):
            rule = shortened(json.loads(path.read_text()))
            yield dumped(rule | {'code': 'MY' + rule['code'][2:], 'links': ['https://example.org']})
            yield dumped(rule)
    for path in sorted((repository / 'rules/targets').glob('*.json')):
        if path.name != 'schema.json':
            target = shortened(json.loads(path.read_text()))
            yield TARGETS + dumped(target | {'name': 'mine'})
    yield from map(dumped, own_rules())


def own_rules():
    """Rules with their examples in the same file."""
    text = {'en': 'x', 'zh': 'x'}
    lazy = ['from mmengine.config import read_base', 'with read_base():', '    from .b import *']
    config = ['model = dict(type="A")']
    for documents, match, styles in (
            ('config', {'key': 'model.type', 'equals': 'A'}, {'classic': ([], config), 'lazy': (lazy, config)}),
            ('config', {'key': '**.type', 'matches': '^A'}, {'classic': ([], config), 'lazy': (lazy, config)}),
            ('script', {'call': ['torch.cuda.f']}, {'script': (['import torch'], ['torch.cuda.f()'])})):
        examples = []
        for style, (before, bad) in styles.items():
            path = {'path': 'tools/a.py' if style == 'script' else 'configs/a.py'}
            base = [{'path': 'configs/b.py', 'text': ['b = 1']}] if style == 'lazy' else []
            examples += [
                {'target': 'gcu', 'style': style, 'files': [path | {'bad': before + bad, 'found_at': [len(before) + 1]}, *base]},
                {'target': 'gcu', 'style': style, 'good': True, 'files': [path | {'text': [*before, 'a = 1']}, *base]}]
        yield {'code': 'MY101', 'name': 'mine', 'since': '0.1.0', 'documents': documents, 'severity': 'warning',
               'summary': text, 'message': text, 'why': text, 'match': match, 'examples': examples}
