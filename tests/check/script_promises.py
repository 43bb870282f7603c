"""What the fixes of script rules promise to change, as Python's own `ast` sees it, and of launch scripts in words.

`python(before, after, codes)` and `shell(before, after, codes)` raise Broken if anything else differs between two texts,
and return the codes whose promise is what they saw.
"""

import ast
import difflib
import io
import re
import tokenize

BACKENDS = {'nccl', 'eccl', 'hccl', 'cncl', 'mccl', 'xccl', 'ccl'}
# What stands where torch.cuda has nothing to say.
WITHOUT_CUDA = {'None', '0', '0.0', '1', 'True', 'False', '(0, 0)', "''", "'cpu'", '[]', 'contextlib.nullcontext()'}
GROUP_MODULES = {'contextlib', 'os', 'datetime', 'torch', 'torch.distributed'}


class Broken(Exception):
    pass


def dump(node):
    return '\n'.join(map(ast.dump, node)) if isinstance(node, list) else ast.dump(node)


def calls(node, *names):
    """True if somewhere in a node one of these functions is called."""
    return any(isinstance(each, ast.Call) and ast.unparse(each.func).rpartition('.')[2] in names
               for each in ast.walk(node))


def is_import(node):
    """An import that making a process group needs."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} <= GROUP_MODULES
    return isinstance(node, ast.ImportFrom) and node.module in ('torch', 'mmengine.device')


def makes_group(node):
    """`if get_device() == 'cpu' and ...: dist.init_process_group(...)`, as it is written for a script."""
    return (isinstance(node, ast.If) and calls(node.test, 'get_device') and len(node.body) == 1
            and calls(node.body[0], 'init_process_group') and 'gloo' in ast.unparse(node.body[0]))


def asks_for_cuda(node):
    """`torch.cuda.is_available()`, also with `not`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith('.cuda.is_available')


def names_device(node):
    """`device`, or 'cuda' where there is CUDA and 'cpu' elsewhere."""
    if isinstance(node, ast.IfExp):
        return asks_for_cuda(node.test) and ast.unparse(node.orelse) == "'cpu'"
    return isinstance(node, ast.Name) and node.id == 'device'


def moves_to_device(before, after):
    """`x.cuda(...)` and `x.to(device, ...)`, of the same object and with the same other arguments."""
    sides = [before, after]
    if not all(isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) for each in sides):
        return False
    index = after.args[0].body if after.args and isinstance(after.args[0], ast.IfExp) else None
    kept = before.args if index is None or ast.unparse(index) == "'cuda'" else before.args[1:]
    return ([each.func.attr for each in sides] == ['cuda', 'to'] and len(after.args) == 1
            and names_device(after.args[0]) and len(kept) in (0, 1)
            and ast.dump(before.func.value) == ast.dump(after.func.value)
            and len(before.keywords) + len(kept) >= len(after.keywords))


class Comparison:

    def __init__(self, codes):
        self.codes, self.seen = codes, set()

    def promised(self, *codes):
        """True if one of these codes was fixed, whose promise then was kept."""
        found = self.codes.intersection(codes)
        self.seen |= found
        return bool(found)

    def different(self, before, after):
        show = [ast.unparse(side) if isinstance(side, ast.AST) else repr(side) for side in (before, after)]
        raise Broken(f'no fix promises that\n{show[0]}\nbecomes\n{show[1]}\n({sorted(self.codes)} were fixed)')

    def nodes(self, before, after):
        if isinstance(before, ast.AST) and isinstance(after, ast.AST):
            if ast.dump(before) == ast.dump(after) or self.expression(before, after):
                return
            if type(before) is not type(after):
                self.different(before, after)
            for name in before._fields:
                self.field(getattr(before, name, None), getattr(after, name, None), before, after)
        elif before != after:
            self.different(before, after)

    def field(self, before, after, parent, new_parent):
        if not isinstance(before, list) or not isinstance(after, list):
            return self.nodes(before, after)
        if all(isinstance(each, ast.stmt) for each in [*before, *after]):
            return self.statements(before, after)
        if len(before) != len(after):
            self.different(parent, new_parent)
        for pair in zip(before, after):
            self.nodes(*pair)

    def statements(self, before, after):
        """Two bodies, in which statements may have come or gone."""
        left, right = list(before), list(after)
        while left or right:
            if left and right and ast.dump(left[0]) == ast.dump(right[0]):
                left, right = left[1:], right[1:]
            elif right and self.added(right[0], left):
                right = right[1:]
            elif left and self.removed(left[0], right):
                left = left[1:]
                if right and isinstance(right[0], ast.Pass) and not left:
                    right = right[1:]
            elif left and right:
                if not self.statement(left[0], right[0]):
                    self.nodes(left[0], right[0])
                left, right = left[1:], right[1:]
            else:
                rest = left or right
                raise Broken(f'{"gone" if left else "new"} without a promise: {ast.unparse(rest[0])} ({self.codes})')

    def added(self, node, left):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == 'device':
            return (ast.unparse(node.value) == "torch.device('cuda' if torch.cuda.is_available() else 'cpu')"
                    and self.promised('MM509'))
        if self.starts_processes(node):
            return self.promised('MM513', 'MM557')
        if self.tells_epoch(node):
            return self.promised('MM529')
        if self.sets_launcher(node):
            return self.promised('MM507', 'MM528')
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("os.environ.setdefault('MASTER_"):
            return self.promised('MM561')
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith('dataset'):
            return bool(left) and ast.dump(node.value) in ast.dump(left[0]) and self.promised('MM514')
        if is_import(node) and not any(ast.dump(node) == ast.dump(other) for other in left):
            return bool(self.codes & {'MM201', 'MM502', 'MM503', 'MM504', 'MM505', 'MM509', 'MM507', 'MM511', 'MM512',
                                      'MM513', 'MM514', 'MM528', 'MM534', 'MM557', 'MM561', 'MM601'})
        if left and isinstance(left[0], ast.Expr) and calls(left[0], 'init_dist'):
            return False
        if not makes_group(node) or node.orelse or any(ast.dump(node) == ast.dump(other) for other in left):
            return False
        return self.promised('MM201', 'MM503', 'MM601')

    def starts_processes(self, node):
        """The card of each process, and their group, in place of DataParallel."""
        if isinstance(node, ast.If) and asks_for_cuda(node.test) and len(node.body) == 1 and not node.orelse:
            return calls(node.body[0], 'set_device') and 'LOCAL_RANK' in ast.unparse(node)
        return isinstance(node, ast.Expr) and ast.unparse(node.value).endswith(
            ".init_process_group('nccl' if torch.cuda.is_available() else 'gloo')")

    def tells_epoch(self, node):
        """`loader.sampler.set_epoch(epoch)`, also below `if hasattr(loader.sampler, 'set_epoch'):`."""
        if isinstance(node, ast.If) and calls(node.test, 'hasattr') and len(node.body) == 1:
            node = node.body[0]
        return isinstance(node, ast.Expr) and ast.unparse(node.value.func).endswith('.sampler.set_epoch')

    def sets_launcher(self, node):
        """`cfg.launcher = 'pytorch'`, also where a group exists or torchrun starts the script."""
        if isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and ast.unparse(node.test) in (
                'dist.is_initialized()', "'LOCAL_RANK' in os.environ"):
            node = node.body[0]
        return isinstance(node, ast.Assign) and ast.unparse(node).endswith(".launcher = 'pytorch'")

    def removed(self, node, right):
        if isinstance(node, (ast.Assert, ast.If)) and asks_for_cuda(node.test):
            return self.promised('MM527')
        return (isinstance(node, (ast.Import, ast.ImportFrom))
                and not any(ast.dump(node) == ast.dump(other) for other in right) and self.promised('MM516'))

    def statement(self, before, after):
        """True if a fix promises to write one statement in place of another."""
        if isinstance(after, ast.If) and ast.unparse(after.test).endswith('get_rank() == 0') and not after.orelse:
            return dump([before]) == dump(after.body) and self.promised('MM513', 'MM557')
        if isinstance(after, ast.If) and ast.unparse(after.test) == 'torch.cuda.is_available()' and not after.orelse:
            inner = [before] if calls(before, 'set_device') else []
            if len(inner) == len(after.body) and self.promised('MM501'):
                self.statements(inner, after.body)
                return True
            if dump([before]) == dump(after.body):
                return self.promised('MM527' if isinstance(before, ast.Assert) else 'MM509')
        if makes_group(after) and dump([before]) == dump(after.orelse):
            return self.promised('MM502')
        if isinstance(before, ast.Assign) and isinstance(after, ast.Expr):
            target = before.targets[0]
            wanted = f'{ast.unparse(target.value)}.setdefault' if isinstance(target, ast.Subscript) else ''
            call = after.value
            if isinstance(call, ast.Call) and ast.unparse(call.func) == wanted and len(call.args) == 2:
                self.nodes(before.value, call.args[1])
                return ast.dump(target.slice) == ast.dump(call.args[0]) and self.promised('MM512')
        return False

    def expression(self, before, after):
        if isinstance(after, ast.IfExp) and asks_for_cuda(after.test) and ast.dump(after.body) == ast.dump(before):
            other = ast.unparse(after.orelse)
            if other in ("'gloo'", 'None') and self.promised('MM504', 'MM505', 'MM530'):
                return True
            if isinstance(before, ast.BinOp) and isinstance(before.op, ast.Mod):
                return other in ('0', "'cpu'") and self.promised('MM527')
            if other in WITHOUT_CUDA and 'torch.cuda' in ast.unparse(before):
                return self.promised('MM509')
            if isinstance(before, ast.Call) and ast.unparse(before.func).endswith('convert_sync_batchnorm'):
                return other == ast.unparse(before.args[0]) and self.promised('MM515')
            has_object = isinstance(before, ast.Call) and isinstance(before.func, ast.Attribute)
            moved = ast.unparse(before.func.value) if has_object else None
            return (other in ("'cpu'", '[]', "torch.device('cpu')", moved)
                    or other == ast.unparse(before).replace('.cuda.', '.')) and self.promised('MM509', 'MM522')
        if calls(after, 'DistributedDataParallel') and calls(before, 'DataParallel'):
            return 'LOCAL_RANK' in ast.unparse(after) and self.promised('MM513', 'MM557')
        if isinstance(after, ast.BinOp) and ast.unparse(after.right).endswith('.get_world_size()'):
            return ast.dump(after.left) == ast.dump(before) and self.promised('MM513', 'MM557')
        if ast.unparse(after) == "int(os.environ['LOCAL_RANK'])":
            return self.promised('MM513', 'MM557')
        if moves_to_device(before, after):
            return self.promised('MM509')
        if isinstance(after, (ast.Name, ast.Attribute)) and isinstance(before, (ast.Name, ast.Attribute)):
            return self.promised('MM533')
        if isinstance(after, (ast.List, ast.Tuple, ast.Set)) and isinstance(before, type(after)):
            more = after.elts[len(before.elts):]
            if len(more) == 1 and ast.unparse(more[0]) == "'gloo'":  # choices of an option
                return dump(after.elts[:-1]) == dump(before.elts) and self.promised('MM504')
        if isinstance(after, ast.BoolOp) and isinstance(after.op, ast.Or) and calls(after.values[0], 'device_count'):
            return ast.dump(after.values[0]) == ast.dump(before) and self.promised('MM527')
        if isinstance(after, ast.BoolOp) and asks_for_cuda(after.values[-1]):
            return ast.dump(after.values[0]) == ast.dump(before) and self.promised('MM504', 'MM505')
        if isinstance(before, ast.expr) and isinstance(after, ast.Constant) and after.value == 'gloo':
            words = {each.value.lower() for each in ast.walk(before)
                     if isinstance(each, ast.Constant) and isinstance(each.value, str)}
            return bool(words & BACKENDS) and self.promised('MM504', 'MM101', 'MM622')
        if isinstance(before, ast.Call) and isinstance(after, ast.Call) and ast.dump(before.func) == ast.dump(after.func):
            return self.call(before, after)
        if isinstance(before, (ast.List, ast.Name)) and isinstance(after, ast.Constant) and after.value is None:
            return self.promised('MM505', 'MM506')
        if isinstance(before, ast.Dict) and isinstance(after, ast.Dict) and len(after.keys) == len(before.keys) + 1:
            if ast.unparse(after.keys[-1]) == "'device_ids'" and ast.unparse(after.values[-1]) == 'None':
                self.nodes(before, ast.Dict(after.keys[:-1], after.values[:-1]))
                return self.promised('MM506')
        return False

    def call(self, before, after):
        """Two calls of the same function, of whose arguments some came or went."""
        old, new = ({keyword.arg: keyword.value for keyword in side.keywords} for side in (before, after))
        name = ast.unparse(before.func).rpartition('.')[2]
        gone, came = old.keys() - new.keys(), new.keys() - old.keys()
        if came == {'sampler'} and name == 'DataLoader' and gone <= {'shuffle'} and calls(after, 'DistributedSampler'):
            return len(before.args) - len(after.args) in (0, 1) and self.promised('MM514')
        fewer = len(before.args) - len(after.args)
        if came and not gone and not fewer:
            if came <= {'rank', 'world_size'} and name == 'init_process_group':
                kept = self.promised('MM511')
            else:
                kept = came == {'device_ids'} and ast.unparse(new['device_ids']) == 'None' and self.promised('MM506')
            if not kept:
                return False
        elif name == 'DistributedSampler' and gone <= {'num_replicas', 'rank'} and not came and len(after.args) == 1:
            if not self.promised('MM538', 'MM543'):
                return False
        elif gone == {'required'} and came <= {'default'} and name == 'add_argument':
            if 'LOCAL_RANK' not in ast.unparse(new['default']) or not self.promised('MM534'):
                return False
        elif gone in ({'shuffle'}, {'process_group'}) and not came and not fewer:
            if not self.promised('MM574' if gone == {'shuffle'} else 'MM547'):
                return False
        elif gone or came or fewer:
            return False
        for pair in zip(before.args, after.args):
            self.nodes(*pair)
        for key in old.keys() & new.keys():
            self.nodes(old[key], new[key])
        return True


def comments(text):
    """The comments of a Python text, in order."""
    return [token.string.rstrip() for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT]


def text_of(data):
    return data.decode('utf-8-sig').replace('\r\n', '\n')


def same_form(before, after):
    """The form of the file stays: its byte order mark, its line ends, how it ends."""
    if before.startswith(b'\xef\xbb\xbf') != after.startswith(b'\xef\xbb\xbf'):
        raise Broken('the byte order mark came or went')
    if after.count(b'\n') != after.count(b'\r\n') and before.count(b'\n') == before.count(b'\r\n') > 0:
        raise Broken('lines end with LF in a text of CRLF')
    if b'\r' in after and b'\r' not in before:
        raise Broken('lines end with CR in a text of LF')
    if before.endswith(b'\n') != after.endswith(b'\n'):
        raise Broken('the end of the last line came or went')


def python(before, after, codes):
    same_form(before, after)
    comparison = Comparison(set(codes))
    old, new = text_of(before), text_of(after)
    compile(new, 'after', 'exec', dont_inherit=True)
    comparison.nodes(ast.parse(old), ast.parse(new))
    lost = [comment for comment in comments(old) if comment not in comments(new)]
    if lost and not codes & {'MM505', 'MM504', 'MM516'}:
        raise Broken(f'lost comments: {lost}')
    return comparison.seen


# --- Launch scripts ---

STARTS = {'python', 'python3', '$PYTHON', '"${PYTHON:-python3}"'}
ASSIGNED_TEXT = re.compile(r'\w+=["\']')


def shell_promise(old, new):
    """The code of the rule whose fix writes the second list of words in place of the first, or None."""
    told = ' '.join(new)
    if old == ['--amp'] and not new:
        return 'MM607'
    if old == ['python'] and new == ['python3']:
        return 'MM615'
    if not old and new == ['\\']:
        return 'MM620'
    if len(old) == len(new) == 1 and re.sub(r'\$\{(\w+):-\}', r'$\1', new[0]) == re.sub(r'\$\{(\w+)\}', r'$\1', old[0]):
        return 'MM631'
    if len(old) == len(new) == 1 and old[0].startswith('--') and new[0].startswith('--') and (
            old[0].partition('=')[2] == new[0].partition('=')[2]):
        return 'MM609'
    if not old and new == ['export']:
        return 'MM623'
    if not old and new == ['--launcher', 'pytorch']:
        return 'MM528'
    if not new and old and re.fullmatch(r'(export )?(RANK|LOCAL_RANK|WORLD_SIZE)=\S*', ' '.join(old)):
        return 'MM606'
    if not new and old and re.fullmatch(r'(export )?[A-Z_]*(CCL|BACKEND|DEVICE)[A-Z_]*=\S*', ' '.join(old)):
        return 'MM605'
    if [word.replace('torch.distributed.launch', 'torch.distributed.run') for word in old] == new:
        return 'MM602'
    if [word for word in old if word not in ('--use_env', '--use-env')] == new:
        return 'MM602'
    if [word.replace('CUDA_VISIBLE_DEVICES', 'TOPS_VISIBLE_DEVICES') for word in old] == new:
        return 'MM603'
    if 'PIPESTATUS' in told and (not old or new[:len(old)] == old):
        return 'MM610'
    # In a text that is evaluated the first word has its name before it.
    if old and new and (name := ASSIGNED_TEXT.match(old[0])) and new[0].startswith(name[0]):
        return shell_promise([old[0][name.end():], *old[1:]], [new[0][name.end():], *new[1:]])
    # Some interpreter with its options becomes a starter with the number of processes.
    rest = [word for word in old if not word.startswith('-')]
    if len(rest) <= 1 and all(word.strip('"\'') in STARTS or word in STARTS for word in rest) and re.fullmatch(
            r'(torchrun|-m torch\.distributed\.run)? ?--nproc_per_node=\S+( --master_port=\S+)?', told):
        return 'MM601'
    return None


def shell(before, after, codes):
    same_form(before, after)
    old, new = re.findall(r'\S+', text_of(before)), re.findall(r'\S+', text_of(after))
    seen = set()
    for step, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if step == 'equal':
            continue
        code = shell_promise(old[i:j], new[k:m])
        if code not in codes:
            raise Broken(f'no fix promises that {old[i:j]} becomes {new[k:m]} ({sorted(codes)} were fixed)')
        seen.add(code)
    return seen
