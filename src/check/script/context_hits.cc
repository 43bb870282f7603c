#include "check/script/context_hits.h"

#include "launch/launch_start.h"
#include "launch/programs.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::Match;

namespace {

std::vector<std::string> names_of(const catalog::ScriptFact& fact) {
  std::vector<std::string> out;
  if (const Literal::List* names = fact.names.list()) {
    for (const Literal& name : *names) {
      if (name.string()) out.push_back(*name.string());
    }
  }
  return out;
}

// A text from a command line, as a value.
class GivenText {
 public:
  GivenText(const std::string& text, Span at) {
    value_.kind = text == "None" ? Value::Kind::kNone : Value::Kind::kString;
    value_.set_text(text);
    value_.span = at;
  }
  FoundValue found() const {
    FoundValue found;
    found.value = &value_;
    return found;
  }

 private:
  Value value_;
};

void add_loaded(const Match& match, const std::string& key, const launch::ProgramFacts& facts,
                std::vector<ScriptHit>& out) {
  const auto& options = facts.program().cfg_options();
  const auto given = options.find(key);
  const launch::Program& program = facts.program();
  const bool possible = match.does.as<catalog::does::Loads>()->possible;
  for (const config::Resolved* config : possible ? program.possible_configs() : program.configs()) {
    FoundValue found = value_at(*config->root, key);
    std::optional<GivenText> text;
    if (given != options.end()) {
      text.emplace(given->second, Span{});
      found = text->found();
    }
    const bool yes = std::ranges::all_of(match.tests, [&](const catalog::ValueTest& test) {
      return passes(test, match.ignore_case, found) == Answer::kYes;
    });
    const Origin* origin = found.entry ? config::definer(found.entry->origin) : nullptr;
    // A key that is absent, or given on the command line, is reported where a config would set it.
    const std::string_view top = std::string_view(key).substr(0, key.find('.'));
    const Span at = origin && origin->key().known()            ? origin->key()
                    : found.value && found.value->span.known() ? found.value->span
                                                               : config::definition(*config, top);
    if (yes) out.push_back({.at = at, .fact = at, .name = key});
  }
}

void add_given(const Match& match, const std::string& name, const launch::ProgramFacts& facts,
               std::vector<ScriptHit>& out) {
  for (const launch::LinkedLaunch* linked : facts.program().launches()) {
    std::string value;
    const auto* word = linked->option(name, &value);
    if (!word || value.empty()) continue;
    const GivenText text(value, word->span);
    const bool yes = std::ranges::all_of(match.tests, [&](const catalog::ValueTest& test) {
      return passes(test, match.ignore_case, text.found()) == Answer::kYes;
    });
    if (yes) out.push_back({.at = word->span, .fact = word->span, .name = name});
  }
}

}  // namespace

std::vector<ScriptHit> context_hits(const Match& match, const launch::ProgramFacts& facts) {
  std::vector<ScriptHit> out;
  for (const std::string& name : names_of(match.does)) {
    if (match.does.is<catalog::does::Loads>())
      add_loaded(match, name, facts, out);
    else
      add_given(match, name, facts, out);
  }
  return out;
}

std::vector<ScriptHit> lacking_choices(const script::Option& option,
                                       const launch::ProgramFacts& facts) {
  std::vector<ScriptHit> out;
  const Value* list = script::only_data(option.choices);
  const bool known =
      list && !list->items().empty() && std::ranges::all_of(list->items(), [](const Value* one) {
        return one->kind == Value::Kind::kString;
      });
  if (!known) return out;
  for (const launch::LinkedLaunch* linked : facts.program().launches()) {
    for (const std::string& name : option.names) {
      std::string value;
      const auto* word = linked->option(name, &value);
      const auto is_it = [&](const Value* one) { return one->is_string(value); };
      const auto& items = list->items();
      if (!word || value.empty() || std::ranges::any_of(items, is_it)) continue;
      out.push_back(
          {.at = word->span, .fact = word->span, .name = name + " " + value, .other = option.span});
    }
  }
  return out;
}

std::vector<ScriptHit> missing_local_ranks(const script::Summary& script,
                                           const launch::ProgramFacts& facts) {
  std::vector<ScriptHit> out;
  const auto& launches = facts.program().launches();
  const bool parses = std::ranges::any_of(script.calls, [](const script::Call& call) {
    return call.point.reached &&
           (call.symbol.is_method(script::Symbol::Kind::kParser, "parse_args") ||
            call.symbol.is_method(script::Symbol::Kind::kParser, "parse_known_args"));
  });
  for (const script::Option& option : script.options) {
    const bool is_rank = std::ranges::any_of(option.names, [](const std::string& name) {
      return name == "--local_rank" || name == "--local-rank";
    });
    if (!parses || !is_rank || !option.required) continue;
    const auto lacks = [&](const launch::LinkedLaunch* linked) {
      return launch::is_by_torchrun(*linked) && !launch::start_of(*linked).may_give(option.names);
    };
    const auto launch = std::ranges::find_if(launches, lacks);
    if (launch == launches.end() && !launches.empty()) continue;
    ScriptHit hit{.at = option.span, .fact = option.span, .name = option.names.front()};
    // Without a known launch, the script may be meant for the old torch.distributed.launch, which
    // passes the option.
    if (launches.empty()) hit.point.open = true;
    if (!launches.empty()) hit.other = (*launch)->launch->starter;
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check
