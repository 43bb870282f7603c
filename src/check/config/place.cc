#include "check/config/place.h"

namespace mmlint::check {

using catalog::At;
using config::Resolved;

namespace {

// At the top-level key, unless a config further down replaced the part where the key is missing.
Span where_absent(const At& at, const Resolved& config, const std::string& key) {
  const bool other = !at.other.empty() && !config.root->dict().find(at.key);
  const Span top = config::definition(config, other ? at.other : at.key);
  if (!key.starts_with(at.key + ".")) return top;
  const Origin* deepest = config::nearest_definer(config, key);
  const Entry* entry = config.root->dict().find(at.key);
  if (!deepest || !entry || config::definer(entry->origin)->value().contains(deepest->value()))
    return top;
  return place(*deepest);
}

// Whether a config has the fault, if it were run: a base need not be complete.
bool is_found_in(const Matcher& matcher, const Resolved& config, FirstWithout& asked) {
  ConfigView view = view_of(config, false);
  view.modules = &asked.modules;
  view.runnable = view.may_run_distributed = true;
  return !matcher.find(view, asked.files).empty();
}

const Resolved& furthest(const At& at, const Matcher& matcher, const Resolved& config,
                         FirstWithout& asked) {
  for (const Resolved* base : config.bases) {
    if (!base->ok() || base->root->kind != Value::Kind::kDict) continue;
    if (is_defined(at, *base)) {
      if (is_found_in(matcher, *base, asked)) return first_without(at, matcher, *base, asked);
      continue;
    }
    const Resolved& first = first_without(at, matcher, *base, asked);
    ConfigView view = view_of(first, asked.index.is_inherited(first));
    view.modules = &asked.modules;
    if (view.runnable && !matcher.find(view, asked.files).empty()) return first;
  }
  return config;
}

}  // namespace

bool is_defined(const At& at, const Resolved& config) {
  return config.root->dict().find(at.key) ||
         (!at.other.empty() && config.root->dict().find(at.other) != nullptr);
}

const Resolved& first_without(const At& at, const Matcher& matcher, const Resolved& config,
                              FirstWithout& asked) {
  const std::pair key(&matcher, &config);
  const auto known = asked.known.find(key);
  if (known != asked.known.end()) return *known->second;
  const Resolved& first = furthest(at, matcher, config, asked);
  asked.known.emplace(key, &first);
  return first;
}

bool is_merged(const At& at, const Hit& hit) {
  const Origin* origin = hit.found.entry ? hit.found.entry->origin : nullptr;
  return at.kind == At::Kind::kKey && origin && origin->how() == How::kMerged;
}

Span place_of(const At& at, const Resolved& config, const Hit& hit, FileId merges) {
  if (!hit.found.value) return where_absent(at, config, hit.key);
  const Origin* origin =
      hit.found.entry ? config::definer(hit.found.entry->origin, merges) : nullptr;
  if (at.kind == At::Kind::kKey && origin && place(*origin).known()) return place(*origin);
  // A lazy reference was made by its import; what is wrong is where it is used.
  const bool reference = hit.found.value->kind == Value::Kind::kReference;
  if (reference && origin && origin->value().known()) return origin->value();
  if (hit.found.value->span.known()) return hit.found.value->span;
  // A value that is written nowhere, such as that of an environment variable, was computed there.
  if (origin && origin->value().known()) return origin->value();
  return config::definition(config, hit.key.substr(0, hit.key.find('.')));
}

}  // namespace mmlint::check
