#include "catalog/load_does.h"

#include <array>
#include <string_view>
#include <utility>

#include "catalog/load_match.h"
#include "catalog/load_text.h"
#include "catalog/placeholders.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

constexpr std::array<Named<ScriptFact::Kind>, 12> kDoes = {{
    {"call", ScriptFact::Kind::kCall},
    {"import", ScriptFact::Kind::kImport},
    {"write", ScriptFact::Kind::kWrite},
    {"option", ScriptFact::Kind::kOption},
    {"environment", ScriptFact::Kind::kEnvironment},
    {"store", ScriptFact::Kind::kStore},
    {"shadow", ScriptFact::Kind::kShadow},
    {"loads", ScriptFact::Kind::kLoads},
    {"given", ScriptFact::Kind::kGiven},
    {"launch", ScriptFact::Kind::kLaunch},
    {"word", ScriptFact::Kind::kWord},
    {"variable", ScriptFact::Kind::kVariable},
}};

void load_of_shell(const Node& node, std::string_view what, Match& match,
                   std::span<const Target> targets) {
  ScriptFact& fact = match.does;
  const bool launch = fact.kind == ScriptFact::Kind::kLaunch;
  const bool variable = fact.kind == ScriptFact::Kind::kVariable;
  node.only({what, launch ? "flag" : what, variable ? "except" : what, variable ? "unread" : what,
             "ignore_case", "absent", "present", "is", "is_not", "equals", "not_equals", "one_of",
             "not_one_of", "matches", "not_matches"});
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  if (const auto except = node.get("except")) fact.except = load_literal(*except, targets);
  if (const auto unread = node.get("unread")) fact.unread = unread->boolean();
  if (!launch) return;
  if (const auto flag = node.get("flag")) fact.argument = flag->string();
  for (const Node& name : node.at(what).items()) name.one_of(kLaunchPrograms);
  if (fact.argument.empty() != match.tests.empty())
    node.fail("an option and what is tested of it belong together");
}

// "no", "maybe", "yes": those that are allowed.
std::uint8_t load_answers(const Node& node) {
  constexpr std::array<Named<std::uint8_t>, 3> kAnswers = {
      {{"no", answers::kNo}, {"maybe", answers::kMaybe}, {"yes", answers::kYes}}};
  std::uint8_t out = 0;
  for (const Node& answer : node.items())
    out = static_cast<std::uint8_t>(out | answer.one_of(kAnswers));
  if (out == 0) node.fail("allows nothing");
  return out;
}

// Where it stands.
ScriptPlace load_place(const Node& node) {
  ScriptPlace place;
  if (const auto group = node.get("group")) place.group = load_answers(*group);
  if (const auto runner = node.get("runner")) place.runner = load_answers(*runner);
  if (const auto handled = node.get("handled")) place.handled = handled->boolean();
  if (const auto under = node.get("under")) place.under = under->strings();
  if (const auto under = node.get("not_under")) place.not_under = under->strings();
  return place;
}

Match load(const Node& node, std::string_view what, ScriptFact::Kind kind,
           std::span<const Target> targets) {
  Match match;
  match.kind = Match::Kind::kDoes;
  match.does.kind = kind;
  const Node names = node.at(what);
  match.does.names = load_literal(names, targets);
  const std::string* one = match.does.names.string();
  if (one && !fact_path_of_literal(*one)) match.does.names = Literal{Literal::List{Literal{*one}}};
  if (!one && names.strings().empty()) names.fail("names nothing");
  if (!match.does.of_shell()) {
    match.does.place = load_place(node);
    if (const auto except = node.get("except")) match.does.except = load_literal(*except, targets);
  }
  if (const auto unset = node.get("only_if_unset")) {
    if (kind != ScriptFact::Kind::kEnvironment) unset->fail("is about environment variables");
    match.does.unset = unset->boolean() ? answers::kYes : answers::kNo;
  }
  if (kind == ScriptFact::Kind::kImport || kind == ScriptFact::Kind::kShadow) {
    node.only({what, "except", "group", "runner", "handled", "under", "not_under"});
    return match;
  }
  if (match.does.of_shell()) {
    load_of_shell(node, what, match, targets);
    return match;
  }
  node.only({what,          "within",  "argument",    "position",  "ignore_case",   "absent",
             "present",     "is",      "is_not",      "equals",    "not_equals",    "one_of",
             "not_one_of",  "matches", "not_matches", "except",    "only_if_unset", "group",
             "runner",      "handled", "under",       "not_under", "without",       "of_option",
             "not_of_type", "read",    "lacks_given"});
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  if (const auto of = node.get("of_option")) {
    constexpr std::array<Named<ScriptFact::Of>, 2> kOf = {
        {{"default", ScriptFact::Of::kDefault}, {"choices", ScriptFact::Of::kChoices}}};
    match.does.of_option = of->one_of(kOf);
  }
  if (const auto types = node.get("not_of_type")) match.does.not_of_type = types->strings();
  if (const auto read = node.get("read")) {
    if (kind != ScriptFact::Kind::kOption) read->fail("is about options");
    match.does.read = read->boolean();
  }
  if (const auto lacks = node.get("lacks_given")) {
    if (kind != ScriptFact::Kind::kOption) lacks->fail("is about options");
    match.does.lacks_given = lacks->boolean();
  }
  const bool is_call = kind == ScriptFact::Kind::kCall;
  match.does.position = ScriptFact::kNoPosition;
  if (const auto within = node.get("within")) {
    match.does.within = within->string();
    if (!is_key_path(match.does.within, false))
      within->fail("'" + match.does.within + "' is no key path");
  }
  if (const auto argument = node.get("argument")) match.does.argument = argument->string();
  if (const auto position = node.get("position")) match.does.position = position->positive() - 1;
  if (const auto without = node.get("without")) match.does.without = without->strings();
  if (!is_call && (node.has("argument") || node.has("position") || node.has("without")))
    node.fail("only a call has arguments");
  if (is_call && match.does.argument.empty() != match.tests.empty())
    node.fail("an argument and what is tested of it belong together");
  return match;
}

constexpr auto kNames = names_of(kDoes);

}  // namespace

std::span<const std::string_view> script_fact_names() {
  return kNames;
}

std::optional<Match> load_does(const Node& node, std::span<const Target> targets) {
  for (const auto& [name, kind] : kDoes) {
    if (node.has(name)) return load(node, name, kind, targets);
  }
  return std::nullopt;
}

}  // namespace mmlint::catalog
