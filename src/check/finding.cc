#include "check/finding.h"

namespace mmlint::check {

using resolve::How;
using resolve::Origin;

const Origin* definer(const Origin* origin) {
  while (origin) {
    if (origin->how == How::kMerged && origin->shadows)
      origin = origin->shadows;
    else if (origin->source && (origin->how == How::kImported || origin->how == How::kBaseVariable))
      origin = origin->source;
    else
      break;
  }
  return origin;
}

const Span& place(const Origin& origin) {
  return origin.key.known() ? origin.key : origin.value;
}

Span definition(const resolve::Resolved& config, std::string_view key) {
  if (const resolve::Entry* entry = config.root->dict.find(key)) {
    const Span at = place(*definer(entry->origin));
    if (at.known()) return at;
  }
  const FileId file = config.document->source().id();
  const auto statements = config.document->statements();
  if (statements.empty()) return {file, 0, 0};
  return {file, statements.front().begin, statements.front().end};
}

}  // namespace mmlint::check
