#include "shell_syntax/word_reader.h"

namespace mmlint::shell_syntax {
namespace {

bool is_any_of(char c, std::string_view set) {
  return c != '\0' && set.find(c) != std::string_view::npos;
}

}  // namespace

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9');
}

// The parts read so far, and a run of literal bytes that goes on.
class WordReader::PartsBuilder {
 public:
  explicit PartsBuilder(WordReader& reader)
      : reader_(reader), first_(reader.at_), begin_(reader.at_) {}

  std::uint32_t first() const { return first_; }
  // Ends the run at the position.
  void flush() {
    if (begin_ < reader_.at_) {
      const std::uint32_t begin = begin_;
      parts_.push_back({.begin = begin,
                        .end = reader_.at_,
                        .text = reader_.text_between(begin_, reader_.at_),
                        .text_begin = begin});
    }
    begin_ = reader_.at_;
  }
  void skip(std::uint32_t bytes) {
    flush();
    begin_ = reader_.at_ += bytes;
  }
  template <class Read>
  void add(Read&& read) {
    flush();
    parts_.push_back(read());
    begin_ = reader_.at_;
  }
  // A part that was read already, up to the position.
  void push(const Part& part) {
    parts_.push_back(part);
    begin_ = reader_.at_;
  }
  std::span<const Part> all() {
    flush();
    return reader_.keep(parts_);
  }

 private:
  WordReader& reader_;
  std::uint32_t first_;
  std::uint32_t begin_;
  std::vector<Part> parts_;
};

bool WordReader::at_word_end() const {
  const char c = peek();
  if (at_end() || is_any_of(c, " \t\n;&|()") || line_end() > 0) return true;
  return (c == '<' || c == '>') && peek(1) != '(';
}

bool WordReader::stops(Inside inside) const {
  if (inside == Inside::kQuotes) return at_end() || peek() == '"';
  if (inside == Inside::kOperand || inside == Inside::kQuotedOperand) {
    return at_end() || peek() == '}';
  }
  return at_word_end();
}

Word WordReader::word(Inside inside) {
  const std::uint32_t begin = at_;
  const auto parts = word_parts(inside);
  return {begin, at_, parts};
}

std::span<const Part> WordReader::word_parts(Inside inside) {
  const bool quoted = inside == Inside::kQuotes || inside == Inside::kQuotedOperand;
  PartsBuilder out(*this);
  while (!stops(inside)) {
    const char c = peek();
    if (const std::uint32_t length = continuation()) {
      out.skip(length);
    } else if (c == '\\') {
      const bool escapes = !quoted || is_any_of(peek(1), "$`\"\\") ||
                           (peek(1) == '}' && inside == Inside::kQuotedOperand);
      if (escapes) {
        out.add([&] { return escape(); });
      } else {
        ++at_;
      }
    } else if (c == '\'' && !quoted) {
      out.add([&] { return single_quoted(); });
    } else if (c == '"') {
      out.add([&] { return double_quoted(); });
    } else if (c == '`') {
      out.add([&] { return backquoted(); });
    } else if (c == '$') {
      out.flush();
      if (auto part = dollar(quoted)) {
        out.push(*part);
      } else {
        ++at_;
      }
    } else if ((c == '<' || c == '>') && peek(1) == '(' && !quoted) {
      out.add([&] { return process(); });
    } else if (const std::uint32_t special = special_length(inside, out.first()); special > 0) {
      out.add([&] {
        const std::uint32_t begin = at_;
        at_ += special;
        const bool extended = peek() == '(' && is_any_of(c, "?*+@!");
        if (extended && !skip_parentheses()) fail_unclosed(begin + 1, ")");
        const std::string_view text = text_between(begin, at_);
        const bool range = c == '{' && is_range(text.substr(1, text.size() - 2));
        return Part{.kind = range ? PartKind::kRange : PartKind::kSpecial,
                    .begin = begin,
                    .end = at_,
                    .text = range ? text.substr(1, text.size() - 2) : text,
                    .text_begin = range ? begin + 1 : begin};
      });
    } else {
      ++at_;
    }
  }
  return out.all();
}

// How many bytes at the position bash may expand; 0 if it takes them as they are.
std::uint32_t WordReader::special_length(Inside inside, std::uint32_t first) const {
  if (inside == Inside::kQuotes || inside == Inside::kQuotedOperand) return 0;
  const char c = peek();
  if (c == '~' && inside != Inside::kTest) {
    return at_ == first || is_any_of(input().text[at_ - 1], "=:") ? 1 : 0;
  }
  if (inside == Inside::kAssigned || (inside == Inside::kDeclared && c != '{')) return 0;
  if (is_any_of(c, "?*+@!") && peek(1) == '(' && inside != Inside::kOperand) return 1;
  if (c == '*' || c == '?') return 1;
  if (c == '[') {
    for (std::uint32_t at = at_ + 1; at < size() && !is_any_of(input().text[at], " \t\n;&|()");
         ++at) {
      if (input().text[at] == ']') return 1;
    }
    return 0;
  }
  if (c != '{' || inside == Inside::kTest) return 0;
  const std::uint32_t end = brace_end();
  if (end == kNowhere) return 0;
  const std::string_view inner = text_between(at_ + 1, end);
  if (is_range(inner)) return end + 1 - at_;
  return inner.find(',') != std::string_view::npos ? 1 : 0;
}

// The '}' of a '{' at the position, in the same word; kNowhere if there is none.
std::uint32_t WordReader::brace_end() const {
  std::uint32_t depth = 0;
  for (std::uint32_t at = at_; at < size(); ++at) {
    const char c = input().text[at];
    if (is_any_of(c, " \t\n;&|()<>")) return kNowhere;
    if (c == '\\') ++at;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return at;
    if (at - at_ > 1000) return at_;  // not looked at further; may be anything
  }
  return kNowhere;
}

bool WordReader::is_range(std::string_view inner) const {
  const auto number = [&] {
    if (inner.starts_with('-') || inner.starts_with('+')) inner.remove_prefix(1);
    std::size_t digits = 0;
    while (digits < inner.size() && inner[digits] >= '0' && inner[digits] <= '9') ++digits;
    inner.remove_prefix(digits);
    return digits > 0 && digits < 10;
  };
  const auto dots = [&] {
    if (!inner.starts_with("..")) return false;
    inner.remove_prefix(2);
    return true;
  };
  if (!number() || !dots() || !number()) return false;
  return inner.empty() || (dots() && number() && inner.empty());
}

Part WordReader::escape() {
  const std::uint32_t begin = at_;
  at_ = std::min(at_ + 2, size());
  const std::uint32_t text = begin + 1 < at_ ? begin + 1 : begin;  // a '\' ends the file: it stays
  return {.begin = begin, .end = at_, .text = text_between(text, at_), .text_begin = text};
}

Part WordReader::single_quoted() {
  const std::uint32_t begin = at_++;
  const std::size_t close = input().text.find('\'', at_);
  if (close == std::string_view::npos) {
    fail_unclosed(begin, "'");
    return {};
  }
  const std::uint32_t text = at_;
  at_ = static_cast<std::uint32_t>(close) + 1;
  return {.kind = PartKind::kSingleQuoted,
          .begin = begin,
          .end = at_,
          .text = text_between(text, at_ - 1),
          .text_begin = text};
}

Part WordReader::double_quoted() {
  const std::uint32_t begin = at_++;
  const auto parts = word_parts(Inside::kQuotes);
  if (failed()) return {};
  if (at_end()) {
    fail_unclosed(begin, "\"");
    return {};
  }
  ++at_;
  return {.kind = PartKind::kDoubleQuoted, .begin = begin, .end = at_, .parts = parts};
}

Part WordReader::backquoted() {
  const std::uint32_t begin = at_++;
  bool escaped = false;
  for (; peek() != '`'; ++at_) {
    if (at_end()) {
      fail_unclosed(begin, "`");
      return {};
    }
    if (peek() != '\\') continue;
    escaped = true;
    at_ = std::min(at_ + 1, size());
  }
  Part part{.kind = PartKind::kCommand, .begin = begin, .end = at_ + 1};
  part.readable = false;
  if (!escaped) {
    if (const auto body = commands_between(begin + 1, at_)) {
      part.body = *body;
      part.readable = true;
    }
  }
  ++at_;
  return part;
}

Part WordReader::process() {
  const std::uint32_t begin = at_;
  at_ += 2;
  const Block body = nested_commands(begin + 1);
  return {.kind = PartKind::kProcess, .begin = begin, .end = at_, .body = body};
}

}  // namespace mmlint::shell_syntax
