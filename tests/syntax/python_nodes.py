"""Python's own `ast` in the form of dump_ast: ["Kind", begin, end, ...] with byte offsets.

A position that `ast` does not give, or gives differently by design, is None and compares equal to any.
"""

import ast
import re

OPERATORS = {
    ast.Add: 0, ast.Sub: 1, ast.Mult: 2, ast.Div: 3, ast.FloorDiv: 4, ast.Mod: 5, ast.Pow: 6,
    ast.MatMult: 7, ast.LShift: 8, ast.RShift: 9, ast.BitAnd: 10, ast.BitOr: 11, ast.BitXor: 12,
    ast.UAdd: 13, ast.USub: 14, ast.Invert: 15, ast.Not: 16, ast.Eq: 17, ast.NotEq: 18, ast.Lt: 19,
    ast.LtE: 20, ast.Gt: 21, ast.GtE: 22, ast.In: 23, ast.NotIn: 24, ast.Is: 25, ast.IsNot: 26,
    ast.And: 27, ast.Or: 28,
}
CONSTANTS = {None: 0, True: 1, False: 2, Ellipsis: 3}
COMPREHENSIONS = {ast.ListComp: 0, ast.SetComp: 1, ast.DictComp: 2, ast.GeneratorExp: 3}
UNSUPPORTED = tuple(
    getattr(ast, name)
    for name in ("AsyncFor", "AsyncWith", "TryStar", "TypeAlias")
    if hasattr(ast, name))


def bytes_as_text(data):
    return data.decode("latin-1")


def text(value):
    return bytes_as_text(value.encode("utf-8", "surrogatepass"))


class Converter:
    """Converts the nodes of one file, given as bytes."""

    def __init__(self, data):
        self.data = data
        self.starts = [0]
        at = 0
        for line in data.splitlines(keepends=True):  # for bytes: only LF, CR, CRLF
            at += len(line)
            self.starts.append(at)
        self.in_fstring = False

    def begin(self, node):
        return None if self.in_fstring else self.starts[node.lineno - 1] + node.col_offset

    def end(self, node):
        return None if self.in_fstring else self.starts[node.end_lineno - 1] + node.end_col_offset

    def stmt_begin(self, node):
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.data.rfind(b"@", 0, self.begin(decorators[0]))
        return self.begin(node)

    def range(self, node):
        return [self.stmt_begin(node), self.end(node)]

    def body(self, nodes):
        return [self.stmt(node) for node in nodes]

    def exprs(self, nodes):
        return [self.expr(node) for node in nodes]

    # --- expressions ---

    def expr(self, node):
        if node is None:
            return None
        where = [self.begin(node), self.end(node)]
        if self.is_unsupported(node):
            return ["Unsupported", *where]
        return [*getattr(self, "expr_" + type(node).__name__)(node, where)]

    def is_unsupported(self, node):
        if isinstance(node, UNSUPPORTED):
            return True
        if isinstance(node, ast.Constant) and isinstance(node.value, complex):
            return True
        if any(c.is_async for c in getattr(node, "generators", [])):
            return True
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and not self.in_fstring:
            written = self.data[self.begin(node):self.end(node)]
            if b"\\N{" in written and not isinstance(getattr(node, "value", ""), bytes):
                return has_name_escape(written)
        return False

    def expr_Name(self, node, where):
        return "Name", *where, text(node.id)

    def expr_Constant(self, node, where):
        value = node.value
        if value is None or value is Ellipsis or isinstance(value, bool):
            return "Constant", *where, CONSTANTS[value]
        if isinstance(value, int):
            return "Integer", *where, value
        if isinstance(value, float):
            return "Float", *where, value
        if isinstance(value, bytes):
            return "Bytes", *where, bytes_as_text(value)
        return "String", *where, text(value)

    def expr_JoinedStr(self, node, where):
        outer, self.in_fstring = self.in_fstring, True
        parts = self.fstring_parts(node)
        self.in_fstring = outer
        return "FString", *where, parts

    def fstring_parts(self, node):
        if node is None:
            return []
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append([text(value.value), None, "", []])
            else:
                conversion = chr(value.conversion) if value.conversion > 0 else ""
                parts.append(["", self.expr(value.value), conversion,
                              self.fstring_parts(value.format_spec)])
        return merged(parts)

    def expr_List(self, node, where):
        return "List", *where, self.exprs(node.elts)

    def expr_Tuple(self, node, where):
        return "Tuple", *where, self.exprs(node.elts)

    def expr_Set(self, node, where):
        return "Set", *where, self.exprs(node.elts)

    def expr_Dict(self, node, where):
        return "Dict", *where, [[self.expr(k), self.expr(v)] for k, v in zip(node.keys, node.values)]

    def expr_Call(self, node, where):
        return "Call", *where, self.expr(node.func), self.arguments(node.args, node.keywords), None

    def arguments(self, args, keywords):
        result = []
        for arg in args:
            result.append([self.begin(arg), ["", None, None, self.expr(arg)]])
        for keyword in keywords:
            begin, end = self.begin(keyword), self.end(keyword)
            value = self.expr(keyword.value)
            if keyword.arg is None:
                value = ["Starred", begin, end, value, 2]
            result.append([begin, [text(keyword.arg or ""), begin, end, value]])
        if not self.in_fstring:
            result.sort(key=lambda item: item[0])
        return [argument for _, argument in result]

    def expr_Attribute(self, node, where):
        return "Attribute", *where, self.expr(node.value), text(node.attr), None

    def expr_Subscript(self, node, where):
        return "Subscript", *where, self.expr(node.value), self.expr(node.slice)

    def expr_Slice(self, node, where):
        return "Slice", *where, self.expr(node.lower), self.expr(node.upper), self.expr(node.step)

    def expr_Starred(self, node, where):
        return "Starred", *where, self.expr(node.value), 1

    def expr_Yield(self, node, where):
        return "Yield", *where, self.expr(node.value)

    expr_YieldFrom = expr_Yield

    def expr_Await(self, node, where):
        return "Await", *where, self.expr(node.value)

    def expr_UnaryOp(self, node, where):
        return "Unary", *where, OPERATORS[type(node.op)], self.expr(node.operand)

    def expr_BinOp(self, node, where):
        return "Binary", *where, OPERATORS[type(node.op)], self.expr(node.left), self.expr(node.right)

    def expr_BoolOp(self, node, where):
        result = self.expr(node.values[0])
        for value in node.values[1:]:
            result = ["Boolean", None, None, OPERATORS[type(node.op)], result, self.expr(value)]
        result[1:3] = where
        return result

    def expr_Compare(self, node, where):
        return ("Compare", *where, self.expr(node.left), [OPERATORS[type(op)] for op in node.ops],
                self.exprs(node.comparators))

    def expr_IfExp(self, node, where):
        return ("Conditional", *where, self.expr(node.test), self.expr(node.body),
                self.expr(node.orelse))

    def expr_NamedExpr(self, node, where):
        return "Named", *where, self.expr(node.target), self.expr(node.value)

    def expr_Lambda(self, node, where):
        return "Lambda", *where, self.parameters(node.args), self.expr(node.body)

    def comprehension(self, node, where):
        what = COMPREHENSIONS[type(node)]
        key = self.expr(node.key) if isinstance(node, ast.DictComp) else None
        value = node.value if isinstance(node, ast.DictComp) else node.elt
        clauses = [[self.expr(c.target), self.expr(c.iter), self.exprs(c.ifs)]
                   for c in node.generators]
        return "Comprehension", *where, what, key, self.expr(value), clauses

    expr_ListComp = expr_SetComp = expr_DictComp = expr_GeneratorExp = comprehension

    def parameters(self, args):
        result = []
        positional = args.posonlyargs + args.args
        defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
        for i, (arg, default) in enumerate(zip(positional, defaults)):
            result.append([text(arg.arg), self.expr(default), 0 if i < len(args.posonlyargs) else 1])
        if args.vararg:
            result.append([text(args.vararg.arg), None, 2])
        for arg, default in zip(args.kwonlyargs, args.kw_defaults):
            result.append([text(arg.arg), self.expr(default), 3])
        if args.kwarg:
            result.append([text(args.kwarg.arg), None, 4])
        return result

    # --- statements ---

    def stmt(self, node):
        where = self.range(node)
        if isinstance(node, UNSUPPORTED):
            return ["Unsupported", *where]
        return [*getattr(self, "stmt_" + type(node).__name__)(node, where)]

    def stmt_Expr(self, node, where):
        return "Expression", *where, self.expr(node.value)

    def stmt_Assign(self, node, where):
        return "Assign", *where, self.exprs(node.targets), self.expr(node.value)

    def stmt_Match(self, node, where):
        cases = [[self.pattern(case.pattern), self.expr(case.guard), self.body(case.body)] for case in node.cases]
        return "Match", *where, self.expr(node.subject), cases

    def pattern(self, node):
        """[kind, value, name, parts, keys], with the kinds of Pattern::Kind in src/syntax/ast.h."""
        parts = [self.pattern(part) for part in getattr(node, "patterns", [])]
        name = text(getattr(node, "name", None) or "")
        if isinstance(node, ast.MatchAs):
            return [2, None, name, [self.pattern(node.pattern)], []] if node.pattern else [0, None, name, [], []]
        if isinstance(node, ast.MatchValue):
            return [1, self.expr(node.value), "", [], []]
        if isinstance(node, ast.MatchSingleton):
            constant = ["Constant", self.begin(node), self.end(node), CONSTANTS[node.value]]
            return [1, constant, "", [], []]
        if isinstance(node, ast.MatchOr):
            return [2, None, "", parts, []]
        if isinstance(node, ast.MatchSequence):
            return [3, None, "", parts, []]
        if isinstance(node, ast.MatchStar):
            return [4, None, name, [], []]
        if isinstance(node, ast.MatchMapping):
            rest = [[4, None, text(node.rest), [], []]] if node.rest else []
            return [5, None, "", parts + rest, self.exprs(node.keys)]
        parts += [self.pattern(part) for part in node.kwd_patterns]
        return [6, self.expr(node.cls), "", parts, []]

    def stmt_AnnAssign(self, node, where):
        return "Annotated", *where, self.expr(node.target), self.expr(node.value)

    def stmt_AugAssign(self, node, where):
        return ("Augmented", *where, self.expr(node.target), OPERATORS[type(node.op)],
                self.expr(node.value))

    def stmt_Delete(self, node, where):
        return "Delete", *where, self.exprs(node.targets)

    def stmt_If(self, node, where):
        return "If", *where, self.expr(node.test), self.body(node.body), self.body(node.orelse)

    def stmt_For(self, node, where):
        return ("For", *where, self.expr(node.target), self.expr(node.iter), self.body(node.body),
                self.body(node.orelse))

    def stmt_While(self, node, where):
        return "While", *where, self.expr(node.test), self.body(node.body), self.body(node.orelse)

    def stmt_With(self, node, where):
        items = [[self.expr(i.context_expr), self.expr(i.optional_vars)] for i in node.items]
        return "With", *where, items, self.body(node.body)

    def stmt_Try(self, node, where):
        handlers = [[self.expr(h.type), text(h.name or ""), self.body(h.body)]
                    for h in node.handlers]
        return ("Try", *where, self.body(node.body), handlers, self.body(node.orelse),
                self.body(node.finalbody))

    def stmt_FunctionDef(self, node, where):
        return ("Function", *where, text(node.name), self.parameters(node.args),
                self.body(node.body), self.exprs(node.decorator_list),
                isinstance(node, ast.AsyncFunctionDef), yields(node.body))

    stmt_AsyncFunctionDef = stmt_FunctionDef

    def stmt_ClassDef(self, node, where):
        return ("Class", *where, text(node.name), self.arguments(node.bases, node.keywords),
                self.body(node.body), self.exprs(node.decorator_list))

    def names(self, node):
        return [[text(a.name), text(a.asname or ""),
                 self.begin(a) if hasattr(a, "lineno") else None,
                 self.end(a) if hasattr(a, "lineno") else None] for a in node.names]

    def stmt_Import(self, node, where):
        return "Import", *where, self.names(node)

    def stmt_ImportFrom(self, node, where):
        return "ImportFrom", *where, text(node.module or ""), node.level, self.names(node)

    def stmt_Return(self, node, where):
        return "Return", *where, self.expr(node.value)

    def stmt_Raise(self, node, where):
        return "Raise", *where, self.expr(node.exc)

    def stmt_Assert(self, node, where):
        return "Assert", *where, self.expr(node.test), self.expr(node.msg)

    def stmt_Pass(self, node, where):
        return "Pass", *where

    def stmt_Break(self, node, where):
        return "Break", *where

    def stmt_Continue(self, node, where):
        return "Continue", *where

    def stmt_Global(self, node, where):
        return "Global", *where, [text(name) for name in node.names]

    def stmt_Nonlocal(self, node, where):
        return "Nonlocal", *where, [text(name) for name in node.names]


def has_name_escape(written):
    """True if a string literal, as written, holds a \\N{NAME} that is an escape."""
    prefix = written[:3].split(b"'")[0].split(b'"')[0].lower()
    return b"r" not in prefix and re.search(rb"(?<!\\)(?:\\\\)*\\N\{", written) is not None


def merged(parts):
    """Neighbouring texts of an f-string as one, empty ones left out."""
    result = []
    for part in parts:
        is_text = part[1] is None
        if is_text and not part[0]:
            continue
        if is_text and result and result[-1][1] is None:
            result[-1][0] += part[0]
        else:
            result.append(part)
    return result


def yields(body):
    """True if statements hold a yield of their own."""
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            todo += node.decorator_list + node.args.defaults
            todo += [d for d in node.args.kw_defaults if d is not None]
        elif isinstance(node, ast.Lambda):
            todo += node.args.defaults + [d for d in node.args.kw_defaults if d is not None]
        else:
            todo += ast.iter_child_nodes(node)
    return False
