#include <algorithm>

#include "base/text.h"
#include "syntax/escapes.h"
#include "syntax/indentation.h"
#include "syntax/lower_expr.h"

namespace mmlint::syntax {
// Pieces of one f-string or format spec. Neighbouring texts become one piece.
struct ExprLowering::Pieces {
  std::vector<FStringPart> parts;
  std::string pending;
  bool has_name = false;  // something in it has no known value
  int level = 0;          // 1 in a format spec, 2 in one inside it
};

const Expr* ExprLowering::fstring(const Node& node) {
  Pieces pieces;
  if (node.kind == NodeKind::kString) {
    fstring_literal(node, pieces);
  } else {
    for (const Node& literal : node.children()) fstring_literal(literal, pieces);
  }
  const std::span<const FStringPart> parts = finish(pieces);
  if (pieces.has_name) return unsupported(node);
  return make(FString{expr_at(ExprKind::kFString, node), parts});
}

void ExprLowering::fstring_literal(const Node& literal, Pieces& pieces) {
  const std::string_view written = text(literal);
  const StringLiteral read = read_string_literal(written).literal;
  if (!read.format) {
    fstring_text(literal, read.content, {.raw = read.raw}, pieces);
    return;
  }
  const auto begin =
      literal.begin + static_cast<std::uint32_t>(read.content.data() - written.data());
  fstring_pieces(literal, begin, begin + static_cast<std::uint32_t>(read.content.size()),
                 {.raw = read.raw, .braces = true}, pieces);
}

void ExprLowering::fstring_pieces(const Node& node, std::uint32_t begin, std::uint32_t end,
                                  DecodeOptions options, Pieces& pieces) {
  const auto literal = [&](std::uint32_t from, std::uint32_t to) {
    if (from < to) fstring_text(node, text_between(from, to), options, pieces);
  };
  std::uint32_t at = begin;
  for (const Node& part : node.children()) {
    if (part.kind != NodeKind::kInterpolation && part.kind != NodeKind::kFormatExpression) continue;
    literal(at, part.begin);
    replacement(part, options.raw, pieces);
    at = part.end;
  }
  literal(at, end);
}

void ExprLowering::fstring_text(const Node& node, std::string_view content,
                                const DecodeOptions& options, Pieces& pieces) {
  const Decoded decoded = decode_literal(content, options);
  if (decoded.wrong != nullptr) refuse(node, decoded.wrong);
  pieces.has_name = pieces.has_name || decoded.has_name;
  pieces.pending += decoded.changed ? decoded.text : decoded.view;
}

// Between the parts of an expression tree-sitter takes some characters for blanks that Python
// refuses, such as U+200B. Elsewhere the scan of the file finds them; to it, this is a string.
void ExprLowering::refuse_unprintable(const Node& node) {
  const auto refuse_in = [&](std::uint32_t begin, std::uint32_t end) {
    std::string_view gap = text_between(begin, end);
    if (is_ascii(gap)) return;
    while (!gap.empty() && static_cast<unsigned char>(gap.front()) < 0x80) gap.remove_prefix(1);
    const std::string wrong = wrong_character(gap);
    if (!wrong.empty()) refuse(node, "f-string: " + wrong);
  };
  if (is_ascii(text(node)) || node.kind == NodeKind::kString) return;
  std::uint32_t at = node.begin;
  bool has_children = false;
  for (const Node& part : node.children()) {
    if (has_children) refuse_in(at, part.begin);
    if (part.kind != NodeKind::kFormatSpecifier) refuse_unprintable(part);
    at = part.end;
    has_children = true;
  }
}

// "{value=!r:spec}", the braces included.
void ExprLowering::replacement(const Node& node, bool raw, Pieces& pieces) {
  const NestingLevel level(*this, node);
  if (!level) return;
  if (pieces.level > 1) refuse(node, "f-string: expressions nested too deeply");
  refuse_unprintable(node);
  flush(pieces);
  FStringPart part;
  const Node* value = &child(node, 0);
  if (value->kind == NodeKind::kLambda) refuse(*value, "f-string: invalid syntax");
  const Node* close = nullptr;
  std::uint32_t spec_begin = 0;
  for (auto it = node.children().begin(); it != node.children().end(); ++it) {
    const Node& piece = *it;
    if (piece.is_token() && text(piece) == "=") {
      part.debug = true;
      auto after = it;
      part.text = text_between(node.begin + 1, (*++after).begin);
    } else if (piece.kind == NodeKind::kTypeConversion) {
      part.conversion = text(piece)[1];
      if (std::string_view("rsa").find(part.conversion) == std::string_view::npos) {
        refuse(piece, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
      }
    } else if (piece.kind == NodeKind::kFormatSpecifier) {
      spec_begin = piece.begin + 1;
    }
    close = &piece;
  }
  Pieces spec;
  spec.level = pieces.level + 1;
  if (value->kind == NodeKind::kNamedExpression) {  // a spec that begins with '='
    spec_begin = token(*value, ":=")->begin + 1;
    if (text_between(spec_begin, close->begin).find('{') != std::string_view::npos) {
      pieces.has_name = true;
    }
    value = &child(*value, 0);
  }
  part.expr = expr(*value, kYield);
  if (spec_begin != 0) {
    const Node* specifier = child(node, NodeKind::kFormatSpecifier);
    fstring_pieces(specifier == nullptr ? *close : *specifier, spec_begin, close->begin,
                   {.raw = raw}, spec);
    part.spec = finish(spec);
    pieces.has_name = pieces.has_name || spec.has_name;
  }
  if (part.debug && part.conversion == 0 && spec_begin == 0) part.conversion = 'r';
  pieces.parts.push_back(part);
}

void ExprLowering::flush(Pieces& pieces) {
  if (pieces.pending.empty()) return;
  FStringPart part;
  part.text = keep(pieces.pending);
  pieces.parts.push_back(part);
  pieces.pending.clear();
}

std::span<const FStringPart> ExprLowering::finish(Pieces& pieces) {
  flush(pieces);
  const auto parts = array<FStringPart>(pieces.parts.size());
  std::ranges::copy(pieces.parts, parts.begin());
  return parts;
}

const Expr* ExprLowering::number(const Node& node, bool is_float) {
  std::string_view digits = text(node);
  if (const char* wrong = wrong_number(digits)) refuse(node, wrong);
  if (digits.back() == 'j' || digits.back() == 'J') return unsupported(node);
  if (digits.find('_') != std::string_view::npos) {
    std::string plain(digits);
    std::erase(plain, '_');
    digits = keep(plain);
  }
  return make(Number{expr_at(is_float ? ExprKind::kFloat : ExprKind::kInteger, node), digits});
}

const Expr* ExprLowering::string(const Node& node) {
  const bool single = node.kind == NodeKind::kString;
  bool any_bytes = false;
  bool any_text = false;
  bool any_format = false;
  const auto look = [&](const Node& literal) {
    const StringLiteralResult read = read_string_literal(text(literal));
    if (!read.valid) refuse(literal, kInvalid);
    any_format = any_format || read.literal.format;
    (read.literal.bytes ? any_bytes : any_text) = true;
    return read.literal;
  };
  StringLiteral literal;
  if (single) {
    literal = look(node);
  } else {
    for (const Node& part : node.children()) look(part);
  }
  if (any_bytes && any_text) refuse(node, "cannot mix bytes and nonbytes literals");
  if (any_format) return fstring(node);

  std::string joined;
  std::string_view value;
  bool has_name = false;
  const auto decode = [&](const Node& at, const StringLiteral& part) {
    Decoded decoded = decode_literal(part.content, {.raw = part.raw, .bytes = part.bytes});
    if (decoded.wrong != nullptr) refuse(at, decoded.wrong);
    has_name = has_name || decoded.has_name;
    if (single) {
      value = decoded.changed ? keep(decoded.text) : decoded.view;
    } else {
      joined += decoded.changed ? decoded.text : decoded.view;
    }
  };
  if (single) {
    decode(node, literal);
  } else {
    for (const Node& part : node.children()) decode(part, read_string_literal(text(part)).literal);
    value = keep(joined);
  }
  if (has_name) return unsupported(node);
  return make(String{expr_at(any_bytes ? ExprKind::kBytes : ExprKind::kString, node), value});
}

}  // namespace mmlint::syntax
