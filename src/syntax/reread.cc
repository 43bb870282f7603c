#include "syntax/reread.h"

#include <algorithm>

#include "base/text.h"

namespace mmlint::syntax {
namespace {

bool is_prefix(char c) {
  return std::string_view("rRbBfFuU").find(c) != std::string_view::npos;
}

class Rewriter {
 public:
  explicit Rewriter(std::string_view statement) : text_(statement) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return changed_ ? std::move(text_) : std::string();
  }

 private:
  void blank(std::size_t at) {
    text_[at] = ' ';
    changed_ = true;
  }

  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return string(c);
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
    if (c == '#') {
      for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) blank(at_);
      return;
    }
    if (depth_ > 0 && (c == '\n' || c == '\r' || c == '\\')) blank(at_);
    if (c == '*' && is_lone_star()) {
      text_[at_] = '~';  // lowering looks for the star in the document
      changed_ = true;
    }
    ++at_;
  }

  // A star before what is no name: the grammar takes that in brackets only.
  bool is_lone_star() const {
    const std::size_t after = text_.find_first_not_of(" \t\f", at_ + 1);
    if (after == std::string::npos) return false;
    if (std::string_view("([{'\"").find(text_[after]) == std::string_view::npos &&
        !(text_[after] >= '0' && text_[after] <= '9')) {
      return false;
    }
    const std::size_t before = text_.find_last_not_of(" \t\f\\\r\n", at_ == 0 ? 0 : at_ - 1);
    if (at_ == 0 || before == std::string::npos) return true;
    if (std::string_view("=,([{:").find(text_[before]) != std::string_view::npos) return true;
    return ends_with_word(before, "return") || ends_with_word(before, "in") ||
           ends_with_word(before, "yield");
  }

  bool ends_with_word(std::size_t last, std::string_view word) const {
    if (last + 1 < word.size() || text_.compare(last + 1 - word.size(), word.size(), word) != 0) {
      return false;
    }
    return last + 1 == word.size() || !is_identifier(text_.substr(last - word.size(), 1));
  }

  void string(char quote) {
    bool format = false;
    for (std::size_t i = at_; i > 0 && at_ - i < 2 && is_prefix(text_[i - 1]); --i) {
      format = format || text_[i - 1] == 'f' || text_[i - 1] == 'F';
    }
    const std::string triple(3, quote);
    const bool is_triple = text_.compare(at_, 3, triple) == 0;
    at_ += is_triple ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\') {
        at_ += 2;
      } else if (is_triple ? text_.compare(at_, 3, triple) == 0 : text_[at_] == quote) {
        at_ += is_triple ? 3 : 1;
        return;
      } else {
        if (format && text_.compare(at_, 2, ":=") == 0) {
          text_[at_ + 1] = '>';  // a spec; lowering reads it from the document
          changed_ = true;
        }
        ++at_;
      }
    }
  }

  std::string text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool changed_ = false;
};

}  // namespace

void straighten_indent(std::string& text, std::size_t begin, std::size_t end) {
  std::string indent;
  for (std::size_t at = begin; at < end; ++at) {
    const char c = text[at];
    if (c == '\\' && !indent.empty()) break;  // what follows does not count
    if (c == ' ' || c == '\t') indent += c;
    if (c == '\f') indent.clear();
  }
  // An empty line takes up the rest.
  const std::size_t rest = end - begin - indent.size();
  text.replace(begin, end - begin, std::string(rest - 1, ' ') + "\n" + indent);
}

std::string easier_text(std::string_view statement) {
  return Rewriter(statement).run();
}

std::uint32_t OffsetMap::to_source(std::uint32_t expanded) const {
  auto next = std::upper_bound(
      segments.begin(), segments.end(), expanded,
      [](std::uint32_t at, const Segment& segment) { return at < segment.expanded; });
  if (next == segments.begin()) return expanded;
  const Segment& segment = *std::prev(next);
  return segment.copied ? segment.source + (expanded - segment.expanded) : segment.source;
}

void OffsetMap::skip(std::uint32_t bytes) {
  for (Segment& segment : segments) {
    if (segment.expanded >= bytes) {
      segment.expanded -= bytes;
    } else {
      if (segment.copied) segment.source += bytes - segment.expanded;
      segment.expanded = 0;
    }
  }
}

}  // namespace mmlint::syntax
