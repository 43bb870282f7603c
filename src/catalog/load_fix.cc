#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "catalog/load.h"
#include "catalog/load_value.h"
#include "catalog/rule_fix.h"

namespace mmlint::catalog {
namespace {

// True if a rule with this match may find something that has no value.
bool may_lack_value(const Match& match) {
  const std::vector<const Match*> primary = primary_matchers(match);
  return primary.empty() || std::any_of(primary.begin(), primary.end(),
                                        [](const Match* key) { return !key->has_value(); });
}

int documents_called(std::string_view name) {
  const auto at = std::find(kDocuments.begin(), kDocuments.end(), name);
  return 1 << (at - kDocuments.begin());
}

}  // namespace

void load(const Node& node, FixAction& x, const Context& context) {
  const std::string_view key = "do";
  const std::size_t verb = node.at(key).one_of(names_of(kVerbs));
  std::size_t index = 0;
  for_each_kind(&x, [&]<class Verb>() {
    if (index++ != verb) return;
    const auto keys = [](Verb& each, auto& f) {
      if constexpr (HasKeys<Verb>) Verb::keys(each, f);
    };
    load_keys(node, x.emplace<Verb>(), context, keys, key);
  });
}

void check(const Node& node, verb::ReplaceValue& x, const Context& /*context*/) {
  if (node.has("value") == node.has("values")) node.fail("needs one of 'value' and 'values'");
  if (const auto values = node.get("values"); values && x.values.empty())
    values->fail("names no value");
}

void check(const Node& node, verb::ChangeEntries& x, const Context& /*context*/) {
  if (x.set.empty() && x.drop.empty()) node.fail("changes nothing");
}

void check(const Node& node, RuleFix& x, const Context& context) {
  if (x.safety != Safety::kSafe)
    node.at("why_not_safe");  // a fault if it is missing
  else if (const auto why = node.get("why_not_safe"))
    why->fail("the fix is safe");
  const std::string& documents = context.rule->documents;
  const VerbName& verb = kVerbs[x.action.index()];
  const Node action = node.at("action");
  if ((verb.documents & documents_called(documents)) == 0)
    action.at("do").fail(fmt::format("'{}' is not for rules about {}s", verb.name, documents));
  if (std::holds_alternative<verb::Show>(x.action) && x.safety != Safety::kDisplay)
    action.fail("'show' changes nothing, so the fix must be 'display'");
  // In a script the same fix writes an entry or what is missing of it.
  if (verb.needs_value && documents == "config" && may_lack_value(context.rule->match))
    action.fail("changes the matched value, but the rule may match without one");
}

}  // namespace mmlint::catalog
