#include "value/problem.h"

#include "value/key_path.h"

namespace mmlint {
namespace {

struct Named {
  ProblemKind kind;
  const char* name;
};

constexpr Named kNames[] = {
    {ProblemKind::kSyntaxError, "syntax-error"},
    {ProblemKind::kBaseNotFound, "base-not-found"},
    {ProblemKind::kBaseCycle, "base-cycle"},
    {ProblemKind::kDuplicateKeyAmongBases, "duplicate-key-among-bases"},
    {ProblemKind::kMixedConfigStyles, "mixed-config-styles"},
    {ProblemKind::kUndefinedName, "undefined-name"},
    {ProblemKind::kMergeTypeConflict, "merge-type-conflict"},
    {ProblemKind::kReservedKey, "reserved-key"},
    {ProblemKind::kPackageBaseNotFound, "package-base-not-found"},
    {ProblemKind::kNotUtf8, "not-utf8"},
    {ProblemKind::kLimitReached, "limit-reached"},
    {ProblemKind::kConfigRaises, "config-raises"},
    {ProblemKind::kUnusedSuppression, "unused-suppression"},
    {ProblemKind::kUnresolvedValue, "unresolved-value"},
    {ProblemKind::kQuotedBaseVariable, "quoted-base-variable"},
    {ProblemKind::kLeftoverDelete, "leftover-delete"},
    {ProblemKind::kBaseVariableInExpression, "base-variable-in-expression"},
    {ProblemKind::kEnvironmentDefaultNotSubstituted, "environment-default-not-substituted"},
    {ProblemKind::kDeleteAfterCopy, "delete-after-copy"},
    {ProblemKind::kStdlibImportChangesMode, "stdlib-import-changes-mode"},
    {ProblemKind::kLazyKeyDroppedByImport, "lazy-key-dropped-by-import"},
    {ProblemKind::kNestedReadBase, "nested-read-base"},
    {ProblemKind::kPopOfMissingKey, "pop-of-missing-key"},
    {ProblemKind::kLeakedName, "leaked-name"},
    {ProblemKind::kBaseEditedInPlace, "base-edited-in-place"},
    {ProblemKind::kEmptyDictDoesNotClear, "empty-dict-does-not-clear"},
    {ProblemKind::kUnorderedSetToList, "unordered-set-to-list"},
    {ProblemKind::kNonDataValue, "non-data-value"},
    {ProblemKind::kEnvironmentDependent, "environment-dependent"},
    {ProblemKind::kVariableNotGiven, "variable-not-given"},
    {ProblemKind::kBaseIgnored, "base-ignored"},
    {ProblemKind::kImportOrderChangesMode, "import-order-changes-mode"},
    {ProblemKind::kLazyStandardCall, "lazy-standard-call"},
};

constexpr int kMaxDepth = 400;

void walk(const Value& value, const std::string& key, Span written, int depth,
          std::vector<Problem>& out) {
  if (depth > kMaxDepth) return;
  if (value.kind == Value::Kind::kUnknown) {
    const Span at = value.span.known() ? value.span : written;
    if (!at.known()) return;
    add_once(out, {ProblemKind::kUnresolvedValue,
                   at,
                   {{"key", key}, {"detail", std::string(value.text())}},
                   {}});
    return;
  }
  for (std::size_t i = 0; i < value.items().size(); ++i) {
    walk(*value.items()[i], append_index(key, i), written, depth + 1, out);
  }
  for (const Entry& entry : value.dict().entries()) {
    const Origin& origin = *entry.origin;
    const Span at = origin.value().known() ? origin.value() : origin.key();
    walk(*entry.value, append_key(key, *entry.key), at.known() ? at : written, depth + 1, out);
  }
}

}  // namespace

const char* rule_name(ProblemKind kind) {
  const auto* named = std::find_if(std::begin(kNames), std::end(kNames),
                                   [kind](const Named& n) { return n.kind == kind; });
  return named == std::end(kNames) ? "config-raises" : named->name;
}

Problem config_raises(Span span, std::string exception, std::string detail) {
  return {ProblemKind::kConfigRaises,
          span,
          {{"exception", std::move(exception)}, {"detail", std::move(detail)}},
          {}};
}

void add_once(std::vector<Problem>& problems, Problem problem) {
  if (problems.size() >= kMaxHazards) return;
  const bool known = std::ranges::any_of(
      problems, [&](const Problem& p) { return p.kind == problem.kind && p.span == problem.span; });
  if (!known) problems.push_back(std::move(problem));
}

std::vector<Problem> unknown_values(const Value& root) {
  std::vector<Problem> out;
  walk(root, "", {}, 0, out);
  return out;
}

}  // namespace mmlint
