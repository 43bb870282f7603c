
#include "syntax/parse_expr.h"

// Strings and f-strings.
namespace mmlint::syntax {

// What the literals of a string came to so far.
struct ParseExpr::Pieces {
  std::vector<FStringPart> parts;
  std::string_view text;        // after the last part, if `joined` is empty
  std::string joined;           // the same if it is of several texts
  bool has_name = false;        // \N{NAME}: its value is not known
  const char* wrong = nullptr;  // what is wrong with an escape
};

const Expr* ParseExpr::string() {
  const std::uint32_t begin = offset();
  Pieces pieces;
  bool any_bytes = false, any_text = false, any_format = false;
  const char* stop = at_;
  do {
    const std::uint32_t first = offset();
    const StringStart start = string_start();
    (start.bytes ? any_bytes : any_text) = true;
    any_format = any_format || start.format;
    if (!(start.format ? format_literal(start, pieces) : literal(start, pieces))) return nullptr;
    if (pieces.wrong != nullptr) refuse(first, offset(), std::exchange(pieces.wrong, nullptr));
    stop = at_;
    skip();
  } while (at_string());
  at_ = stop;
  if (any_bytes && any_text) refuse(begin, offset(), "cannot mix bytes and nonbytes literals");
  if (pieces.has_name) return make(expr_at(ExprKind::kUnsupported, begin, offset()));
  if (any_format) {
    const auto parts = all_parts(pieces);
    return make(FString{expr_at(ExprKind::kFString, begin, offset()), parts});
  }
  const ExprKind kind = any_bytes ? ExprKind::kBytes : ExprKind::kString;
  return make(String{expr_at(kind, begin, offset()), end_text(pieces)});
}

// Reads a literal that is no f-string, from after its opening quotes on.
bool ParseExpr::literal(const StringStart& start, Pieces& pieces) {
  bool plain = true;
  const auto content = string_content(start, plain);
  if (!content) return invalid();
  if (plain && !start.bytes)
    add_text(*content, true, pieces);
  else
    decode(*content, {.raw = start.raw, .bytes = start.bytes}, pieces);
  return true;
}

bool ParseExpr::format_literal(const StringStart& start, Pieces& pieces) {
  if (!format_pieces(start, 0, pieces)) return false;
  at_ += start.triple ? 3 : 1;
  return true;
}

void ParseExpr::decode(std::string_view content, const DecodeOptions& options, Pieces& pieces) {
  const Decoded decoded = decode_literal(content, options);
  if (pieces.wrong == nullptr) pieces.wrong = decoded.wrong;
  pieces.has_name = pieces.has_name || decoded.has_name;
  add_text(decoded.changed ? decoded.text : decoded.view, !decoded.changed, pieces);
}

// `lasts`: the text outlives the statement.
void ParseExpr::add_text(std::string_view text, bool lasts, Pieces& pieces) {
  if (text.empty()) return;
  if (pieces.text.empty()) {
    pieces.text = lasts ? text : keep(text);
  } else {
    if (pieces.joined.empty()) pieces.joined = pieces.text;
    pieces.joined += text;
  }
}

std::string_view ParseExpr::end_text(Pieces& pieces) {
  const std::string_view text = pieces.joined.empty() ? pieces.text : keep(pieces.joined);
  pieces.text = {};
  pieces.joined.clear();
  return text;
}

std::span<const FStringPart> ParseExpr::all_parts(Pieces& pieces) {
  end_part(pieces);
  return keep_all(std::span<const FStringPart>(pieces.parts));
}

void ParseExpr::end_part(Pieces& pieces) {
  const std::string_view text = end_text(pieces);
  if (!text.empty()) pieces.parts.push_back({.text = text});
}

// Goes over a backslash in the text of an f-string and what belongs to it. A brace may follow that
// begins a field.
void ParseExpr::take_escape(bool raw) {
  ++at_;
  if (!raw && peek() == 'N' && peek(1) == '{') {
    while (!at_end() && !take('}')) ++at_;
  } else if (peek() != '{' && peek() != '}' && !at_end()) {
    at_ += peek() == '\r' && peek(1) == '\n' ? 2 : 1;
  }
}

// Reads text and fields of an f-string up to its closing quotes. `level`: 0 in the f-string itself,
// 1 in a format spec, which ends before '}', 2 in one in a format spec.
bool ParseExpr::format_pieces(const StringStart& start, int level, Pieces& pieces) {
  const char* from = at_;
  const auto end_literal = [&] {
    decode({from, static_cast<std::size_t>(at_ - from)}, {.raw = start.raw, .braces = level == 0},
           pieces);
  };
  for (;;) {
    const char c = peek();
    const bool ends = at_string_end(start);
    if (level == 0 ? ends : c == '}') break;
    if (at_end() || ends || (!start.triple && (c == '\n' || c == '\r'))) return invalid();
    if (c == '\\') {
      take_escape(start.raw);
    } else if (c != '{') {
      ++at_;
    } else if (level == 0 && peek(1) == '{') {
      at_ += 2;
    } else {
      end_literal();
      if (!field(start, level, pieces)) return false;
      from = at_;
    }
  }
  end_literal();
  return true;
}

// "{value=!r:spec}"
bool ParseExpr::field(const StringStart& start, int level, Pieces& pieces) {
  const std::uint32_t begin = offset();
  if (level > 1) return fail(begin, "f-string: expressions nested too deeply");
  end_part(pieces);
  enter();
  FStringPart part;
  const int outer = std::exchange(field_brackets_, brackets_);
  part.expr = unstarred(values_or_yield());
  field_brackets_ = outer;
  if (part.expr == nullptr) return false;
  skip();
  if (take('=')) {
    skip();
    part.debug = true;
    part.text = text_between(begin + 1, offset());
  }
  if (take('!')) {
    const std::uint32_t first = offset();
    const std::string_view name = word();
    if (name != "r" && name != "s" && name != "a")
      refuse(first, offset(), "f-string: invalid conversion character: expected 's', 'r', or 'a'");
    else
      part.conversion = name[0];
    skip();
  }
  if (take(':')) {
    Pieces spec;
    if (!format_pieces(start, level + 1, spec)) return false;
    part.spec = all_parts(spec);
    pieces.has_name = pieces.has_name || spec.has_name;
    if (pieces.wrong == nullptr) pieces.wrong = spec.wrong;
  } else if (part.debug && part.conversion == 0) {
    part.conversion = 'r';
  }
  if (peek() != '}') return invalid();
  leave();
  pieces.parts.push_back(part);
  return true;
}

}  // namespace mmlint::syntax
