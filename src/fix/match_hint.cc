#include "fix/match_hint.h"

#include "base/algorithms.h"
#include "catalog/on_target.h"
#include "check/common/evaluate.h"

namespace mmlint::fix {
namespace {

using catalog::Match;

// The parts of a match that want a value at a key; what is below a `not` is to be missing.
void collect_wanted(const Match& match, std::vector<const Match*>& out) {
  if (match.kind == Match::Kind::kNot) return;
  if (match.kind == Match::Kind::kKey && !match.tests_absence()) out.push_back(&match);
  for (const Match& child : match.children) collect_wanted(child, out);
}

bool passes_all(const Match& wanted, const FoundValue& found) {
  return std::ranges::all_of(wanted.tests, [&](const auto& test) {
    return check::passes(test, wanted.ignore_case, found) == check::Answer::kYes;
  });
}

}  // namespace

std::string match_hint(const catalog::Match& match, const catalog::Target& target,
                       std::span<const Value* const> configs) {
  if (configs.empty()) return ": no file of this example is a config";
  if (is_in(nullptr, configs)) return ": the config does not load";
  const Match filled = catalog::filled(match, target);
  std::vector<const Match*> wanted;
  collect_wanted(filled, wanted);
  std::vector<std::string> missing, failing;
  for (const Match* each : wanted) {
    std::string value;
    bool passes = false;
    for (const Value* root : configs) {
      for_each_match(*root, each->key, [&](const std::string&, const FoundValue& found) {
        passes = passes || passes_all(*each, found);
        if (value.empty()) value = found.value ? print(*found.value, 40) : "not known";
      });
    }
    if (value.empty()) {
      missing.push_back(fmt::format("`{}`", each->key));
    } else if (!passes) {
      failing.push_back(fmt::format("`{}` is {}", each->key, value));
    }
  }
  if (!missing.empty()) {
    return fmt::format(": {} {} no key of this example", fmt::join(missing, " and "),
                       missing.size() == 1 ? "matches" : "match");
  }
  if (failing.empty()) return "";
  return fmt::format(": {}, which does not pass its test", fmt::join(failing, " and "));
}

}  // namespace mmlint::fix
