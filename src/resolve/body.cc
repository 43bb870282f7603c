#include "resolve/body.h"

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
  if (freeze(value)) return true;
  out.problems.push_back({ProblemKind::kConfigRaises,
                          {out.document->source().id(), 0, 0},
                          {{"exception", "RecursionError"},
                           {"detail", "a dict or list of the config contains itself"}},
                          {}});
  return false;
}

}  // namespace mmlint::resolve
