#include <utility>

#include "syntax/fast_expr.h"

// The usual f-strings: without backslashes and '=' in fields, and without fields in format specs.
namespace mmlint::syntax {

struct FastExpr::Pieces {
  std::vector<FStringPart> parts;
  std::string pending;  // text; neighbours become one part
};

const Expr* FastExpr::fstring() {
  const std::uint32_t begin = offset();
  Pieces pieces;
  const char* stop = at_;
  do {
    if (!fstring_literal(pieces)) return nullptr;
    stop = at_;
    skip();
  } while (at_string());
  at_ = stop;
  if (!pieces.pending.empty()) {
    FStringPart part;
    part.text = keep(pieces.pending);
    pieces.parts.push_back(part);
  }
  return make(FString{expr_at(ExprKind::kFString, begin, offset()),
                      keep_all(std::span<const FStringPart>(pieces.parts))});
}

bool FastExpr::fstring_literal(Pieces& pieces) {
  bool plain = true;
  const std::optional<StringLiteral> read = literal(&plain);
  if (!read || read->bytes) return false;
  if (!read->format) {
    const Decoded decoded = decode_literal(read->content, {.raw = read->raw});
    if (decoded.wrong != nullptr || decoded.has_name) return false;
    pieces.pending += decoded.changed ? decoded.text : decoded.view;
    return true;
  }
  const char* after = at_;
  const char* outer_end = end_;
  at_ = read->content.data();
  end_ = at_ + read->content.size();
  ++brackets_;
  const bool done = fstring_pieces(pieces, plain, read->raw);
  --brackets_;
  at_ = after;
  end_ = outer_end;
  return done;
}

// `plain` says that the text means what is written, `raw` that a backslash in it does.
bool FastExpr::fstring_pieces(Pieces& pieces, bool plain, bool raw) {
  while (at_ < end_) {
    const char c = *at_;
    if (c != '{' && c != '}') {
      const char* first = at_;
      while (at_ < end_ && *at_ != '{' && *at_ != '}') ++at_;
      const std::string_view text(first, static_cast<std::size_t>(at_ - first));
      if (plain) {
        pieces.pending += text;
        continue;
      }
      const bool is_cut = !raw && (text.back() == '\\' || text.ends_with("\\N"));
      const Decoded decoded = decode_literal(text, {.raw = raw});
      if (is_cut || decoded.wrong != nullptr || decoded.has_name) return false;
      pieces.pending += decoded.changed ? decoded.text : decoded.view;
    } else if (peek(1) == c) {
      pieces.pending += c;
      at_ += 2;
    } else if (c == '}' || !field(pieces)) {
      return false;
    }
  }
  return true;
}

// "{value!r:spec}"
bool FastExpr::field(Pieces& pieces) {
  const char* open = at_++;
  skip();
  if (peek() == '{') return false;
  FStringPart part;
  const int outer = std::exchange(field_brackets_, brackets_);
  part.expr = expr();
  field_brackets_ = outer;
  if (part.expr == nullptr) return false;
  if (peek() == '!') {
    part.conversion = peek(1);
    if (part.conversion != 'r' && part.conversion != 's' && part.conversion != 'a') return false;
    at_ += 2;
  } else {
    skip();
  }
  if (take(':')) {
    if (peek() == '=') return false;  // the grammar reads a walrus
    const char* spec = at_;
    while (at_ < end_ && *at_ != '}') {
      if (*at_ == '{' || *at_ == '\n') return false;
      ++at_;
    }
    if (spec != at_) {
      const auto only = array<FStringPart>(1);
      only[0].text = {spec, static_cast<std::size_t>(at_ - spec)};
      part.spec = only;
    }
  }
  if (!take('}')) return false;
  const std::string_view written(open, static_cast<std::size_t>(at_ - open));
  if (written.find_first_of("#\\\r") != written.npos) return false;
  if (!pieces.pending.empty()) {
    FStringPart text;
    text.text = keep(pieces.pending);
    pieces.parts.push_back(text);
    pieces.pending.clear();
  }
  pieces.parts.push_back(part);
  return true;
}

}  // namespace mmlint::syntax
