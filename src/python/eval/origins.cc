#include "python/eval/evaluator.h"

// Where the values of a config come from, noted while it is evaluated.
namespace mmlint::python {

using syntax::ExprKind;

namespace {

bool is_read(const syntax::Expr& expr) {
  return expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute ||
         expr.kind == ExprKind::kSubscript;
}

}  // namespace

const Origin* Evaluator::origin_of(Span key, const syntax::Expr& expr, const Value& value,
                                   std::size_t first_read) {
  const bool is_literal = value.literal && value.span == span(expr);
  if (is_literal && !value.is_container()) return pool_.origin_of_literal(key, value);
  OriginParts origin{.key = key, .value = span(expr), .how = How::kComputed, .set = &value};
  if (is_literal) {
    origin.how = How::kLiteral;
  } else if (is_read(expr) && last_read) {
    origin.source = last_read;
    const Span read = last_read->value();
    if (read.known() && read.file != file_) origin.how = How::kBaseVariable;
  } else {
    origin.reads = pool_.reads(std::span(reads).subspan(first_read));
  }
  return pool_.origin(origin);
}

void Evaluator::forget_read(const syntax::Expr& object, std::size_t end) {
  if (last_read && is_read(object) && end > 0)
    reads.erase(reads.begin() + static_cast<std::ptrdiff_t>(end) - 1);
}

void Evaluator::note_read(const Origin* origin) {
  last_read = origin;
  reads.push_back(origin);
}

void Evaluator::note_removal(const Value& dict, const Value& key, Span at) {
  const Entry* entry = dict.dict().find(key);
  if (!entry) return;
  const Value* base = module_.names->dict().get("_base_");
  removals.push_back({at, entry->origin, &dict == module_.names || &dict == base});
}

}  // namespace mmlint::python
