"""What `mmlint rules CODE --target T` says is about a target that the rule is active on."""

import re
import sys
import unittest

import binary

TARGETS = ('cuda', 'rocm', 'npu')
CODE = re.compile(r'\bMM\d{3}\b')


def text_of(*arguments):
    return binary.run(*arguments, cwd='/').out.decode()


def joined(text):
    return ' '.join(text.split())


def codes():
    return [line.split()[0] for line in text_of('rules').splitlines() if CODE.match(line)]


class RuleTextsTest(unittest.TestCase):
    def test_texts_are_about_a_target_with_findings(self):
        for target in TARGETS:
            active = set(CODE.findall(text_of('targets', target).rsplit('\n\n', 1)[1]))
            self.assertGreater(len(active), 50)
            for code in codes():
                head, text = map(joined, text_of('rules', code, '--target', target).split('\n\n', 1))
                other = re.search(rf'{code} finds nothing on {target}\. What follows is about ([\w-]+):', text)
                with self.subTest(code=code, target=target):
                    self.assertEqual(bool(other), code not in active and 'only before MMEngine' not in head)
                    if other:
                        self.assertNotEqual(other[1], target)
                        theirs = joined(text_of('rules', code, '--target', other[1]).split('\n\n', 1)[1])
                        self.assertEqual(theirs, text.replace(f'{other[0]} ', ''))

    def test_head_names_each_target_once(self):
        for code in codes():
            names = re.findall(r'[\w-]+', joined(text_of('rules', code).split('\n\n')[0]).split('(', 1)[1])
            for target in ('cuda', 'gcu-s60', 'musa', 'npu'):
                self.assertLessEqual(names.count(target), 1, code)


if __name__ == '__main__':
    sys.exit(unittest.main())
