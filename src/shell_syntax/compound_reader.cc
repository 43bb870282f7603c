#include "shell_syntax/command_reader.h"

// if, for, while, case, functions, groups and tests.
namespace mmlint::shell_syntax {

const Statement* CommandReader::command() {
  const std::uint32_t begin = at_;
  if (sees("((") && not_arithmetic_.count(at_) == 0) {
    const Mark start = mark();
    if (const Statement* found = arithmetic()) return found;
    not_arithmetic_.insert(begin);
    if (!rewind(start)) return make(Statement{StatementKind::kGroup, begin, begin});
  }
  if (peek() == '(') return subshell();
  const std::string_view word = reserved();
  if (word == "if") return if_clause();
  if (word == "for" || word == "select") return for_clause();
  if (word == "while" || word == "until") return while_clause();
  if (word == "case") return case_clause();
  if (word == "function") return function_clause();
  if (word == "{") return group();
  if (word == "[[") return test();
  if (word == "coproc") return coprocess();
  if (at_list_end()) {
    fail_unexpected();
    return make(Statement{StatementKind::kGroup, begin, begin});
  }
  return simple();
}

const Statement* CommandReader::with_redirects(Statement& statement) {
  std::vector<Redirect> redirects;
  statement.end = at_;
  for (skip_blanks(); at_redirect() && !failed(); skip_blanks()) {
    redirects.push_back(redirect());
    statement.end = at_;
  }
  statement.redirects = keep(redirects);
  return &statement;
}

const Statement* CommandReader::if_clause() {
  const std::uint32_t begin = at_;
  at_ += 2;
  If out{{StatementKind::kIf, begin, begin}, {}, {}, {}};
  out.condition = body();
  expect("then");
  out.then = body();
  out.otherwise = else_clause();
  expect("fi");
  return with_redirects(*make(out));
}

// What stands before `fi`.
Block CommandReader::else_clause() {
  const NestingLevel level(*this);
  if (failed() || !level) return {};
  if (at_reserved("else")) {
    at_ += 4;
    return body();
  }
  if (!at_reserved("elif")) return {};
  const std::uint32_t begin = at_;
  at_ += 4;
  If out{{StatementKind::kIf, begin, begin}, {}, {}, {}};
  out.condition = body();
  expect("then");
  out.then = body();
  out.otherwise = else_clause();
  out.end = at_;
  return keep(std::vector<const Statement*>{make(out)});
}

Block CommandReader::loop_body() {
  skip_lines();
  const bool braces = at_reserved("{");
  expect(braces ? "{" : "do");
  const Block block = body();
  expect(braces ? "}" : "done");
  return block;
}

const Statement* CommandReader::for_clause() {
  const std::uint32_t begin = at_;
  at_ += static_cast<std::uint32_t>(reserved().size());
  skip_blanks();
  if (sees("((")) return for_arithmetic(begin);
  const std::uint32_t name = at_;
  while (!at_word_end()) ++at_;
  For out{{StatementKind::kFor, begin, begin}, text_between(name, at_), false, {}, {}};
  if (out.variable.empty()) fail_unexpected();
  skip_lines();
  std::vector<Word> items;
  if (at_reserved("in")) {
    at_ += 2;
    out.has_in = true;
    for (skip_blanks(); !at_word_end() && peek() != '#'; skip_blanks()) items.push_back(word());
    if (!failed() && peek() != ';' && peek() != '#' && line_end() == 0) fail_unexpected();
  }
  if (peek() == ';') ++at_;
  out.items = keep(items);
  out.body = loop_body();
  return with_redirects(*make(out));
}

const Statement* CommandReader::for_arithmetic(std::uint32_t begin) {
  const std::uint32_t open = at_;
  at_ += 2;
  if (!skip_arithmetic() && !failed()) fail_unclosed(open, "))");
  ForArithmetic out{{StatementKind::kForArithmetic, begin, begin}, {}, {}};
  if (failed()) return make(out);
  out.header = text_between(open + 2, at_ - 2);
  skip_blanks();
  if (peek() == ';') ++at_;
  out.body = loop_body();
  return with_redirects(*make(out));
}

const Statement* CommandReader::while_clause() {
  While out{{StatementKind::kWhile, at_, at_}, {}, {}, at_reserved("until")};
  at_ += 5;
  out.condition = body();
  expect("do");
  out.body = body();
  expect("done");
  return with_redirects(*make(out));
}

const Statement* CommandReader::case_clause() {
  Case out{{StatementKind::kCase, at_, at_}, nullptr, {}};
  at_ += 4;
  skip_blanks();
  if (at_word_end()) fail_unexpected();
  out.subject = make(word());
  expect("in");
  std::vector<CaseItem> items;
  for (skip_lines(); !failed() && !at_reserved("esac"); skip_lines()) {
    items.push_back(case_item());
    skip_lines();
    if (failed() || at_reserved("esac")) break;
    if (sees(";;&")) {
      at_ += 3;
    } else if (sees(";;") || sees(";&")) {
      at_ += 2;
    } else {
      fail_unexpected();
    }
  }
  expect("esac");
  out.items = keep(items);
  return with_redirects(*make(out));
}

CaseItem CommandReader::case_item() {
  if (peek() == '(') ++at_;
  std::vector<Word> patterns;
  for (bool more = true; more && !failed();) {
    skip_blanks();
    if (at_word_end()) fail_unexpected();
    patterns.push_back(word());
    skip_blanks();
    more = peek() == '|';
    if (more) ++at_;
  }
  if (failed()) return {};
  if (peek() != ')') {
    fail_unexpected();
    return {};
  }
  ++at_;
  return {keep(patterns), list()};
}

const Statement* CommandReader::function_clause() {
  const std::uint32_t begin = at_;
  at_ += 8;
  skip_blanks();
  const std::uint32_t name = at_;
  while (!at_word_end()) ++at_;
  const std::string_view text = text_between(name, at_);
  if (text.empty()) fail_unexpected();
  skip_blanks();
  if (peek() == '(') return function(begin, text);
  skip_lines();
  return function_body(begin, text);
}

const Statement* CommandReader::group() {
  Compound out{{StatementKind::kGroup, at_, at_}, {}};
  ++at_;
  out.body = body();
  expect("}");
  return with_redirects(*make(out));
}

const Statement* CommandReader::subshell() {
  Compound out{{StatementKind::kSubshell, at_, at_}, {}};
  const std::uint32_t open = at_++;
  out.body = nested_commands(open);
  if (out.body.empty() && !failed()) {
    --at_;
    fail_unexpected();
  }
  return with_redirects(*make(out));
}

// Null if it is no arithmetic, which `((a); b)` is not; then there may be a problem as well.
const Statement* CommandReader::arithmetic() {
  shell_syntax::Test out{{StatementKind::kTest, at_, at_}, {}, {}};
  at_ += 2;
  if (!skip_arithmetic() || failed()) return nullptr;
  out.arithmetic = text_between(out.begin + 2, at_ - 2);
  return with_redirects(*make(out));
}

const Statement* CommandReader::test() {
  const std::uint32_t begin = at_;
  at_ += 2;
  std::vector<Word> words;
  for (skip_lines(); !at_end() && !at_reserved("]]"); skip_lines()) {
    if (peek() == ';' || (peek() == '&' && peek(1) != '&')) {
      fail_unexpected();
    } else if (at_word_end()) {
      at_ += sees("&&") ? 2 : 1;
    } else {
      words.push_back(word(Inside::kTest));
    }
  }
  if (at_end()) {
    fail_unclosed(begin, "]]");
  } else {
    at_ += 2;
  }
  if (words.empty() && !failed()) {
    at_ -= 2;
    fail_unexpected();
  }
  return with_redirects(
      *make(shell_syntax::Test{{StatementKind::kTest, begin, at_}, keep(words), {}}));
}

const Statement* CommandReader::coprocess() {
  const std::uint32_t begin = at_;
  at_ += 6;
  skip_blanks();
  const Mark name = mark();
  while (is_name(peek())) ++at_;
  skip_blanks();
  if (peek() != '(' && !at_reserved("{")) at_ = name.at;
  Compound out{{StatementKind::kSubshell, begin, begin, true}, {}};
  const NestingLevel level(*this);
  if (level) out.body = keep(std::vector<const Statement*>{command()});
  out.end = at_;
  return make(out);
}

}  // namespace mmlint::shell_syntax
