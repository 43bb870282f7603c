"""Inputs for the fuzz target over launch scripts: the fixtures and the rules' examples, and mutants of them."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / 'check'))

import rule_examples

LARGEST = 3000  # bytes
MUTANTS = 1500  # that are replayed

WORDS = [word.replace('\0', ' ') for word in ("if then fi else elif do done case esac in { } ( ) (( )) [[ ]] \" ' ` $( ${ ; ;; & && || | < > <<EOF <<- # ! $@ $1 "
         "\"$@\" ${X:-8} ${X%.*} ${#X} ${!X} X=1 X+=a X=( X[0]=1 export unset local eval bash\\ -c shift set\\ -- $CMD $((X+1)) "
         "$(dirname\\ \"$0\") {0..7} \\ time 2>&1 $' EOF f() function while torchrun python "
         "python3\\ -m\\ torch.distributed.launch -c nohup env mpirun srun --nproc_per_node=8 --launcher\\ pytorch --cfg-options "
         "train.py source cd wait \x01 \\\n \r\n \n \t for\\ i\\ in").replace('\\ ', '\0').split(' ')]


def words():
    return filter(None, WORDS)


def texts(repository):
    for path in sorted((repository / 'fixtures').rglob('*.sh')):
        if repository / 'fixtures/rules' in path.parents:
            continue  # below, without their markers
        yield path.read_bytes().decode(errors='replace')
    for example in rule_examples.read_all(repository, 'MM6*.json'):
        yield from (text for text in (example.files[0].text, example.files[0].fixed) if text is not None)


def inputs(repository):
    return (text.encode() for text in texts(repository))


def mutants(repository):
    """Several changes at once, which the fuzzer seldom gets to in a short time; the same every time."""
    known, choose = list(texts(repository)), random.Random(1)
    return (mutant(known, choose).encode() for _ in range(MUTANTS))


def mutant(known, choose):
    text = choose.choice(known)
    if len(text) > LARGEST:
        begin = choose.randrange(len(text) - LARGEST)
        text = text[begin:begin + LARGEST]
    for _ in range(choose.choice((1, 1, 2, 5, 20))):
        at = choose.randrange(len(text) + 1)
        kind = choose.random()
        if kind < 0.3:
            text = text[:at] + text[at + choose.randint(1, 10):]
        elif kind < 0.7:
            text = f'{text[:at]} {choose.choice(WORDS)} {text[at:]}'
        elif kind < 0.85:
            end = min(at + choose.randint(1, 60), len(text))
            text = text[:end] + text[at:end] * choose.choice((1, 1, 3, 40)) + text[end:]
        else:
            other = choose.choice(known)
            cut = choose.randrange(len(other) + 1)
            text = text[:at] + other[cut:cut + 200] + text[at:]
    return text
