#include "catalog/load.h"

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "catalog/placeholders.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

template <class Kind, class... Kinds>
constexpr bool kIsOneOf = (std::is_same_v<Kind, Kinds> || ...);

template <class Kind>
void load_of_shell(const Node& node, std::string_view what, Kind& own, Match& match,
                   std::span<const Target> targets) {
  constexpr bool kLaunch = kIsOneOf<Kind, does::Launch>, kVariable = kIsOneOf<Kind, does::Variable>;
  node.only({what, kLaunch ? "flag" : what, kVariable ? "except" : what,
             kVariable ? "unread" : what, "ignore_case", "absent", "present", "is", "is_not",
             "equals", "not_equals", "one_of", "not_one_of", "matches", "not_matches"});
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  if (const auto except = node.get("except")) match.does.except = load_literal(*except, targets);
  if constexpr (kVariable) {
    if (const auto unread = node.get("unread")) own.unread = unread->boolean();
  }
  if constexpr (kLaunch) {
    if (const auto flag = node.get("flag")) own.flag = flag->string();
    for (const Node& name : node.at(what).items()) name.one_of(kLaunchPrograms);
    if (own.flag.empty() != match.tests.empty())
      node.fail("an option and what is tested of it belong together");
  }
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

std::vector<QuestionPattern> load_questions(const Node& node) {
  std::vector<QuestionPattern> out;
  for (const Node& item : node.items()) {
    const std::string name = item.string();
    if (auto pattern = read_question_pattern(name))
      out.push_back(std::move(*pattern));
    else
      item.fail("no condition asks '" + name + "'");
  }
  return out;
}

// Where it stands.
ScriptPlace load_place(const Node& node) {
  ScriptPlace place;
  if (const auto group = node.get("group")) place.group = load_answers(*group);
  if (const auto runner = node.get("runner")) place.runner = load_answers(*runner);
  if (const auto handled = node.get("handled")) place.handled = handled->boolean();
  if (const auto open = node.get("open")) place.open = open->boolean();
  if (const auto under = node.get("under")) place.under = load_questions(*under);
  if (const auto under = node.get("not_under")) place.not_under = load_questions(*under);
  return place;
}

void load_names(const Node& names, ScriptFact& fact, std::span<const Target> targets) {
  fact.names = load_literal(names, targets);
  const std::string* one = fact.names.string();
  if (one && !fact_path_of_literal(*one)) fact.names = Literal{Literal::List{Literal{*one}}};
  if (!one && names.strings().empty()) names.fail("names nothing");
}

// What is tested of something that has a value, and what only its kind has.
template <class Kind>
void load_value(const Node& node, std::string_view what, Kind& own, Match& match,
                std::span<const Target> targets) {
  ScriptFact& fact = match.does;
  node.only({what,         "within",      "argument",    "position",   "ignore_case",   "absent",
             "present",    "is",          "is_not",      "equals",     "not_equals",    "one_of",
             "not_one_of", "matches",     "not_matches", "except",     "only_if_unset", "group",
             "runner",     "handled",     "open",        "under",      "not_under",     "without",
             "of_option",  "not_of_type", "read",        "lacks_given"});
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  if (const auto of = node.get("of_option")) {
    constexpr std::array<Named<ScriptFact::Of>, 2> kOf = {
        {{"default", ScriptFact::Of::kDefault}, {"choices", ScriptFact::Of::kChoices}}};
    fact.of_option = of->one_of(kOf);
  }
  if (const auto types = node.get("not_of_type")) fact.not_of_type = types->strings();
  if constexpr (kIsOneOf<Kind, does::Option>) {
    if (const auto read = node.get("read")) own.read = read->boolean();
    if (const auto lacks = node.get("lacks_given")) own.lacks_given = lacks->boolean();
  } else {
    for (const auto& of_option : {node.get("read"), node.get("lacks_given")})
      if (of_option) of_option->fail("is about options");
  }
  if (const auto within = node.get("within")) {
    fact.within = within->string();
    if (!is_key_path(fact.within, false)) within->fail("'" + fact.within + "' is no key path");
  }
  if constexpr (kIsOneOf<Kind, does::Call>) {
    if (const auto argument = node.get("argument")) own.argument = argument->string();
    if (const auto position = node.get("position")) own.position = position->positive() - 1;
    if (const auto without = node.get("without")) own.without = without->strings();
    if (own.argument.empty() != match.tests.empty())
      node.fail("an argument and what is tested of it belong together");
  } else if (node.has("argument") || node.has("position") || node.has("without")) {
    node.fail("only a call has arguments");
  }
}

template <class Kind>
Match load(const Node& node, std::string_view what, std::span<const Target> targets) {
  Match match;
  match.kind = Match::Kind::kDoes;
  load_names(node.at(what), match.does, targets);
  Kind own;
  constexpr bool kOfShell = kIsOneOf<Kind, does::Launch, does::Word, does::Variable>;
  if constexpr (!kOfShell) {
    match.does.place = load_place(node);
    if (const auto except = node.get("except")) match.does.except = load_literal(*except, targets);
  }
  if (const auto unset = node.get("only_if_unset")) {
    if constexpr (kIsOneOf<Kind, does::Environment>)
      own.unset = unset->boolean() ? answers::kYes : answers::kNo;
    else
      unset->fail("is about environment variables");
  }
  if constexpr (kIsOneOf<Kind, does::Import, does::Shadow, does::Raises>)
    node.only({what, "except", "group", "runner", "handled", "open", "under", "not_under"});
  else if constexpr (kOfShell)
    load_of_shell(node, what, own, match, targets);
  else
    load_value(node, what, own, match, targets);
  match.does.kind = std::move(own);
  return match;
}

struct Form {
  std::string_view name;
  Match (*load)(const Node& node, std::string_view what, std::span<const Target> targets);
};
constexpr std::array<Form, 13> kForms = {{
    {"call", load<does::Call>},
    {"import", load<does::Import>},
    {"write", load<does::Write>},
    {"option", load<does::Option>},
    {"environment", load<does::Environment>},
    {"store", load<does::Store>},
    {"shadow", load<does::Shadow>},
    {"raises", load<does::Raises>},
    {"loads", load<does::Loads>},
    {"given", load<does::Given>},
    {"launch", load<does::Launch>},
    {"word", load<does::Word>},
    {"variable", load<does::Variable>},
}};
static_assert(kForms.size() == std::variant_size_v<decltype(ScriptFact::kind)>);

constexpr auto kNames = names_of(kForms);

}  // namespace

std::span<const std::string_view> script_fact_names() {
  return kNames;
}

std::optional<Match> load_does(const Node& node, std::span<const Target> targets) {
  for (const Form& form : kForms) {
    if (node.has(form.name)) return form.load(node, form.name, targets);
  }
  return std::nullopt;
}

}  // namespace mmlint::catalog
