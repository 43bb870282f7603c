#include "catalog/rule.h"

#include "base/algorithms.h"
#include "catalog/load.h"
#include "catalog/load_value.h"

namespace mmlint::catalog {
namespace {

// The problem that a match is about; null if it is about none.
const ProblemName* problem_of(const Match& match) {
  if (match.kind == Match::Kind::kProblem) return row_of(kProblems, match.name);
  for (const Match& child : match.children) {
    if (const ProblemName* found = problem_of(child)) return found;
  }
  return nullptr;
}

// The same for what only a function finds in launch scripts: the last one that a match has.
const Predicate* launch_predicate_of(const Match& match) {
  if (match.kind == Match::Kind::kCheck) return row_of(launch_predicates(), match.name);
  const Predicate* found = nullptr;
  for (const Match& child : match.children) {
    const Predicate* check = launch_predicate_of(child);
    if (check && match.kind != Match::Kind::kNot) found = check;
  }
  return found;
}

// True if a rule with this match may find something that has no value.
bool may_lack_value(const Match& match) {
  const std::vector<const Match*> primary = primary_matchers(match);
  return primary.empty() ||
         std::ranges::any_of(primary, [](const Match* key) { return !key->has_value(); });
}

int documents_called(std::string_view name) {
  const auto at = std::find(kDocuments.begin(), kDocuments.end(), name);
  return 1 << (at - kDocuments.begin());
}

const Format kName("^[a-z][a-z0-9-]*$", "'{}' is no name, such as runner");

// "runner" of "$runner"; empty for any other text.
std::string_view reference(const std::string* text) {
  if (!text || !text->starts_with('$')) return {};
  const std::string_view name = std::string_view(*text).substr(1);
  return kName.regex->matches(name) ? name : std::string_view();
}

class Definitions {
 public:
  explicit Definitions(JsonFile& file) : file_(file) {
    const std::optional<Node> define = Node(file).get("define");
    if (!define) return;
    lists_ = define->members();
    if (lists_.empty()) define->fail("defines nothing");
    for (const auto& [name, list] : lists_) {
      if (!kName.regex->matches(name)) list.fail(fmt::format(fmt::runtime(kName.complaint), name));
      list.strings();
    }
  }

  // Replaces every reference in a value that stands at a pointer of the file.
  void use(Literal& value, const std::string& pointer) {
    if (const std::string_view name = reference(value.string()); !name.empty()) {
      if (const Literal* list = find(name, pointer)) value = *list;
    } else if (auto* list = std::get_if<Literal::List>(&value.value)) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string at = append_pointer(pointer, std::to_string(i));
        if (!reference((*list)[i].string()).empty())
          file_.fail(at, "stands for a list, so it cannot be an item of one");
        use((*list)[i], at);
      }
    } else if (auto* dict = std::get_if<Literal::Dict>(&value.value)) {
      for (auto& [key, member] : *dict) use(member, append_pointer(pointer, key));
    }
  }

  void refuse_unused() const {
    for (const auto& [name, list] : lists_) {
      if (!used_.contains(name)) list.fail(fmt::format("nothing uses '${}'", name));
    }
  }

 private:
  // Null, and a fault, if nothing is called so.
  const Literal* find(std::string_view name, const std::string& pointer) {
    std::vector<std::string_view> known;
    for (const auto& [other, list] : lists_) {
      known.push_back(other);
      if (other != name) continue;
      used_.insert(other);
      return &list.literal();
    }
    file_.fail(pointer, fmt::format("nothing defines '${}'{}", name, did_you_mean(name, known)));
    return nullptr;
  }

  JsonFile& file_;
  std::vector<std::pair<std::string, Node>> lists_;
  std::set<std::string> used_;
};

// Replaces the references of a rule file to its own "define", and removes that. With "define":
// {"runner": [...]}, "$runner" becomes that list wherever a match takes a list. An undefined name
// and an unused definition are faults. Must come before the rule is loaded.
void use_definitions(JsonFile& file) {
  auto* root = std::get_if<Literal::Dict>(&file.root().value);
  if (!root) return;
  Definitions definitions(file);
  for (auto& [key, value] : *root) {  // texts, fixes and examples are left as they are
    if (key == "match" || key == "levels" || key == "related") definitions.use(value, "/" + key);
  }
  definitions.refuse_unused();
  std::erase_if(*root, [](const auto& member) { return member.first == "define"; });
}

}  // namespace

std::vector<std::string_view> captures_of(const Match& match) {
  if (const ProblemName* problem = problem_of(match)) {
    const auto& all = problem->captures;
    return {all.begin(), std::find(all.begin(), all.end(), "")};
  }
  std::vector<std::string_view> captures{"key", "count"};
  if (const Predicate* check = launch_predicate_of(match)) {
    captures.insert(captures.end(), check->captures.begin(), check->captures.end());
    return captures;
  }
  const std::vector<const Match*> primary = primary_matchers(match);
  if (primary.empty()) return {"count"};
  const auto has_value = [](const Match* each) { return each->has_value(); };
  if (std::ranges::all_of(primary, has_value)) captures.insert(captures.begin() + 1, "value");
  for (const Match* each : primary) {
    if (each->kind != Match::Kind::kCheck) continue;
    const Predicate* check = row_of(config_predicates(), each->name);
    if (!check) continue;
    captures.insert(captures.end(), check->captures.begin(), check->captures.end());
  }
  return captures;
}

void load_at(const Node& rule, At& x, const Context& context) {
  const auto node = rule.get("at");
  if (context.rule->documents != "config") {
    if (node) node->fail("what a script does knows its own place");
    return;
  }
  if (node && node->literal().dict()) {
    x.kind = At::Kind::kDefinition;
    load_keys(*node, x, context, [](At& at, auto& f) {
      f.must("definition_of", at.key, kTopLevel);
      f.may("else", at.other, kTopLevel);
    });
  } else if (node) {
    load(*node, x.kind, context);
  }
  const Match& match = context.rule->match;
  const std::vector<const Match*> primary = primary_matchers(match);
  const bool placeless = primary.empty() || std::ranges::any_of(primary, [](const Match* key) {
                           return key->tests_absence();
                         });
  if (problem_of(match) != nullptr) {
    if (node) node->fail("a problem knows its own place");
  } else if (placeless && x.kind != At::Kind::kDefinition) {
    rule.fail("the rule may match without a value, so it needs \"at\": {\"definition_of\": KEY}");
  }
}

void check(const Node& node, Variant& x, const Context& context) {
  const Match& match = context.rule->match;
  if (const auto forms = node.get("forms")) {
    const Predicate* check = launch_predicate_of(match);
    const ProblemName* problem = problem_of(match);
    for (const Node& form : forms->items()) {
      if (check)
        form.one_of(check->forms);
      else if (problem)
        form.one_of(problem->forms);
    }
  }
  const auto severity = node.get("severity"), value = node.get("value"), label = node.get("label"),
             fix = node.get("fix");
  if (severity && x.forms.empty()) severity->fail("stands beside 'forms' only");
  const auto known = captures_of(match);
  if (value && !is_in("value", known)) value->fail("the rule may match without a value");
  if (!x.value && x.when.empty() && x.forms.empty()) node.fail("needs 'value', 'when' or 'forms'");
  if (label && !x.message) label->fail("stands beside a message only");
  if (fix && (!x.message || x.value)) fix->fail("stands beside a message and no value only");
}

void check(const Node& node, SeverityLevel& /*x*/, const Context& context) {
  const auto message = node.get("message");
  if (message && context.rule->documents != "config") message->fail("is for rules about configs");
}

void check(const Node& node, Rule& x, const Context& /*context*/) {
  require_file_name(node.at("code"), fmt::format("{}-{}.json", x.code, x.name));
  const auto levels = node.get("levels"), related = node.get("related");
  if (levels && x.documents == "shell") levels->fail("is for rules about scripts and configs");
  if (related && x.documents == "shell") related->fail("is for rules about scripts and configs");
  if (related && x.documents == "config" && !related->has("match"))
    related->fail("needs 'match' in rules about configs");
}

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
  if (node.has("value") + node.has("values") + node.has("nearest") != 1)
    node.fail("needs one of 'value', 'values' and 'nearest'");
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

Rule load_rule(JsonFile& file, std::span<const Target> targets) {
  use_definitions(file);
  Rule rule;
  rule.file = file.path();
  load(Node(file), rule, Context{targets, &rule});
  return rule;
}

}  // namespace mmlint::catalog
