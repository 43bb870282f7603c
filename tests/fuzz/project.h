#pragma once

#include <map>
#include <span>
#include <string>

#include "check/check.h"
#include "target.h"
#include "unit/project.h"

namespace mmlint::fuzz {

// Configs that use up what they may are many among the mutants, and take most of the time.
inline project::Settings settings() {
  project::Settings out;
  out.limits.steps = 5'000;
  out.limits.values = 10'000;
  out.limits.text = 2'000;
  return out;
}

// All of a project, as a command asks for it. Borrows all three.
inline check::Request request_of(const test::MemoryProject& project, const catalog::Target& target,
                                 std::span<const catalog::Catalog::Active> rules) {
  return {.workspace = *project.workspace,
          .index = *project.index,
          .passed = project.index->configs(),
          .target = target,
          .rules = rules,
          .scripts = project.scripts,
          .launch_scripts = project.launch_scripts,
          .roots = project.roots};
}

// A span of a project lies inside of its file.
inline void check_span(Span at, const SourceStore& sources) {
  if (at.known() && (at.begin > at.end || at.end > sources.get(at.file).bytes().size()))
    fault("a span outside of its file", sources.get(at.file).path());
}

// True for a value of at most `left` values and bytes of text, shared ones counted each time; what
// is larger takes long to print. Takes what it has off `left`.
inline bool is_small(const Value& v, std::size_t& left) {
  const std::size_t own = 1 + v.text().size();
  if (own > left) return false;
  left -= own;
  for (const Value* item : v.items())
    if (!is_small(*item, left)) return false;
  for (const Entry& entry : v.dict().entries())
    if (!is_small(*entry.key, left) || !is_small(*entry.value, left)) return false;
  return true;
}

inline bool is_small(const Value& v) {
  std::size_t left = 5'000;
  return is_small(v, left);
}

}  // namespace mmlint::fuzz
