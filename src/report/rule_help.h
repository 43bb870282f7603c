#pragma once

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "base/language.h"
#include "catalog/catalog.h"

namespace mmlint::report {

// What a rule says of itself on one target, for formats that carry the help of rules.
struct RuleHelp {
  std::string code, name, summary, why;
  Severity severity = Severity::kError;  // on that target
  std::string text;                      // what `mmlint rules CODE` prints
  std::string markdown;                  // why, the fix, an example before and after
};

// Returns the help of a rule; its examples are those of which `mmlint rules` shows some.
RuleHelp help_of(const catalog::Rule& rule, std::span<const catalog::Example> examples,
                 const catalog::Catalog& catalog, const catalog::Target& target, Language language);

}  // namespace mmlint::report
