#include "syntax/lexical_scan.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "syntax/indentation.h"

namespace mmlint::syntax {
namespace {

enum class Class : std::uint8_t {
  kPlain,
  kNewline,
  kQuote,
  kOpen,
  kClose,
  kComment,
  kBackslash,
  kSemicolon,
  kHigh,
  kBad,
};

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[c] = c >= 0x80 ? Class::kHigh : (c < 0x20 || c == 0x7f) ? Class::kBad : Class::kPlain;
  }
  for (unsigned char c : {' ', '\t', '\f'}) table[c] = Class::kPlain;
  for (unsigned char c : {'\n', '\r'}) table[c] = Class::kNewline;
  for (unsigned char c : {'\'', '"'}) table[c] = Class::kQuote;
  for (unsigned char c : {'(', '[', '{'}) table[c] = Class::kOpen;
  for (unsigned char c : {')', ']', '}'}) table[c] = Class::kClose;
  for (unsigned char c : {'$', '?', '`'}) table[c] = Class::kBad;
  table['#'] = Class::kComment;
  table['\\'] = Class::kBackslash;
  table[';'] = Class::kSemicolon;
  return table;
}
constexpr std::array<Class, 256> kClasses = make_classes();

constexpr std::array<bool, 256> make_string_stops() {
  std::array<bool, 256> table{};
  for (unsigned char c : {'\'', '"', '\\', '\n', '\r'}) table[c] = true;
  return table;
}
constexpr std::array<bool, 256> kStringStops = make_string_stops();

bool is_newline(char c) {
  return c == '\n' || c == '\r';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

bool is_compound_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {"if",  "for", "while", "with",
                                                "try", "def", "class", "async"};
  return is_in(word, kWords);
}
bool is_clause_word(std::string_view word) {
  return word == "else" || word == "elif" || word == "except" || word == "finally";
}

char closer_of(char opener) {
  return opener == '(' ? ')' : opener == '[' ? ']' : '}';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : begin_(text.data()), end_(text.data() + text.size()), at_(begin_), indents_(text) {}

  ScanResult run() {
    while (at_ < end_ && !stopped_) line();
    finish();
    return std::move(result_);
  }

 private:
  std::uint32_t offset(const char* at) const { return static_cast<std::uint32_t>(at - begin_); }
  ScannedStatement& current() { return result_.statements.back(); }

  void problem(const char* at, std::string message) {
    const auto statement =
        static_cast<std::uint32_t>(result_.statements.empty() ? 0 : result_.statements.size() - 1);
    if (!result_.problems.empty() && result_.problems.back().statement == statement) return;
    result_.problems.push_back({offset(at), std::move(message), statement});
  }

  std::string_view word_at(const char* at) const {
    const char* stop = at;
    while (stop < end_ && is_name_byte(*stop)) ++stop;
    return {at, static_cast<std::size_t>(stop - at)};
  }

  void line() {
    const Indent indent = measure_indent(at_, end_);
    at_ = indent.token;
    if (at_ >= end_) {
      // A backslash alone on the last line continues what is not there.
      if (indent.continued && is_newline(end_[-1]))
        problem(end_ - 1, "unexpected EOF while parsing");
      return;
    }
    if (is_newline(*at_)) {
      ++at_;
      return;
    }
    if (*at_ == '#') {
      comment();
      return;
    }
    const std::string_view word = word_at(at_);
    const std::string wrong = indents_.enter(indent);
    if (!wrong.empty()) problem(wrong == Indentation::kMissingColon ? last_end_ : at_, wrong);
    const bool continues =
        !result_.statements.empty() &&
        (indents_.depth() > 1 || decorated_ || (current().compound && is_clause_word(word)));
    if (!continues) start_statement(word);
    if (!continues || decorated_) decorated_ = *at_ == '@';
    indents_.set_header(word, at_);
    const std::uint32_t begin = offset(at_);
    tokens();
    result_.logical_lines.emplace_back(begin, offset(is_newline(at_[-1]) ? at_ - 1 : at_));
  }

  void start_statement(std::string_view word) {
    if (result_.statements.size() == kMaxStatements) {
      result_.too_many = stopped_ = true;
      return;
    }
    result_.statements.push_back({offset(at_), offset(at_), is_compound_word(word) || *at_ == '@'});
  }

  // From the first token of a logical line to its end.
  void tokens() {
    comment_ = nullptr;
    while (!stopped_) {
      const char* at = at_;  // in a register
      while (at < end_ && kClasses[static_cast<unsigned char>(*at)] == Class::kPlain) ++at;
      at_ = at;
      if (at == end_) break;
      switch (kClasses[static_cast<unsigned char>(*at)]) {
        case Class::kQuote:
          string();
          break;
        case Class::kOpen:
          open();
          break;
        case Class::kClose:
          close();
          break;
        case Class::kComment:
          if (brackets_ == 0) comment_ = at_;
          comment();
          break;
        case Class::kBackslash:
          backslash();
          break;
        case Class::kHigh:
          high();
          break;
        case Class::kBad:
          bad();
          break;
        case Class::kSemicolon:
          if (brackets_ == 0 && !current().compound && indents_.depth() == 1) {
            if (!semicolon()) return;
          } else {
            ++at_;
          }
          break;
        case Class::kNewline:
          if (brackets_ == 0) {
            end_line();
            ++at_;
            return;
          }
          ++at_;
          break;
        case Class::kPlain:
          break;
      }
    }
    if (at_ >= end_) end_line();
  }

  // False if the line ends after it.
  // A backslash and a line end, with another line behind them.
  bool continues(const char* at) const {
    return *at == '\\' && at + 1 < end_ && is_newline(at[1]) &&
           at + (at[1] == '\r' && at + 2 < end_ && at[2] == '\n' ? 3 : 2) < end_;
  }

  bool semicolon() {
    end_statement();
    if (current().begin == current().end) problem(at_, "invalid syntax");
    const char* next = at_ + 1;
    while (next < end_ && (is_blank(*next) || continues(next))) {
      next += *next == '\\' ? 1 : 0;
      next += *next == '\r' && next + 1 < end_ && next[1] == '\n' ? 2 : 1;
    }
    at_ = next;
    if (next >= end_ || is_newline(*next) || *next == '#') {
      if (next < end_ && *next == '#') comment();
      return false;
    }
    if (*next == '\\') return true;
    const std::string_view word = word_at(next);
    start_statement(word);
    if (!stopped_ && current().compound) problem(next, "invalid syntax");
    return !stopped_;
  }

  void end_line() {
    end_statement();
    const char* last = last_end_;
    const bool opens = last > begin_ + current().begin && last[-1] == ':';
    indents_.end_line(opens);
    if (opens && word_at(begin_ + current().begin) == "match") current().compound = true;
  }

  // Sets the end of the current statement to the end of the last token before at_.
  void end_statement() {
    const char* stop = comment_ == nullptr ? at_ : comment_;
    const char* first = begin_ + current().begin;
    while (stop > first) {
      const char c = stop[-1];
      if (is_blank(c) || is_newline(c)) {
        --stop;
      } else if (c == '\\' && stop < end_ && is_newline(*stop)) {
        --stop;
      } else {
        break;
      }
    }
    current().end = offset(stop);
    last_end_ = stop;
  }

  void comment() {
    const auto* newline =
        static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
    const char* stop = newline == nullptr ? end_ : newline;
    if (const void* cr = std::memchr(at_, '\r', static_cast<std::size_t>(stop - at_))) {
      stop = static_cast<const char*>(cr);
    }
    result_.comments.emplace_back(offset(at_), offset(stop));
    at_ = stop;
  }

  void string() {
    const char* start = at_;
    const char quote = *at_++;
    if (end_ - at_ >= 2 && at_[0] == quote && at_[1] == quote) {
      at_ += 2;
      return triple(start, quote);
    }
    for (;;) {
      const char* at = at_;
      while (at < end_ && !kStringStops[static_cast<unsigned char>(*at)]) ++at;
      at_ = at;
      if (at_ >= end_ || is_newline(*at_)) break;
      if (*at_ == '\\') {
        const std::ptrdiff_t length = end_ - at_ >= 3 && at_[1] == '\r' && at_[2] == '\n' ? 3 : 2;
        at_ += std::min(length, end_ - at_);
      } else if (*at_++ == quote) {
        return;
      }
    }
    problem(start, "unterminated string literal (detected at line " +
                       std::to_string(indents_.line_of(start)) + ")");
  }

  void triple(const char* start, char quote) {
    while (at_ < end_) {
      if (*at_ == '\\') {
        at_ += end_ - at_ >= 2 ? 2 : 1;
      } else if (*at_ == quote && end_ - at_ >= 3 && at_[1] == quote && at_[2] == quote) {
        at_ += 3;
        return;
      } else {
        ++at_;
      }
    }
    at_ = end_;
    problem(start, "unterminated triple-quoted string literal (detected at line " +
                       std::to_string(indents_.line_of(end_ - 1)) + ")");
  }

  void open() {
    if (brackets_ == kMaxBrackets) {
      result_.too_deep = ScanProblem{offset(at_), "too many nested parentheses",
                                     static_cast<std::uint32_t>(result_.statements.size() - 1)};
      stopped_ = true;
      return;
    }
    stack_[brackets_++] = at_++;
  }

  void close() {
    if (brackets_ == 0) {
      problem(at_, std::string("unmatched '") + *at_ + "'");
    } else if (const char* opener = stack_[--brackets_]; closer_of(*opener) != *at_) {
      std::string message = std::string("closing parenthesis '") + *at_ +
                            "' does not match opening parenthesis '" + *opener + "'";
      const std::uint32_t line = indents_.line_of(opener);
      if (line != indents_.line_of(at_)) message += " on line " + std::to_string(line);
      problem(at_, std::move(message));
    }
    ++at_;
  }

  void backslash() {
    const char* next = at_ + 1;
    if (next >= end_) {
      problem(at_, "unexpected EOF while parsing");
    } else if (!is_newline(*next)) {
      problem(at_, "unexpected character after line continuation character");
    } else if (*next == '\r' && next + 1 < end_ && next[1] == '\n') {
      ++next;
    }
    at_ = std::min(next + 1, end_);
    if (at_ == end_) problem(end_ - 1, "unexpected EOF while parsing");
  }

  void high() {
    std::string message = wrong_character({at_, static_cast<std::size_t>(end_ - at_)});
    if (!message.empty()) problem(at_, std::move(message));
    ++at_;
    while (at_ < end_ && (static_cast<unsigned char>(*at_) & 0xc0) == 0x80) ++at_;
  }

  void bad() {
    problem(at_, wrong_character({at_, 1}));
    ++at_;
  }

  void finish() {
    if (stopped_) {
      if (!result_.statements.empty()) current().end = offset(end_);
      return;
    }
    if (result_.statements.empty()) return;
    if (brackets_ > 0) {
      const char* opener = stack_[brackets_ - 1];
      problem(opener, std::string("'") + *opener + "' was never closed");
    }
    std::string wrong = indents_.finish();
    // As CPython, at the end of the last line, not behind it.
    const char* last = end_;
    if (last > begin_ && last[-1] == '\n') --last;
    if (last > begin_ && last[-1] == '\r') --last;
    if (!wrong.empty()) problem(last, std::move(wrong));
    if (decorated_) problem(last, "invalid syntax");
  }

  const char* begin_;
  const char* end_;
  const char* at_;
  Indentation indents_;
  ScanResult result_;
  std::array<const char*, kMaxBrackets> stack_{};
  std::uint32_t brackets_ = 0;
  const char* last_end_ = nullptr;  // of the logical line before
  const char* comment_ = nullptr;   // the comment that ends the logical line
  bool decorated_ = false;          // the line before began with '@' at the top level
  bool stopped_ = false;
};

}  // namespace

ScanResult scan(std::string_view text) {
  ScanResult result = Scanner(text).run();
  result.templates = find_templates(text);
  return result;
}

std::vector<std::uint32_t> find_templates(std::string_view text) {
  std::vector<std::uint32_t> found;
  for (std::size_t at = text.find("{{"); at != std::string_view::npos;
       at = text.find("{{", at + 1)) {
    found.push_back(static_cast<std::uint32_t>(at));
  }
  return found;
}

}  // namespace mmlint::syntax
