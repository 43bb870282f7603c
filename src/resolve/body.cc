#include "resolve/body.h"

#include <fmt/format.h>

#include "resolve/eval/raised.h"

namespace mmlint::resolve {

void add_problem(Resolved& out, const Raised& raised) {
  Problem problem{raised.kind, raised.span, raised.captures, {}};
  problem.captures["exception"] = raised.exception;
  problem.captures["detail"] = raised.detail;
  out.problems.push_back(std::move(problem));
}

void add_problem(Resolved& out, const LimitReached& limit) {
  out.problems.push_back({ProblemKind::kLimitReached, limit.span, {{"limit", limit.limit}}, {}});
}

void find_reserved_keys(Resolved& out) {
  if (!out.root || out.root->kind != Kind::kDict) return;
  for (const char* name : {"filename", "text", "pretty_text", "env_variables"}) {
    const Entry* entry = out.root->dict.find(name);
    if (!entry) continue;
    const Origin& origin = *entry->origin;
    const Span at = origin.key.known() ? origin.key : origin.value;
    out.root_problems.push_back({ProblemKind::kReservedKey, at, {{"name", name}}, {}});
  }
}

bool finish(Resolved& out, Value& value) {
  const Span at{out.document->source().id(), 0, 0};
  switch (freeze(value)) {
    case Frozen::kDone: return true;
    case Frozen::kCyclic:
      out.problems.push_back({ProblemKind::kConfigRaises, at,
                              {{"exception", "RecursionError"},
                               {"detail", "a dict or list of the config contains itself"}},
                              {}});
      return false;
    case Frozen::kTooLarge: break;
  }
  out.problems.push_back({ProblemKind::kLimitReached, at,
                          {{"limit", fmt::format("{} values", kMaxUnfolded)}}, {}});
  return false;
}

}  // namespace mmlint::resolve
