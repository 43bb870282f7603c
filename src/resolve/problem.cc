#include "resolve/problem.h"

namespace mmlint::resolve {

const char* rule_name(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::kSyntaxError:
      return "syntax-error";
    case ProblemKind::kBaseNotFound:
      return "base-not-found";
    case ProblemKind::kBaseCycle:
      return "base-cycle";
    case ProblemKind::kDuplicateKeyAmongBases:
      return "duplicate-key-among-bases";
    case ProblemKind::kMixedConfigStyles:
      return "mixed-config-styles";
    case ProblemKind::kUndefinedName:
      return "undefined-name";
    case ProblemKind::kMergeTypeConflict:
      return "merge-type-conflict";
    case ProblemKind::kReservedKey:
      return "reserved-key";
    case ProblemKind::kPackageBaseNotFound:
      return "package-base-not-found";
    case ProblemKind::kNotUtf8:
      return "not-utf8";
    case ProblemKind::kLimitReached:
      return "limit-reached";
    case ProblemKind::kConfigRaises:
      return "config-raises";
  }
  return "config-raises";
}

}  // namespace mmlint::resolve
