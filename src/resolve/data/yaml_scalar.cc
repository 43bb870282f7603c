#include "resolve/data/yaml_scalar.h"

#include <algorithm>

#include "base/text.h"

namespace mmlint::resolve {
namespace {

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at, int indent, bool flow)
      : text_(text), at_(at), indent_(indent), flow_(flow) {}

  std::optional<YamlScalar> run() {
    const char first = peek();
    const bool done = first == '|' || first == '>'    ? block(first == '|')
                      : first == '"' || first == '\'' ? quoted(first)
                                                      : plain();
    if (!done) return std::nullopt;
    return YamlScalar{std::move(value_), end_,
                      first != '|' && first != '>' && first != '"' && first != '\''};
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool ended() const { return at_ >= text_.size(); }
  bool blank(std::size_t ahead = 0) const { return peek(ahead) == ' ' || peek(ahead) == '\t'; }
  bool line_end() const { return !ended() && peek() == '\n'; }
  bool blank_or_end(std::size_t ahead = 0) const {
    return at_ + ahead >= text_.size() || blank(ahead) || peek(ahead) == '\n';
  }
  // Of a later line than the first, in bytes: only spaces stand before the places asked for.
  int column() const { return static_cast<int>(at_ - line_); }
  void next_line() { line_ = ++at_; }
  bool line_begin() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  // White space between two parts of a plain or quoted scalar, folded as libyaml does.
  struct Gap {
    std::string spaces;       // within a line
    std::string first_break;  // "\n" once a line ended
    std::string more_breaks;
    bool leading = false;  // at the begin of a line
    void fold_into(std::string& out) {
      if (!leading) {
        out += spaces;
      } else if (!first_break.empty() && more_breaks.empty()) {
        out += ' ';
      } else {
        out += more_breaks;
      }
      *this = {};
    }
  };

  bool plain() {
    Gap gap;
    end_ = at_;
    while (!ended()) {
      if (line_begin() && is_document_mark(text_, at_)) break;
      if (peek() == '#') break;
      while (!blank_or_end()) {
        const char c = peek();
        if (c == ':' && (blank_or_end(1) || (flow_ && (is_flow_mark(peek(1)) || peek(1) == '?')))) {
          if (flow_ && !blank_or_end(1)) return false;  // "found unexpected ':'"
          break;
        }
        if (flow_ && is_flow_mark(c)) break;
        gap.fold_into(value_);
        value_ += c;
        end_ = ++at_;
      }
      if (!blank() && !line_end()) break;
      while (blank() || line_end()) {
        if (blank()) {
          if (gap.leading && peek() == '\t' && column() < indent_ + 1) return false;
          if (!gap.leading) gap.spaces += peek();
        } else if (!gap.leading) {
          gap.spaces.clear();
          gap.first_break = "\n";
          gap.leading = true;
        } else {
          gap.more_breaks += '\n';
        }
        line_end() ? next_line() : void(++at_);
      }
      if (!flow_ && gap.leading && column() < indent_ + 1) break;
    }
    return end_ > 0 && !value_.empty();
  }

  static bool is_flow_mark(char c) {
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
  }

  bool quoted(char quote) {
    ++at_;
    Gap gap;
    for (;;) {
      if (ended() || (line_begin() && is_document_mark(text_, at_))) return false;
      bool escaped_break = false;
      while (!blank_or_end() && !escaped_break) {
        const char c = peek();
        if (quote == '\'' && c == '\'' && peek(1) == '\'') {
          value_ += '\'';
          at_ += 2;
        } else if (c == quote) {
          break;
        } else if (quote == '"' && c == '\\' && peek(1) == '\n') {
          at_ += 2;
          gap.leading = true;
          escaped_break = true;
        } else if (quote == '"' && c == '\\') {
          if (!escape()) return false;
        } else {
          value_ += c;
          ++at_;
        }
      }
      if (!ended() && peek() == quote) {
        end_ = ++at_;
        return true;
      }
      while (blank() || line_end()) {
        if (blank()) {
          if (!gap.leading) gap.spaces += peek();
        } else if (!gap.leading) {
          gap.spaces.clear();
          gap.first_break = "\n";
          gap.leading = true;
        } else {
          gap.more_breaks += '\n';
        }
        ++at_;
      }
      gap.fold_into(value_);
    }
  }

  bool escape() {
    static constexpr std::string_view kNames = "0abt\tnvfre \"/\\";
    static constexpr std::string_view kMeant = {"\0\a\b\t\t\n\v\f\r\x1b \"/\\", 14};
    const char name = peek(1);
    at_ += 2;
    const std::size_t known = name == '\0' ? kNames.npos : kNames.find(name);
    if (known != kNames.npos) {
      value_ += kMeant[known];
      return true;
    }
    switch (name) {
      case 'N':
        append_utf8(value_, 0x85);
        return true;
      case '_':
        append_utf8(value_, 0xa0);
        return true;
      case 'L':
        append_utf8(value_, 0x2028);
        return true;
      case 'P':
        append_utf8(value_, 0x2029);
        return true;
      case 'x':
        return code_point(2);
      case 'u':
        return code_point(4);
      case 'U':
        return code_point(8);
      default:
        return false;
    }
  }

  bool code_point(int digits) {
    char32_t c = 0;
    for (int i = 0; i < digits; ++i, ++at_) {
      const char digit = peek();
      const char lower = static_cast<char>(digit | 0x20);
      if (digit >= '0' && digit <= '9')
        c = c * 16 + static_cast<char32_t>(digit - '0');
      else if (lower >= 'a' && lower <= 'f')
        c = c * 16 + static_cast<char32_t>(lower - 'a' + 10);
      else
        return false;
    }
    if ((c >= 0xd800 && c < 0xe000) || c > 0x10ffff) return false;
    append_utf8(value_, c);
    return true;
  }

  bool block(bool literal) {
    ++at_;
    char chomping = ' ';
    int increment = 0;
    for (int i = 0; i < 2; ++i) {
      if ((peek() == '+' || peek() == '-') && chomping == ' ') {
        chomping = peek();
        ++at_;
      } else if (peek() >= '0' && peek() <= '9' && increment == 0) {
        if (peek() == '0') return false;
        increment = peek() - '0';
        ++at_;
      }
    }
    end_ = at_;
    while (blank()) ++at_;
    if (peek() == '#') {
      while (!ended() && !line_end()) ++at_;
    }
    if (!ended() && !line_end()) return false;
    if (ended()) return true;
    next_line();
    int indent = increment == 0 ? 0 : (indent_ >= 0 ? indent_ + increment : increment);
    std::string trailing;
    if (!block_breaks(indent, trailing)) return false;
    std::string leading;
    bool leading_blank = false;
    while (!ended() && column() == indent) {
      const bool trailing_blank = blank();
      if (!literal && !leading.empty() && !leading_blank && !trailing_blank) {
        if (trailing.empty()) value_ += ' ';
      } else {
        value_ += leading;
      }
      leading.clear();
      value_ += trailing;
      trailing.clear();
      leading_blank = blank();
      while (!ended() && !line_end()) value_ += text_[at_++];
      end_ = at_;
      if (line_end()) {
        leading = "\n";
        next_line();
      }
      if (!block_breaks(indent, trailing)) return false;
    }
    if (chomping != '-') value_ += leading;
    if (chomping == '+') value_ += trailing;
    return true;
  }

  // The empty lines before the next line of a block scalar; finds its indentation if it is 0.
  bool block_breaks(int& indent, std::string& breaks) {
    int deepest = 0;
    for (;;) {
      while ((indent == 0 || column() < indent) && peek() == ' ') ++at_;
      deepest = std::max(deepest, column());
      if ((indent == 0 || column() < indent) && peek() == '\t') return false;
      if (!line_end()) break;
      breaks += '\n';
      next_line();
    }
    if (indent == 0) indent = std::max({deepest, indent_ + 1, 1});
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  int indent_;
  bool flow_;
  std::string value_;
  std::size_t end_ = 0;
  std::size_t line_ = 0;  // where the line of at_ begins, once a line ended
};

}  // namespace

bool is_document_mark(std::string_view text, std::size_t at) {
  const std::string_view mark = text.substr(at, 3);
  if (mark != "---" && mark != "...") return false;
  return at + 3 >= text.size() || text.find_first_of(" \t\n", at + 3) == at + 3;
}

std::optional<YamlScalar> scan_yaml_scalar(std::string_view text, std::size_t at, int indent,
                                           bool flow) {
  return Scanner(text, at, indent, flow).run();
}

}  // namespace mmlint::resolve
