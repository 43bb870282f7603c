#include "check/finding.h"

#include "value/key_path.h"

namespace mmlint::check {

catalog::Literal literal_of(const Hit& hit) {
  const Value* value = hit.found.value;
  const bool text =
      value && (value->kind == Value::Kind::kString || value->kind == Value::Kind::kReference);
  return text ? catalog::Literal{std::string(value->text())} : catalog::Literal{};
}

const Origin* definer(const Origin* origin) {
  while (origin) {
    if (origin->how() == How::kMerged && origin->shadows())
      origin = origin->shadows();
    else if (origin->source() &&
             (origin->how() == How::kImported || origin->how() == How::kBaseVariable))
      origin = origin->source();
    else
      break;
  }
  return origin;
}

Span definition(const config::Resolved& config, std::string_view key) {
  if (const Entry* entry = config.root->dict().find(key)) {
    const Span at = place(*definer(entry->origin));
    if (at.known()) return at;
  }
  const FileId file = config.document->source().id();
  const auto statements = config.document->statements();
  if (statements.empty()) return {file, 0, 0};
  return {file, statements.front().begin, statements.front().end};
}

const Origin* nearest_definer(const config::Resolved& config, std::string_view key_path) {
  while (!key_path.empty()) {
    const FoundValue found = value_at(*config.root, key_path);
    if (found.value && found.entry) {
      const Origin* origin = definer(found.entry->origin);
      return origin && origin->value().known() ? origin : nullptr;
    }
    const std::size_t dot = key_path.rfind('.');
    key_path = dot == key_path.npos ? std::string_view() : key_path.substr(0, dot);
  }
  return nullptr;
}

}  // namespace mmlint::check
