#include "shell_syntax/command_reader.h"

#include "base/algorithms.h"

namespace mmlint::shell_syntax {
namespace {

constexpr std::string_view kClosers[] = {"then", "else", "elif", "fi", "do",
                                         "done", "esac", "}",    "in", "]]"};

bool is_closer(std::string_view word) {
  return is_in(word, kClosers);
}

bool is_declaration(const Word& word) {
  return word.parts.size() == 1 && word.parts[0].kind == PartKind::kLiteral &&
         declares_variables(word.parts[0].text);
}

}  // namespace

bool declares_variables(std::string_view builtin) {
  constexpr std::string_view kNames[] = {"export", "declare", "typeset", "local", "readonly"};
  return is_in(builtin, kNames);
}

Block CommandReader::run() {
  std::vector<const Statement*> statements;
  while (!failed()) {
    skip_lines();
    if (at_end()) break;
    if (at_list_end()) {
      fail_unexpected();
      break;
    }
    for (const Statement* each : list()) statements.push_back(each);
  }
  return keep(statements);
}

Block CommandReader::nested_commands(std::uint32_t open) {
  const Block commands = list();
  if (failed()) return {};
  if (at_end()) {
    fail_unclosed(open, ")");
  } else if (peek() != ')') {
    fail_unexpected();
  } else {
    ++at_;
  }
  return commands;
}

std::optional<Block> CommandReader::commands_between(std::uint32_t begin, std::uint32_t end) {
  ReaderInput inner = input();
  inner.text = inner.text.substr(0, end);
  CommandReader reader(inner, begin);
  const Block commands = reader.run();
  if (reader.problem()) return std::nullopt;
  return commands;
}

void CommandReader::skip_comment() {
  const std::uint32_t begin = at_;
  while (!at_end() && line_end() == 0) ++at_;
  comments_.emplace_back(begin, at_);
}

void CommandReader::skip_blanks() {
  for (;;) {
    if (const std::uint32_t length = continuation()) {
      at_ += length;
    } else if (peek() == ' ' || peek() == '\t') {
      ++at_;
    } else {
      return;
    }
  }
}

void CommandReader::skip_lines() {
  for (;;) {
    skip_blanks();
    if (line_end() > 0) {
      newline();
    } else if (peek() == '#') {
      skip_comment();
    } else {
      return;
    }
  }
}

void CommandReader::newline() {
  at_ += line_end();
  for (Heredoc* each : pending_) read_heredoc(*each);
  pending_.clear();
}

std::string_view CommandReader::reserved() const {
  std::uint32_t length = 0;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || c == '{' || c == '}' || c == '!' || c == '[' || c == ']';
  };
  while (length < 9 && fits(peek(length))) ++length;
  const char next = peek(length);
  const bool ends = at_ + length >= size() || line_end(length) > 0 ||
                    std::string_view(" \t;&|()<>").find(next) != std::string_view::npos ||
                    (next == '\\' && (peek(length + 1) == '\n' || peek(length + 1) == '\r'));
  return ends ? input().text.substr(std::min(at_, size()), length) : std::string_view{};
}

bool CommandReader::at_list_end() const {
  return at_end() || peek() == ')' || sees(";;") || sees(";&") || is_closer(reserved());
}

void CommandReader::fail_unexpected() {
  if (at_end()) return fail(size(), size(), "syntax error: unexpected end of file");
  std::uint32_t end = at_;
  if (line_end() > 0) {
    return fail(at_, at_ + line_end(), "syntax error near unexpected token `newline'");
  }
  constexpr std::string_view kTokens[] = {";;&", ";;",  ";&", "&&", "||", "|&",
                                          "<<<", "<<-", "<<", ">>", "&>"};
  for (const std::string_view token : kTokens) {
    if (!sees(token)) continue;
    end = at_ + static_cast<std::uint32_t>(token.size());
    break;
  }
  if (end == at_) {
    ++end;
    constexpr std::string_view kEnds = " \t\r\n;&|()<>";
    if (kEnds.find(peek()) == kEnds.npos) {
      end = static_cast<std::uint32_t>(
          std::min<std::size_t>(input().text.find_first_of(kEnds, at_), size()));
    }
  }
  fail(at_, end,
       "syntax error near unexpected token `" + std::string(text_between(at_, end)) + "'");
}

void CommandReader::expect(std::string_view what) {
  skip_lines();
  if (failed()) return;
  if (!at_reserved(what)) return fail_unexpected();
  at_ += static_cast<std::uint32_t>(what.size());
}

Block CommandReader::list() {
  const NestingLevel level(*this);
  if (!level) return {};
  std::vector<const Statement*> statements;
  for (;;) {
    skip_lines();
    if (failed() || at_list_end()) break;
    const Statement* statement = and_or();
    if (failed()) break;
    statements.push_back(statement);
    skip_blanks();
    if (peek() == '&' && peek(1) != '&') {
      const_cast<Statement*>(statement)->background = true;
      ++at_;
    } else if (peek() == ';' && !at_list_end()) {
      ++at_;
    } else if (!at_end() && line_end() == 0 && peek() != '#' && !at_list_end()) {
      fail_unexpected();
      break;
    }
  }
  return keep(statements);
}

Block CommandReader::body() {
  const Block block = list();
  if (block.empty() && !failed()) fail_unexpected();
  return block;
}

const Statement* CommandReader::and_or() {
  const Statement* left = pipeline();
  for (std::uint32_t operands = 1;; ++operands) {
    skip_blanks();
    const bool is_and = sees("&&");
    if (failed() || (!is_and && !sees("||"))) return left;
    if (operands == kMaxOperands) {  // each is nested in the next one
      fail(at_, at_, "too many commands in one list of && and ||", SyntaxProblem::Kind::kTooDeep);
      return left;
    }
    at_ += 2;
    skip_lines();
    const Statement* right = pipeline();
    if (failed()) return left;
    left = make(AndOr{{StatementKind::kAndOr, left->begin, right->end}, left, is_and, right});
  }
}

const Statement* CommandReader::pipeline() {
  const std::uint32_t begin = at_;
  bool negated = false;
  bool timed = false;
  for (;; skip_blanks()) {
    if (at_reserved("!")) {
      negated = !negated;
      ++at_;
    } else if (at_reserved("time")) {
      timed = true;
      at_ += 4;
      skip_blanks();
      if (sees("-p ")) at_ += 2;
    } else {
      break;
    }
  }
  std::vector<const Statement*> commands;
  const bool alone =
      (timed || negated) && (at_end() || line_end() > 0 || peek() == ';' || peek() == '#');
  for (bool more = !alone; more && !failed();) {
    commands.push_back(command());
    skip_blanks();
    more = peek() == '|' && peek(1) != '|';
    if (!more) break;
    at_ += peek(1) == '&' ? 2 : 1;
    skip_lines();
  }
  if (commands.size() == 1 && !negated && !timed) return commands.front();
  const std::uint32_t end = commands.empty() ? at_ : commands.back()->end;
  return make(Pipeline{{StatementKind::kPipeline, begin, end}, keep(commands), negated, timed});
}

const Statement* CommandReader::simple() {
  const std::uint32_t begin = at_;
  std::vector<Assignment> assignments;
  std::vector<Word> words;
  std::vector<Assignment> declared;
  std::vector<Redirect> redirects;
  std::uint32_t end = at_;
  for (; !failed(); end = at_, skip_blanks()) {
    if (at_redirect()) {
      redirects.push_back(redirect());
      continue;
    }
    if (at_word_end() || peek() == '#') break;
    const bool declares = !words.empty() && is_declaration(words[0]);
    const Target target = words.empty() || declares ? assignment_target() : Target{};
    if (target.length > 0) {
      if (words.empty()) {
        assignments.push_back(assignment(target, Inside::kAssigned));
      } else {
        declared.push_back(assignment(target, Inside::kDeclared));
      }
      continue;
    }
    if (declares) {
      if (const auto name = declared_name()) {
        declared.push_back(*name);
        continue;
      }
    }
    words.push_back(word());
    if (words.size() > 1 || !assignments.empty() || !redirects.empty()) continue;
    const Mark after = mark();
    skip_blanks();
    if (peek() == '(') return function(begin, text_between(begin, after.at));
    at_ = after.at;
  }
  if (!failed() && (end == begin || peek() == '(')) fail_unexpected();
  return make(Command{{StatementKind::kCommand, begin, end, false, keep(redirects)},
                      keep(assignments),
                      keep(words),
                      keep(declared)});
}

// At the '(' of `name ()`.
const Statement* CommandReader::function(std::uint32_t begin, std::string_view name) {
  ++at_;
  skip_blanks();
  if (peek() != ')') {
    fail_unexpected();
    return make(Statement{StatementKind::kGroup, begin, at_});
  }
  ++at_;
  skip_lines();
  return function_body(begin, name);
}

const Statement* CommandReader::function_body(std::uint32_t begin, std::string_view name) {
  const NestingLevel level(*this);
  const std::uint32_t at = at_;
  const Statement* body = level ? command() : nullptr;
  if (!failed() && body->kind == StatementKind::kCommand) {
    at_ = at;
    fail_unexpected();
  }
  return make(shell_syntax::Function{{StatementKind::kFunction, begin, at_}, name, body});
}

CommandReader::Target CommandReader::assignment_target() {
  if (!is_name_start(peek())) return {};
  const Mark start = mark();
  while (is_name(peek())) ++at_;
  Target target{text_between(start.at, at_), {}};
  if (peek() == '[') {
    const std::uint32_t open = at_++;
    if (!skip_subscript()) {
      rewind(start);
      return {};
    }
    target.subscript = text_between(open + 1, at_ - 1);
  }
  target.append = sees("+=");
  if (target.append || peek() == '=') target.length = at_ + (target.append ? 2 : 1) - start.at;
  rewind(start);
  return target;
}

Assignment CommandReader::assignment(const Target& target, Inside inside) {
  const std::uint32_t begin = at_;
  at_ += target.length;
  Assignment out{.begin = begin,
                 .end = at_,
                 .name = target.name,
                 .subscript = target.subscript,
                 .append = target.append,
                 .value = nullptr,
                 .items = {},
                 .is_array = false};
  if (peek() != '(') {
    out.value = make(word(inside));
    out.end = at_;
    return out;
  }
  const std::uint32_t open = at_++;
  out.is_array = true;
  std::vector<Word> items;
  for (;;) {
    skip_lines();
    if (at_word_end()) break;
    items.push_back(word());
  }
  if (at_end()) {
    if (!failed()) fail_unclosed(open, ")");
  } else if (peek() != ')') {
    fail_unexpected();
  } else {
    ++at_;
  }
  out.items = keep(items);
  out.end = at_;
  return out;
}

// A plain name among the words of export and the like.
std::optional<Assignment> CommandReader::declared_name() {
  if (!is_name_start(peek())) return std::nullopt;
  std::uint32_t length = 1;
  while (is_name(peek(length))) ++length;
  const std::uint32_t begin = at_;
  at_ += length;
  if (at_word_end() || continuation() > 0) {
    return Assignment{.begin = begin,
                      .end = at_,
                      .name = text_between(begin, at_),
                      .subscript = {},
                      .append = false,
                      .value = nullptr,
                      .items = {},
                      .is_array = false};
  }
  at_ = begin;
  return std::nullopt;
}

}  // namespace mmlint::shell_syntax
