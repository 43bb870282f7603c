import sys

from trainer import SegTrainer

COMMANDS = {'fit': lambda t: t.fit(epochs=2), 'summary': lambda t: t.summary()}

if __name__ == '__main__':
    COMMANDS[sys.argv[1] if len(sys.argv) > 1 else 'fit'](SegTrainer())
