#include <algorithm>

#include "syntax/escapes.h"
#include "syntax/lower_expr.h"

namespace mmlint::syntax {

const Expr* ExprLowering::number(const Node& node, bool is_float) {
  std::string_view digits = text(node);
  if (const char* wrong = wrong_number(digits)) refuse(node, wrong);
  if (digits.back() == 'j' || digits.back() == 'J') return unsupported(node);
  if (digits.find('_') != std::string_view::npos) {
    std::string plain(digits);
    plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
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
