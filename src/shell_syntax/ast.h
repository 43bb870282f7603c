#pragma once

#include "base/std.h"

// Bash's syntax as mmlint sees it: small typed nodes in an arena, made by reader_*.cc. Offsets are bytes
// of the text that was read: the whole file, or the value of a word (`bash -c "..."`). Nodes are
// immutable, trivially destructible and live as long as what read them. Comments are left out.
namespace mmlint::shell_syntax {

struct Statement;
using Block = std::span<const Statement* const>;  // in the order in which they are written

enum class PartKind : std::uint8_t {
  kLiteral,       // text: the value; one part for each run of bytes that stand there as they are
  kSingleQuoted,  // '...'; text: the value
  kAnsiC,         // $'...'; text: the value, escapes decoded
  kDoubleQuoted,  // "..." and $"..."; parts: kLiteral and expansions
  kVariable,      // $name, ${name}, ${name:-default}; text: the name
  kCommand,       // $(...) and `...`; body
  kProcess,       // <(...) and >(...); body
  kArithmetic,    // $((...)) and $[...]; text: what stands inside
  kRange,         // {0..7}; text: "0..7"
  kSpecial,       // what bash may expand when it is not quoted (*, ?, [...], ~, {a,b}); text as written
};

// What Part::op holds for a variable whose operator is no text of its own.
inline constexpr std::string_view kLength = "length";
inline constexpr std::string_view kIndirect = "indirect";
inline constexpr std::string_view kOther = "other";

// A part of a word: which fields mean something depends on the kind.
struct Part {
  PartKind kind = PartKind::kLiteral;
  std::uint32_t begin = 0, end = 0;  // quotes and '\' included
  std::string_view text = {};
  std::uint32_t text_begin = 0;      // of a literal, quotes or special: where `text` begins
  // Of a variable: the subscript, "@" in ${X[@]}, and the operator: "" for $X and ${X}, ":-", "-", ":=",
  // "%%"; kLength for ${#X}, kIndirect for ${!X}, kOther for a substitution that mmlint does not know.
  std::string_view subscript = {};
  std::string_view op = {};
  std::span<const Part> parts = {};  // kDoubleQuoted; the operand of a variable's operator
  Block body = {};
  bool readable = true;  // kCommand in backquotes: false if its text was not read
};

// A word before expansion: its parts follow each other without a gap.
struct Word {
  std::uint32_t begin, end;
  std::span<const Part> parts;
};

// NAME=value, NAME+=value, NAME[i]=value, NAME=(a b c); also a bare NAME behind `export` and its like.
struct Assignment {
  std::uint32_t begin, end;
  std::string_view name;
  std::string_view subscript;         // of X[i]=..., as written; empty without
  bool append;                        // +=
  const Word* value;                  // may have no parts; null for an array, and for `export X`
  std::span<const Word> items;        // of an array
  bool is_array;
};

// A here-document: <<EOF.
struct Heredoc {
  std::string_view delimiter;
  bool quoted;               // nothing in the body is expanded
  bool strip_tabs;           // <<-
  std::uint32_t begin, end;  // of the body: whole lines, the delimiter's left out
  bool expands;              // not quoted, and it holds an expansion or a backslash
};

// A redirection: 2>&1, > file, <<EOF.
struct Redirect {
  std::uint32_t begin, end;
  std::string_view descriptor;  // "2", "{fd}", empty
  std::string_view op;          // "<", ">>", "&>", "<<<", "<<", "<<-"...
  const Word* target;           // of a here-document: the delimiter
  const Heredoc* heredoc;       // null for other redirects
};

enum class StatementKind : std::uint8_t {
  kCommand, kPipeline, kAndOr, kIf, kFor, kForArithmetic, kWhile, kCase, kFunction, kGroup, kSubshell,
  kTest,  // [[ ... ]] and (( ... )); `[` is a command
};

// The base of all statements. `kind` tells which of the structs below it is; as<T>() casts.
struct Statement {
  StatementKind kind;
  std::uint32_t begin, end;
  bool background = false;                    // followed by '&'
  std::span<const Redirect> redirects = {};
};

// A simple command. Without words its assignments set the script's own variables; before words
// they are the command's environment; those of export, declare, typeset, local and readonly stand in
// `declared`, and the command's options among the words.
struct Command : Statement {
  std::span<const Assignment> assignments;
  std::span<const Word> words;
  std::span<const Assignment> declared;
};
// Returns true for a builtin of bash that takes assignments as arguments, such as export.
bool declares_variables(std::string_view builtin);
struct Pipeline : Statement { Block commands; bool negated; bool timed; };  // one command with `!`, `time`
struct AndOr : Statement { const Statement* left; bool is_and; const Statement* right; };
struct If : Statement { Block condition; Block then; Block otherwise; };  // elif: an If in otherwise
// kFor, also `select`. Without `in` it goes over "$@".
struct For : Statement { std::string_view variable; bool has_in; std::span<const Word> items; Block body; };
struct ForArithmetic : Statement { std::string_view header; Block body; };  // what stands in ((...))
struct While : Statement { Block condition; Block body; bool until; };
struct CaseItem { std::span<const Word> patterns; Block body; };
struct Case : Statement { const Word* subject; std::span<const CaseItem> items; };
struct Function : Statement { std::string_view name; const Statement* body; };
struct Compound : Statement { Block body; };                   // kGroup, kSubshell
// [[...]] has words, its operators left out; ((...)) has its text in `arithmetic`.
struct Test : Statement { std::span<const Word> words; std::string_view arithmetic; };

// The statement as the struct of its kind; the caller has looked at `kind`.
template <class T>
const T& as(const Statement& statement) {
  return static_cast<const T&>(statement);
}

}  // namespace mmlint::shell_syntax
