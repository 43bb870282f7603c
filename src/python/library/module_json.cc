#include "base/text.h"
#include "data/read_json.h"
#include "python/library/modules.h"
#include "python/library/open_file.h"

// Python's json, reading only.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// A value of a JSON text as the config's own. Nothing of it is written in the config.
Value* adopted(Evaluator& e, const Value& value, Span span) {
  e.step();
  Value* out = e.pool().like(value, span);
  for (const Value* item : value.items()) out->edit_items().push_back(adopted(e, *item, span));
  for (const Entry& entry : value.dict().entries()) {
    Value* child = adopted(e, *entry.value, span);
    out->edit_dict().set(adopted(e, *entry.key, span), child,
                         e.pool().origin({.value = span, .how = How::kComputed, .set = child}));
  }
  return out;
}

Value* parsed(Evaluator& e, std::string_view text, Span span) {
  if (first_invalid_utf8(text) || text.find('\0') != text.npos) {
    return e.unknown("a JSON text in another encoding than UTF-8", span);
  }
  const data::DataFile file = read_json(data::DataText(span.file, text, {}));
  if (file.problems.empty()) return adopted(e, *file.root, span);
  const Problem& problem = file.problems[0];
  const auto detail = problem.captures.find("detail");
  if (problem.kind != ProblemKind::kSyntaxError || detail == problem.captures.end()) {
    return e.unknown("a JSON text that is not computed", span);
  }
  e.raise("JSONDecodeError", detail->second, span);
}

Value* loads(Evaluator& e, Value*, A a) {
  const bool plain = a.positional.size() == 1 && a.keywords.empty() &&
                     a.positional[0]->kind == Value::Kind::kString;
  if (!plain) return not_computed(e, a, "json.loads() of this");
  return parsed(e, a.positional[0]->text(), a.span);
}

Value* load(Evaluator& e, Value*, A a) {
  auto* file = a.positional.size() == 1 && a.keywords.empty()
                   ? dynamic_cast<OpenFile*>(a.positional[0]->object())
                   : nullptr;
  if (!file || !file->known()) return not_computed(e, a, "json.load() of this");
  return parsed(e, file->read(e, -1, a.span)->text(), a.span);
}

constexpr Member kMembers[] = {
    {"load", load},
    {"loads", loads},
};

}  // namespace

std::span<const Member> json_members() {
  return kMembers;
}

}  // namespace mmlint::python
