
#include "base/algorithms.h"
#include "base/text.h"
#include "syntax/document_parts.h"
#include "syntax/indentation.h"

namespace mmlint::syntax {
namespace {

enum class TokenKind : std::uint8_t { kName, kKeyword, kNumber, kString, kOpen, kClose, kOther };

struct Token {
  TokenKind kind;
  std::size_t begin, end;
};

// Words that neither are nor begin an operand.
bool is_operator_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "and",    "as",     "assert", "break",   "class",    "continue", "def",    "del",
      "elif",   "else",   "except", "finally", "for",      "from",     "global", "if",
      "import", "in",     "is",     "lambda",  "nonlocal", "not",      "or",     "pass",
      "raise",  "return", "try",    "while",   "with",     "yield",    "async",  "await"};
  return is_in(word, kWords);
}

bool opens_block(std::string_view word) {
  static constexpr std::string_view kWords[] = {"if",     "elif", "else",    "for", "while", "try",
                                                "except", "with", "finally", "def", "class"};
  return is_in(word, kWords);
}

// Reads the tokens of a statement up to a place; good enough for a message, also on wrong input.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // The token that begins at or after `at`; its end is the text's size if there is none.
  Token next(std::size_t at) {
    while (at < text_.size()) {
      if (text_[at] == '#') {
        at = std::min(text_.find('\n', at), text_.size());
      } else if (std::string_view(" \t\f\r\n\\").find(text_[at]) != std::string_view::npos) {
        ++at;
      } else {
        break;
      }
    }
    if (at >= text_.size()) return {TokenKind::kOther, text_.size(), text_.size()};
    const char c = text_[at];
    if (c == '"' || c == '\'') return string(at, at);
    if (is_digit(c) || (c == '.' && at + 1 < text_.size() && is_digit(text_[at + 1]))) {
      return number(at);
    }
    if (is_name_byte(c)) return word(at);
    const TokenKind kind =
        std::string_view("([{").find(c) != std::string_view::npos   ? TokenKind::kOpen
        : std::string_view(")]}").find(c) != std::string_view::npos ? TokenKind::kClose
                                                                    : TokenKind::kOther;
    return {kind, at, at + 1};
  }

 private:
  Token number(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && (is_name_byte(text_[end]) || text_[end] == '.')) ++end;
    return {TokenKind::kNumber, begin, end};
  }

  Token word(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && is_name_byte(text_[end])) ++end;
    const std::string_view text = text_.substr(begin, end - begin);
    if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'') && text.size() <= 2 &&
        text.find_first_not_of("rRbBfFuU") == std::string_view::npos) {
      return string(begin, end);
    }
    return {is_operator_word(text) ? TokenKind::kKeyword : TokenKind::kName, begin, end};
  }

  Token string(std::size_t begin, std::size_t quote) const {
    const char c = text_[quote];
    const std::string triple(3, c);
    const bool is_triple = text_.substr(quote, 3) == triple;
    std::size_t at = quote + (is_triple ? 3 : 1);
    while (at < text_.size()) {
      if (text_[at] == '\\') {
        at += 2;
      } else if (is_triple ? text_.substr(at, 3) == triple : text_[at] == c) {
        return {TokenKind::kString, begin, at + (is_triple ? 3 : 1)};
      } else {
        ++at;
      }
    }
    return {TokenKind::kString, begin, text_.size()};
  }

  std::string_view text_;
};

struct Before {
  std::vector<Token> tokens;   // before the error
  std::vector<Token> open;     // brackets that are open there
  std::vector<bool> calls;     // whether they are those of a call
  std::string_view line_word;  // first word of the logical line before the error
};

bool ends_operand(const Token& token) {
  return token.kind == TokenKind::kName || token.kind == TokenKind::kNumber ||
         token.kind == TokenKind::kString || token.kind == TokenKind::kClose;
}

// Where the operand begins that the last token ends: before the brackets of a call and dotted
// names.
std::size_t operand_begin(std::string_view text, const std::vector<Token>& tokens) {
  std::size_t i = tokens.size() - 1;
  for (int depth = 0;; --i) {
    if (tokens[i].kind == TokenKind::kClose) ++depth;
    if (tokens[i].kind == TokenKind::kOpen) --depth;
    if (i == 0) break;
    const Token& before = tokens[i - 1];
    const bool joins = tokens[i].kind == TokenKind::kOpen
                           ? ends_operand(before)
                           : text[before.begin] == '.' || text[tokens[i].begin] == '.';
    if (depth <= 0 && !joins) break;
  }
  return tokens[i].begin;
}

Explanation explain_fstring(std::string_view text, const Token& string) {
  const std::string_view written = text.substr(string.begin, string.end - string.begin);
  std::string message = "f-string: invalid syntax";
  for (std::size_t at = written.find('{'); at != std::string_view::npos;
       at = written.find('{', at)) {
    ++at;
    if (at < written.size() && written[at] == '{') {
      ++at;
      continue;
    }
    const std::size_t stop = written.find_first_not_of(" \t", at);
    if (stop == std::string_view::npos || written.find('}', at) == std::string_view::npos) {
      message = "f-string: expecting '}'";
    } else if (written[stop] == '}') {
      message = "f-string: empty expression not allowed";
    }
    return {string.begin, string.end, message};
  }
  if (written.find('}') != std::string_view::npos) message = "f-string: single '}' is not allowed";
  return {string.begin, string.end, message};
}

std::string explain_assignment(std::string_view text, const Before& before) {
  const auto view = [&](const Token& token) {
    return text.substr(token.begin, token.end - token.begin);
  };
  const Token& last = before.tokens.back();
  if (last.kind == TokenKind::kName &&
      (view(last) == "True" || view(last) == "False" || view(last) == "None")) {
    return "cannot assign to " + std::string(view(last));
  }
  if (!ends_operand(last) || before.open.empty()) return "invalid syntax";
  return before.calls.back() ? "expression cannot contain assignment, perhaps you meant \"==\"?"
                             : "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
}

// Returns the message for a character beyond ASCII that no name has; else an empty one.
std::string explain_character(std::string_view text, std::size_t at) {
  const bool is_ascii = at >= text.size() || static_cast<unsigned char>(text[at]) < 0x80;
  return is_ascii ? std::string() : wrong_character(text.substr(at));
}

}  // namespace

Explanation explain_error(std::string_view statement, std::size_t offset) {
  Reader reader(statement);
  Before before;
  std::size_t last_end = 0;
  Token token = reader.next(0);
  for (; token.begin < offset && token.end <= offset; token = reader.next(token.end)) {
    const bool new_line =
        before.open.empty() &&
        statement.substr(last_end, token.begin - last_end).find('\n') != std::string_view::npos;
    if (before.tokens.empty() || new_line) {
      before.line_word = statement.substr(token.begin, token.end - token.begin);
    }
    if (token.kind == TokenKind::kOpen) {
      before.open.push_back(token);
      before.calls.push_back(statement[token.begin] == '(' && !before.tokens.empty() &&
                             ends_operand(before.tokens.back()));
    } else if (token.kind == TokenKind::kClose && !before.open.empty()) {
      before.open.pop_back();
      before.calls.pop_back();
    }
    before.tokens.push_back(token);
    last_end = token.end;
  }
  if (token.begin < offset && token.kind == TokenKind::kString) {
    std::string wrong = explain_character(statement, offset);
    if (wrong.empty()) return explain_fstring(statement, token);
    return {offset, offset, std::move(wrong)};
  }
  Explanation result{token.begin, token.end, "invalid syntax"};
  const Token* previous = before.tokens.empty() ? nullptr : &before.tokens.back();
  const bool line_ends = token.begin == statement.size() ||
                         (before.open.empty() && previous != nullptr &&
                          statement.substr(previous->end, token.begin - previous->end).find('\n') !=
                              std::string_view::npos);
  if (previous != nullptr && line_ends) {
    result.begin = result.end = previous->end;
    if (opens_block(before.line_word) && statement[previous->begin] != ':') {
      result.message = "expected ':'";
    }
    return result;
  }
  if (token.begin >= statement.size()) return result;
  if (std::string wrong = explain_character(statement, token.begin); !wrong.empty()) {
    result.message = std::move(wrong);
    return result;
  }
  if (previous == nullptr) return result;
  const bool begins_operand = token.kind == TokenKind::kName || token.kind == TokenKind::kNumber ||
                              token.kind == TokenKind::kString;
  if (statement[token.begin] == '=' && statement.substr(token.begin, 2) != "==") {
    result.message = explain_assignment(statement, before);
  } else if (ends_operand(*previous) && begins_operand && !before.open.empty() &&
             !(previous->kind == TokenKind::kName && token.kind == TokenKind::kString)) {
    result.begin = operand_begin(statement, before.tokens);
    result.message = "invalid syntax. Perhaps you forgot a comma?";
  }
  return result;
}

}  // namespace mmlint::syntax
