#include "syntax/reread.h"

#include <algorithm>

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
      for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
        if (depth_ > 0) blank(at_);
      }
      return;
    }
    if (depth_ > 0 && (c == '\n' || c == '\r' || c == '\\')) blank(at_);
    ++at_;
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

std::string easier_text(std::string_view statement) {
  return Rewriter(statement).run();
}

}  // namespace mmlint::syntax
