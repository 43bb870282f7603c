
#include "base/text.h"
#include "shell/interpreter.h"
#include "shell/patterns.h"

// Conditions whose outcome is known: bash takes one branch, and never the other one.
namespace mmlint::shell {
namespace {

using shell_syntax::PartKind;
using shell_syntax::StatementKind;

// Literals and variables, whose expansion runs nothing and changes nothing.
bool is_plain(std::span<const shell_syntax::Part> parts) {
  return std::ranges::all_of(parts, [](const shell_syntax::Part& part) {
    switch (part.kind) {
      case PartKind::kLiteral:
      case PartKind::kSingleQuoted:
      case PartKind::kAnsiC:
        return true;
      case PartKind::kDoubleQuoted:
        return is_plain(part.parts);
      case PartKind::kVariable:
        return part.subscript.empty() &&
               (part.op.empty() || ((part.op == ":-" || part.op == "-") && is_plain(part.parts)));
      default:
        return false;
    }
  });
}

bool is_quoted(const shell_syntax::Word& word) {
  return word.parts.size() == 1 && word.parts[0].kind != PartKind::kVariable;
}

std::string_view literal_of(const shell_syntax::Word& word) {
  return word.parts.size() == 1 && word.parts[0].kind == PartKind::kLiteral ? word.parts[0].text
                                                                            : std::string_view();
}

std::optional<bool> compare(std::string_view op, std::int64_t a, std::int64_t b) {
  if (op == "-eq") return a == b;
  if (op == "-ne") return a != b;
  if (op == "-lt") return a < b;
  if (op == "-le") return a <= b;
  if (op == "-gt") return a > b;
  if (op == "-ge") return a >= b;
  return std::nullopt;
}

// Whether more than 16 commands stand left of a `&&` or `||`. Each link of a chain asks for what is
// left of it, so the links of a long one would ask for all of it again and again.
bool is_long(const shell_syntax::AndOr& both) {
  const shell_syntax::Statement* left = both.left;
  for (int links = 0; left->kind == StatementKind::kAndOr; ++links) {
    if (links == 16) return true;
    left = shell_syntax::as<shell_syntax::AndOr>(*left).left;
  }
  return false;
}

}  // namespace

// Whether a value is sure, or a default where these count.
bool Interpreter::may_take(const ShellValue& value) {
  if (!value.overridable()) return true;
  if (!assumed_) return false;
  for (const DefaultedRange& each : value.defaults) assumed_->push_back(each.depends_on);
  return true;
}

// The text that a word must have; nullopt if the caller may decide it.
std::optional<std::string> Interpreter::certain(const shell_syntax::Word& word) {
  if (!is_plain(word.parts)) return std::nullopt;
  const ShellValue value = single(word);
  if (!value.plain() || !may_take(value)) return std::nullopt;
  // Without quotes it may be another number of words, or a pattern.
  const bool whole =
      is_quoted(word) ||
      (!value.bytes.empty() && value.text().find_first_of(" \t\n*?[") == value.text().npos);
  return whole ? std::optional(std::string(value.text())) : std::nullopt;
}

// Whether the word of `-z` or `-n` is empty.
std::optional<bool> Interpreter::is_empty(const shell_syntax::Word& word) {
  if (!is_plain(word.parts)) return std::nullopt;
  const ShellValue value = single(word);
  if (value.counts() != CardCount::kNone) return false;  // a number, of no card too
  if (assumed_ && value.is_from_caller()) {
    const std::string& name = value.unknown_parts[0].depends_on;
    assumed_->push_back(name);
    if (option(kNounset) && !unbound_ && is_identifier(name))
      unbound_ = UnboundTest{name, where(word.begin, word.end)};
    return true;
  }
  if (assumed_ && value.plain() && value.bytes.empty() && may_take(value)) return true;
  const auto text = certain(word);
  return text ? std::optional(text->empty()) : std::nullopt;
}

// `-n X`, `X = Y` and the like.
std::optional<bool> Interpreter::outcome(std::span<const shell_syntax::Word> words) {
  if (words.size() != 2 && words.size() != 3) return std::nullopt;
  const std::string_view op = literal_of(words[words.size() - 2]);
  if (words.size() == 2) {
    const auto empty = op == "-z" || op == "-n" ? is_empty(words.back()) : std::nullopt;
    return empty ? std::optional(*empty == (op == "-z")) : std::nullopt;
  }
  const auto b = certain(words.back());
  const auto a = certain(words[0]);
  if (!a || !b) return std::nullopt;
  if (op == "=" || op == "==") return *a == *b;
  if (op == "!=") return *a != *b;
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos &&
           (text.size() == 1 || text[0] != '0');
  };
  if (!is_number(*a) || !is_number(*b)) return std::nullopt;
  return compare(op, std::stoll(*a), std::stoll(*b));
}

// Must: whether an expression of ((...)) is not 0; nullopt if that is not known. Supports a number
// or one comparison, && and ||.
std::optional<bool> Interpreter::holds(std::string_view arithmetic) {
  for (const std::string_view op : {"||", "&&"}) {
    const std::size_t at = arithmetic.find(op);
    if (at == arithmetic.npos) continue;
    const auto left = holds(arithmetic.substr(0, at));
    const bool is_and = op == "&&";
    if (left && *left != is_and) return left;
    const auto right = holds(arithmetic.substr(at + 2));
    if (right && *right != is_and) return right;
    return left && right ? right : std::nullopt;
  }
  std::vector<std::string> deciders;
  const auto value = [&](std::string_view text) {
    const auto out = number(text, &deciders);
    return deciders.empty() || assumed_ ? out : std::nullopt;
  };
  constexpr std::pair<std::string_view, std::string_view> kComparisons[] = {
      {"==", "-eq"}, {"!=", "-ne"}, {"<=", "-le"}, {">=", "-ge"}, {"<", "-lt"}, {">", "-gt"}};
  std::optional<bool> out;
  const auto op = std::ranges::find_if(kComparisons, [&](const auto& each) {
    return arithmetic.find(each.first) != arithmetic.npos;
  });
  if (op == std::end(kComparisons)) {
    const auto number = value(arithmetic);
    if (number) out = *number != 0;
  } else {
    const std::size_t at = arithmetic.find(op->first);
    const auto left = value(arithmetic.substr(0, at));
    const auto right = value(arithmetic.substr(at + op->first.size()));
    if (left && right) out = compare(op->second, *left, *right);
  }
  if (out && assumed_) assumed_->insert(assumed_->end(), deciders.begin(), deciders.end());
  return out;
}

// Must: whether `A && B` or `A || B` holds if it is known of A, or not.
std::optional<bool> Interpreter::joined(std::optional<bool> left, const shell_syntax::AndOr& both) {
  if (left && *left != both.is_and) return left;
  const auto right = truth(*both.right);
  if (right && *right != both.is_and) return right;
  return left && right ? right : std::nullopt;
}

// Must: whether a condition holds; nullopt if that is not known. Supports `[`, `test`, [[ and ((
// with one operator, `true`, `false`, `!`, && and ||.
std::optional<bool> Interpreter::truth(shell_syntax::Block condition) {
  return condition.size() == 1 ? truth(*condition[0]) : std::nullopt;
}

std::optional<bool> Interpreter::truth(const shell_syntax::Statement& statement) {
  if (statement.background || !statement.redirects.empty()) return std::nullopt;
  switch (statement.kind) {
    case StatementKind::kPipeline: {
      const auto& pipeline = shell_syntax::as<shell_syntax::Pipeline>(statement);
      if (pipeline.commands.size() != 1) return std::nullopt;
      const auto holds = truth(*pipeline.commands[0]);
      return holds ? std::optional(*holds != pipeline.negated) : std::nullopt;
    }
    case StatementKind::kAndOr: {
      const auto& both = shell_syntax::as<shell_syntax::AndOr>(statement);
      return is_long(both) ? std::nullopt : joined(truth(*both.left), both);
    }
    case StatementKind::kTest: {
      const auto& test = shell_syntax::as<shell_syntax::Test>(statement);
      return test.arithmetic.empty() ? outcome(test.words) : holds(test.arithmetic);
    }
    case StatementKind::kCommand: {
      const auto& command = shell_syntax::as<shell_syntax::Command>(statement);
      auto words = command.words;
      if (!command.assignments.empty() || words.empty()) return std::nullopt;
      const std::string_view name = literal_of(words[0]);
      if (words.size() == 1 && (name == "true" || name == ":")) return true;
      if (words.size() == 1 && name == "false") return false;
      if (name == "[" && words.size() > 1 && literal_of(words.back()) == "]")
        words = words.first(words.size() - 1);
      else if (name != "test")
        return std::nullopt;
      return outcome(words.subspan(1));
    }
    default:
      return std::nullopt;
  }
}

// The branch of a `case` that must be taken, as its 0-based index; the number of branches if none
// is; nullopt if that is not known.
std::optional<std::size_t> Interpreter::taken(const shell_syntax::Case& clause) {
  if (!is_plain(clause.subject->parts)) return std::nullopt;
  const ShellValue subject = single(*clause.subject);
  const bool known = subject.plain() && may_take(subject);
  const bool is_plain_text = subject.text() == "?" ||  // set by getopts
                             subject.text().find_first_of("*?[\\") == subject.text().npos;
  if (!known || !is_plain_text) return std::nullopt;
  const std::string_view file = origin_ != nullptr ? origin_->text() : source_->bytes();
  const std::string_view text = file.substr(clause.begin, clause.end - clause.begin);
  if (text.find(";&") != text.npos) return std::nullopt;  // goes on with the next branch
  for (std::size_t i = 0; i < clause.items.size(); ++i) {
    for (const shell_syntax::Word& word : clause.items[i].patterns) {
      const bool quoted = is_quoted(word) && word.parts[0].kind != PartKind::kSpecial;
      const auto pattern = quoted ? certain(word) : pattern_of(word.parts);
      if (!pattern) return std::nullopt;
      const bool all =
          quoted || pattern->find_first_of("*?") == pattern->npos
              ? *pattern == subject.text()
              : affix_length(subject.text(), *pattern, true, true) == subject.text().size() &&
                    (!subject.text().empty() || *pattern == "*");
      if (all) return i;
    }
  }
  return clause.items.size();
}

}  // namespace mmlint::shell
