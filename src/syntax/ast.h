#pragma once

#include "syntax/operator.h"

// Python's syntax as mmlint sees it: small typed nodes in an arena, made by parse.h. Offsets are
// bytes of the *source file*, also where templates were expanded first.
// Nodes are immutable, trivially destructible and live as long as their Document.
namespace mmlint::syntax {

enum class ExprKind : std::uint8_t {
  kName, kConstant, kInteger, kFloat, kString, kBytes, kFString,
  kList, kTuple, kSet, kDict,
  kCall, kAttribute, kSubscript, kSlice, kStarred,
  kUnary, kBinary, kCompare, kBoolean, kConditional,
  kLambda, kComprehension, kNamed, kYield, kAwait,
  kUnsupported,  // valid Python without a value in a config: 1j, '\N{NAME}', async comprehensions
};

// An expression's range leaves out enclosing parentheses, but holds those of a tuple display.
struct Expr {
  ExprKind kind;
  std::uint32_t begin;
  std::uint32_t end;
};
template <class T>
using List = std::span<T const* const>;
using Exprs = List<Expr>;

struct Name : Expr { std::string_view id; };
enum class ConstantKind : std::uint8_t { kNone, kTrue, kFalse, kEllipsis };
struct Constant : Expr { ConstantKind value; };
struct Number : Expr { std::string_view text; };  // kInteger, kFloat: digits as written, without '_'
// kString, kBytes: `value` has adjacent literals joined, escapes decoded, CRLF and CR read as LF.
struct String : Expr { std::string_view value; };
// A piece of an f-string: text, or an expression with conversion ('r', 's', 'a', 0) and format spec.
struct FStringPart {
  std::string_view text;
  const Expr* expr = nullptr;
  char conversion = 0;
  std::span<const FStringPart> spec = {};
  bool debug = false;  // f'{x=}': `text` is what stands before the value, conversion 'r' if none
};
struct FString : Expr { std::span<const FStringPart> parts; };

struct Sequence : Expr { Exprs items; };  // kList, kTuple, kSet; items may be Starred
struct DictItem { const Expr* key; const Expr* value; };  // key is null for **value
struct Dict : Expr { std::span<const DictItem> items; };
struct Argument {
  std::string_view name;      // keyword; empty for positional
  std::uint32_t begin, end;   // of the whole argument, name included
  const Expr* value;          // a Starred for *x and **x
  std::uint32_t name_end = 0;  // of a keyword
};
struct Call : Expr {
  const Expr* callee;
  std::span<const Argument> arguments;
  std::uint32_t open;  // offset of '('
};
struct Attribute : Expr { const Expr* object; std::string_view name; std::uint32_t name_begin; };
struct Subscript : Expr { const Expr* object; const Expr* index; };  // x[a, b] has a Tuple index
struct Slice : Expr { const Expr* lower; const Expr* upper; const Expr* step; };  // each may be null
struct Starred : Expr { const Expr* value; int stars; };  // 1 or 2
struct Unary : Expr { Operator op; const Expr* operand; };
struct Binary : Expr { Operator op; const Expr* left; const Expr* right; };
struct Compare : Expr { const Expr* left; std::span<const Operator> ops; Exprs rights; };
struct Boolean : Expr { Operator op; const Expr* left; const Expr* right; };
struct Conditional : Expr { const Expr* condition; const Expr* then; const Expr* otherwise; };
struct Yield : Expr { const Expr* value; };  // kYield, also `yield from`; kAwait; may be null
struct Named : Expr { const Name* target; const Expr* value; };
struct Parameter {
  std::string_view name;
  const Expr* default_value = nullptr;
  const Expr* annotation = nullptr;
  enum class Kind : std::uint8_t { kPositionalOnly, kNormal, kStar, kKeywordOnly, kDoubleStar } kind;
};
struct Lambda : Expr { std::span<const Parameter> parameters; const Expr* body; };
struct ForClause { const Expr* target; const Expr* iterable; Exprs conditions; };
enum class ComprehensionKind : std::uint8_t { kList, kSet, kDict, kGenerator };
struct Comprehension : Expr {
  ComprehensionKind what;
  const Expr* key;    // dicts only
  const Expr* value;
  std::span<const ForClause> clauses;
};

enum class StmtKind : std::uint8_t {
  kExpression, kAssign, kAnnotated, kAugmented, kDelete,
  kIf, kFor, kWhile, kWith, kTry, kFunction, kClass, kMatch,
  kImport, kImportFrom, kReturn, kRaise, kAssert, kPass, kBreak, kContinue, kGlobal, kNonlocal,
  kUnsupported,  // valid Python that configs do not use: type aliases, async
};

struct Stmt {
  StmtKind kind;
  std::uint32_t begin;
  std::uint32_t end;
};
using Block = List<Stmt>;

struct ExpressionStmt : Stmt { const Expr* value; };
struct Assign : Stmt { Exprs targets; const Expr* value; };  // a = b = v has two targets
// `value` may be null.
struct Annotated : Stmt { const Expr* target; const Expr* annotation; const Expr* value; };
struct Augmented : Stmt { const Expr* target; Operator op; const Expr* value; };
struct Delete : Stmt { Exprs targets; };
struct If : Stmt { const Expr* condition; Block then; Block otherwise; };  // elif: an If in otherwise
struct For : Stmt { const Expr* target; const Expr* iterable; Block body; Block otherwise; bool is_async; };
struct While : Stmt { const Expr* condition; Block body; Block otherwise; };
struct WithItem { const Expr* context; const Expr* target; };  // target may be null
struct With : Stmt { std::span<const WithItem> items; Block body; bool is_async; };
struct Handler { const Expr* type; std::string_view name; Block body; };  // type may be null
struct Try : Stmt { Block body; std::span<const Handler> handlers; Block otherwise; Block finally; };
struct Function : Stmt {
  std::string_view name;
  std::span<const Parameter> parameters;
  Block body;
  Exprs decorators;
  const Expr* returns;  // its annotation; may be null
  bool is_async;
  bool is_generator;  // its own body holds a yield
};
struct Class : Stmt { std::string_view name; std::span<const Argument> bases; Block body; Exprs decorators; };
struct ImportedName {
  std::string_view name;       // dotted for `import a.b`; "*" for a star
  std::string_view alias;      // empty without `as`
  std::uint32_t begin, end;    // `name as alias`
  std::uint32_t alias_begin = 0;
};
struct Import : Stmt { std::span<const ImportedName> names; };
struct ImportFrom : Stmt {
  std::string_view module;  // without the leading dots, may be empty
  int level;                // number of leading dots
  std::span<const ImportedName> names;
};
struct Return : Stmt { const Expr* value; };  // may be null
struct Raise : Stmt { const Expr* value; };   // may be null
struct Assert : Stmt { const Expr* condition; const Expr* message; };  // message may be null
struct Scope : Stmt { std::span<const std::string_view> names; };      // kGlobal, kNonlocal
// Returns the node as the type that its `kind` says it has, which is not checked.
template <class T, class Node>
const T& as(const Node& node) {
  return static_cast<const T&>(node);
}

}  // namespace mmlint::syntax
