#include "shell/counters.h"

namespace mmlint::shell {

using shell_syntax::PartKind;
using shell_syntax::StatementKind;
using shell_syntax::Word;

namespace {

std::string number_of(const Word& word);

// `expr $i + 1`
std::string printed_number(shell_syntax::Block body) {
  if (body.size() != 1 || body[0]->kind != StatementKind::kCommand) return {};
  const auto& words = shell_syntax::as<shell_syntax::Command>(*body[0]).words;
  if (words.size() < 2 || number_of(words[0]) != "expr") return {};
  std::string out;
  for (const Word& word : words.subspan(1)) out += number_of(word);
  return out;
}

// The bare text of a word that is one number, variable or computation; empty for any other.
std::string number_of(const Word& word) {
  std::span<const shell_syntax::Part> parts = word.parts;
  if (parts.size() == 1 && parts[0].kind == PartKind::kDoubleQuoted) parts = parts[0].parts;
  if (parts.size() != 1) return {};
  const shell_syntax::Part& part = parts[0];
  if (part.kind == PartKind::kCommand) return printed_number(part.body);
  const bool plain = part.op.empty() && part.subscript.empty();
  const bool number = part.kind == PartKind::kLiteral || part.kind == PartKind::kArithmetic ||
                      part.kind == PartKind::kVariable || part.kind == PartKind::kSingleQuoted;
  return number && plain ? bare(part.text) : std::string();
}

}  // namespace

std::string bare(std::string_view arithmetic) {
  std::string out(arithmetic);
  std::erase_if(
      out, [](char c) { return std::string_view(" \t\n\"${}").find(c) != std::string_view::npos; });
  return out;
}

std::string comparison(const shell_syntax::Statement& condition, bool until) {
  std::span<const Word> words;
  if (condition.kind == StatementKind::kTest) {
    const auto& test = shell_syntax::as<shell_syntax::Test>(condition);
    if (!test.arithmetic.empty()) return until ? std::string() : bare(test.arithmetic);
    words = test.words;
  } else if (condition.kind == StatementKind::kCommand) {
    words = shell_syntax::as<shell_syntax::Command>(condition).words;
    const std::string name = words.empty() ? std::string() : number_of(words[0]);
    if (words.size() < 2 || (name != "test" && name != "[")) return {};
    words = words.subspan(1, words.size() - (name == "[" ? 2 : 1));
  }
  if (words.size() != 3) return {};
  struct Operator {
    std::string_view name, in_until, comparison;
  };
  for (const Operator& each : {Operator{"-lt", "-ge", "<"}, Operator{"-le", "-gt", "<="},
                               Operator{"-ne", "-eq", "!="}, Operator{"!=", "==", "!="}}) {
    if (number_of(words[1]) == (until ? each.in_until : each.name))
      return fmt::format("{}{}{}", number_of(words[0]), each.comparison, number_of(words[2]));
  }
  return {};
}

bool adds_one(std::string_view bare_text, std::string_view variable) {
  const std::string name(variable);
  return bare_text == name + "++" || bare_text == "++" + name || bare_text == name + "+=1" ||
         bare_text == name + "=" + name + "+1";
}

bool adds_one(const shell_syntax::Statement& statement, std::string_view variable) {
  if (statement.kind == StatementKind::kTest)
    return adds_one(bare(shell_syntax::as<shell_syntax::Test>(statement).arithmetic), variable);
  if (statement.kind != StatementKind::kCommand) return false;
  const auto& command = shell_syntax::as<shell_syntax::Command>(statement);
  if (command.words.size() == 2) {
    const std::string name = number_of(command.words[0]);
    return (name == "let" || name == ":") && adds_one(number_of(command.words[1]), variable);
  }
  if (!command.words.empty() || command.assignments.size() != 1) return false;
  const auto& set = command.assignments[0];
  const bool whole = set.name == variable && set.value && !set.append && set.subscript.empty();
  return whole && adds_one(fmt::format("{}={}", set.name, number_of(*set.value)), variable);
}

}  // namespace mmlint::shell
