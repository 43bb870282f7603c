#include "check/script/hits.h"

#include "catalog/on_target.h"
#include "check/script/context_hits.h"
#include "check/script/meant_calls.h"
#include "launch/own_kernels.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"

namespace mmlint::check {

using catalog::Match;
namespace does = catalog::does;
using script::Alternative;
using script::Alternatives;
using script::Call;
using script::ProgramPoint;
using script::Summary;

namespace {

bool is_among(script::OnPaths answer, std::uint8_t allowed) {
  return (allowed >> static_cast<unsigned>(answer) & 1U) != 0;
}

// `start` is what a known start decides everywhere: nothing is spared for that.
bool stands(const ProgramPoint& point, const catalog::ScriptPlace& place,
            const script::Guard& start) {
  const auto conditions = point.guard.conditions();
  const auto is_under = [conditions](const std::vector<QuestionPattern>& what) {
    return std::ranges::any_of(conditions, [&](const script::Condition& each) {
      return std::ranges::any_of(
          what, [&](const QuestionPattern& pattern) { return pattern.fits(each.question); });
    });
  };
  const bool is_spared = std::ranges::any_of(conditions, [&](const script::Condition& each) {
    return start.answer(each.question) != each.holds &&
           std::ranges::any_of(place.not_under, [&](const QuestionPattern& pattern) {
             return pattern.fits(each.question);
           });
  });
  if (place.handled && *place.handled != point.handled) return false;
  if (place.open && *place.open != point.open) return false;
  return is_among(point.group, place.group) && is_among(point.runner, place.runner) &&
         (place.under.empty() || is_under(place.under)) && !is_spared;
}

bool has_one(const Call& call, const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [&](const std::string& name) {
    return call.more || call.argument(name, catalog::does::Call::kNoPosition) != nullptr;
  });
}

// What a choice is as a value: a symbol is a reference, a prefix the text that is known of it.
struct Shown {
  explicit Shown(const Alternative& choice) {
    if (choice.is_symbol()) {
      reference.kind = Value::Kind::kReference;
      reference.set_text(choice.symbol().text());
      value = &reference;
    } else if (choice.value() && choice.value()->kind != Value::Kind::kUnknown) {
      value = choice.value();
    }
  }
  Value reference;
  const Value* value = nullptr;
};

// A prefix cannot be told to be equal to anything, only to begin so.
bool may_be_tested(const Alternative& choice, const catalog::ValueTest& test) {
  return !choice.prefix() || test.kind == catalog::ValueTest::Kind::kMatches ||
         test.kind == catalog::ValueTest::Kind::kIs ||
         test.kind == catalog::ValueTest::Kind::kPresent;
}

bool passes_all(const Match& match, const Alternative& choice, const FoundValue& found) {
  return std::ranges::all_of(match.tests, [&](const catalog::ValueTest& test) {
    return may_be_tested(choice, test) && passes(test, match.ignore_case, found) == Answer::kYes;
  });
}

// What is tested of a choice: itself, or what stands at a key path inside it; for "*" the first
// value of a dict that passes.
FoundValue tested_of(const Match& match, const Alternative& choice, const Shown& shown) {
  FoundValue found;
  found.value = shown.value;
  found.unknown = shown.value == nullptr;
  const std::string& within = match.does.within;
  if (within.empty() || found.unknown) return found;
  if (within == "*" && shown.value->kind == Value::Kind::kDict) {
    for (const Entry& entry : shown.value->dict().entries()) {
      found.value = entry.value;
      if (passes_all(match, choice, found)) return found;
    }
    return {};
  }
  const bool is_data =
      shown.value->kind == Value::Kind::kDict || shown.value->kind == Value::Kind::kNone;
  if (is_data && within != "*") return value_at(*shown.value, within);
  found.unknown = true;
  return found;
}

bool is_of_type(const Alternative& choice, const std::vector<std::string>& types) {
  const Value* data = choice.data();
  const Value* type = data && data->kind == Value::Kind::kDict ? data->dict().get("type") : nullptr;
  return type && (type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference) &&
         fits_one(type->text(), types);
}

// hasattr(cfg, 'x') is answered by the configs that are loaded, unless the script writes x itself
// by then.
bool configs_let(const script::Guard& guard, const Summary& script,
                 const launch::ProgramFacts& facts) {
  const auto conditions = guard.conditions();
  return std::ranges::all_of(conditions, [&](const script::Condition& condition) {
    const Question& question = condition.question;
    if (question.kind != Question::Kind::kConfig) return true;
    const auto& configs = facts.program().possible_configs();
    if (configs.empty()) return true;
    const std::string& key = question.subject;
    const auto may_write = [&](const auto& write) {
      return (key == write.key || key.starts_with(write.key + ".")) &&
             !write.point.guard.answer(question);
    };
    if (std::ranges::any_of(script.writes, may_write)) return true;
    return std::ranges::any_of(configs, [&](const auto* config) {
      const FoundValue found = value_at(*config->root, key);
      return found.unknown || (found.value != nullptr) == condition.holds;
    });
  });
}

// The ways to a place, each with all that holds on it; none if what holds excludes each of them.
std::vector<script::Guard> whole_ways(const ProgramPoint& point) {
  if (point.ways.empty()) return {point.guard};
  std::vector<script::Guard> out;
  for (script::Guard way : point.ways) {
    if (way.add(point.guard)) out.push_back(std::move(way));
  }
  return out;
}

// Collects the hits of one matcher.
class Collector {
 public:
  Collector(const Match& match, const catalog::Target& target, const Summary& script,
            const launch::ProgramFacts& facts, std::vector<ScriptHit>& hits)
      : match_(match), target_(target), script_(script), facts_(facts), hits_(hits) {}

  void add(ScriptHit hit) {
    // What asks for a branch by a key of the config is about that branch, taken or not.
    const auto& under = match_.does.place.under;
    const bool asks = std::ranges::any_of(
        under, [](const QuestionPattern& each) { return each.kind == Question::Kind::kConfig; });
    const bool reached = !launch::ways_to(hit.point, target_).empty() &&
                         (asks || configs_let(hit.point.guard, script_, facts_));
    hit.point.group = launch::group_at(hit.point, script_, target_);
    if (!stands(hit.point, match_.does.place, script_.start) || !reached) return;
    any = true;
    hits_.push_back(std::move(hit));
  }

  // Every choice that passes the tests; without tests, what names it.
  void add(const std::string& name, Span named, Span fact, const Alternatives& value,
           const ProgramPoint& point) {
    if (match_.tests.empty()) return add({.at = named, .fact = fact, .name = name, .point = point});
    if (match_.does.of_option != catalog::ScriptFact::Of::kValue) {
      for (const Alternative& choice : value) add_option(name, named, fact, choice, point);
      return;
    }
    std::map<Span, ScriptHit> found_at;
    for (const Alternative& choice : value) {
      if (is_of_type(choice, match_.does.not_of_type)) continue;
      const Shown shown(choice);
      const FoundValue found = tested_of(match_, choice, shown);
      if (!passes_all(match_, choice, found)) continue;
      ProgramPoint own = point;
      if (!own.guard.add(choice.guard) || whole_ways(own).empty()) continue;
      // Data stands where it is written; what a library made, where it is used, and so does a
      // number of another file, such as the 0 that get_local_rank() returns.
      const bool inside = !match_.does.within.empty() && found.value;
      const Value* number = choice.data();
      const bool computed = number && number->kind == Value::Kind::kInt &&
                            (!number->literal || choice.at.file != named.file);
      const bool made = choice.is_symbol() || computed;
      const Span place = inside ? found.value->span : made ? named : choice.at;
      const Span at = place.known() ? place : named;
      const Value* tested = match_.does.within.empty() ? choice.value() : found.value;
      const auto [known, is_new] = found_at.try_emplace(at, ScriptHit{.at = at,
                                                                      .fact = fact,
                                                                      .name = name,
                                                                      .value = tested,
                                                                      .whole = choice.value(),
                                                                      .point = own});
      if (is_new) continue;
      ProgramPoint& all = known->second.point;
      all.ways = whole_ways(all);
      for (script::Guard& way : whole_ways(own)) all.ways.push_back(std::move(way));
      all.guard = point.guard;
    }
    for (auto& [at, hit] : found_at) add(std::move(hit));
  }

  std::size_t count() const { return hits_.size(); }
  // These are of the hits from one on.
  void set_callee(std::size_t from, Span callee) {
    for (std::size_t i = from; i < hits_.size(); ++i) hits_[i].callee = callee;
  }
  void set_argument(std::size_t from, Span argument) {
    for (std::size_t i = from; i < hits_.size(); ++i) hits_[i].argument = argument;
  }

  bool any = false;

 private:
  // A default stands where it is written; choices, where the option is used.
  void add_option(const std::string& name, Span named, Span fact, const Alternative& used,
                  const ProgramPoint& point) {
    for (const auto& option : script_.options) {
      ProgramPoint own = point;
      if (used.symbol().option() != option.dest || !own.guard.add(used.guard)) continue;
      if (match_.does.of_option == catalog::ScriptFact::Of::kDefault) {
        for (const Alternative& choice : option.default_value) {
          if (!passes_all(match_, choice, tested_of(match_, choice, Shown(choice)))) continue;
          ScriptHit hit{choice.at, fact, name, choice.value(), choice.value(), own, named};
          hit.option = option.dest;
          if (hit.point.guard.add(choice.guard)) add(std::move(hit));
        }
        continue;
      }
      const Value* list = script::only_data(option.choices);
      const bool any_passes =
          list && std::ranges::any_of(list->items(), [&](const Value* item) {
            const Alternatives one = script::data_of(item, item->span);
            return passes_all(match_, one.front(),
                              tested_of(match_, one.front(), Shown(one.front())));
          });
      if (any_passes) add({.at = named, .fact = fact, .name = name, .point = own});
    }
  }

  const Match& match_;
  const catalog::Target& target_;
  const Summary& script_;
  const launch::ProgramFacts& facts_;
  std::vector<ScriptHit>& hits_;
};

// Whether a Runner may see a write. Where none is built, somebody else may build it.
bool lasts(const Summary& script, std::size_t write) {
  return script.builds.empty() || std::ranges::any_of(script.builds, [&](const auto& build) {
           const auto* found = build.keys.find(script.writes[write].key);
           return found && std::ranges::count(found->writes, write) != 0;
         });
}

// Collects what a matcher's kind of fact finds in a script and in what is judged with it.
struct CollectHits {
  const Match& match;
  const Named& is_meant;
  const Summary& script;
  const launch::ProgramFacts& facts;
  Collector& out;

  void operator()(const does::Call& fact) const {
    for (const Call* each : meant_calls(is_meant, script, facts)) {
      const Call& call = *each;
      if (has_one(call, fact.without)) continue;
      const auto* argument =
          fact.argument.empty() ? nullptr : call.argument(fact.argument, fact.position);
      const std::size_t first = out.count();
      if (match.tests_absence()) {
        if (!argument && !call.more)
          out.add({.at = call.callee,
                   .fact = call.span,
                   .name = call.symbol.str(),
                   .point = call.point});
      } else if (argument || match.tests.empty()) {
        out.add(call.symbol.str(), argument ? argument->span : call.callee, call.span,
                argument ? argument->value : Alternatives(), call.point);
        if (argument) out.set_argument(first, argument->span);
      }
      out.set_callee(first, call.callee);
    }
  }

  void operator()(const does::Import& fact) const {
    const auto* kernels = fact.or_own_kernels ? &facts.get<launch::missing_kernels>() : nullptr;
    std::set<std::string_view> packages;  // whose first import was found: the others follow from it
    for (const auto& import : script.imports) {
      const std::string_view package = import.symbol.package();
      const bool is_package = is_meant(package);
      const bool is_own = kernels && launch::takes_kernel(import, facts, *kernels);
      // The project may have a folder of that name.
      const bool is_known =
          is_package ? packages.count(package) != 0 || launch::is_of_project(import, script)
                     : !is_meant(import.symbol.text());
      if (is_known && !is_own) continue;
      const std::size_t before = out.count();
      std::string name = import.symbol.str();
      if (is_own) name.erase(0, name.find_first_not_of('.'));  // the dots of a relative import
      out.add(
          {.at = import.span, .fact = import.span, .name = std::move(name), .point = import.point});
      if (is_package && out.count() != before) packages.insert(package);
    }
  }

  void operator()(const does::Write&) const {
    for (std::size_t i = 0; i < script.writes.size(); ++i) {
      const auto& write = script.writes[i];
      if (!is_named(write.key, match.does) || !lasts(script, i)) continue;
      if (!write.value.empty())
        out.add(write.key, write.target, write.span, write.value, write.point);
      else if (match.tests_absence())
        out.add({.at = write.target, .fact = write.span, .name = write.key, .point = write.point});
    }
  }

  void operator()(const does::Option& fact) const {
    for (const auto& option : script.options) {
      const bool named = std::ranges::any_of(
          option.names, [&](const auto& name) { return is_named(name, match.does); });
      if (!named || (fact.read && *fact.read != option.is_read)) continue;
      if (fact.lacks_given) {
        for (ScriptHit& hit : lacking_choices(option, facts)) out.add(std::move(hit));
      } else if (match.tests.empty() || !option.default_value.empty()) {
        out.add(option.names.front(), option.span, option.span, option.default_value, {});
      }
    }
  }

  void operator()(const does::Environment& fact) const {
    for (const auto& write : script.environment) {
      if (!is_named(write.name, match.does)) continue;
      // os.environ['X'] = os.environ.get('X', value)
      const auto is_unset = [&](const Alternative& choice) {
        return write.only_if_unset ||
               choice.guard.answer({Question::Kind::kEnvironment, write.name}) == false;
      };
      Alternatives values = write.value;
      std::erase_if(values, [&](const Alternative& choice) {
        return ((is_unset(choice) ? catalog::answers::kYes : catalog::answers::kNo) & fact.unset) ==
               0;
      });
      if (!values.empty()) out.add(write.name, write.span, write.span, values, write.point);
    }
  }

  void operator()(const does::Store&) const {
    for (const auto& store : script.stores) {
      if (is_named(store.symbol.text(), match.does))
        out.add(store.symbol.str(), store.span, store.span, store.value, store.point);
    }
  }

  void operator()(const does::Shadow&) const {
    for (const auto& shadow : script.shadows) {
      if (is_named(shadow.symbol.text(), match.does))
        out.add({.at = shadow.import,
                 .fact = shadow.import,
                 .name = shadow.symbol.str(),
                 .point = shadow.point,
                 .other = shadow.use});
    }
  }

  void operator()(const does::Raises&) const {
    for (const auto& failure : script.failures) {
      const std::string name(name_of(failure.kind));
      if (is_named(name, match.does) && !failure.point.handled)
        out.add({failure.span, failure.span, name, nullptr, nullptr, failure.point, {}});
    }
  }

  void operator()(const does::Loads&) const { add_context_hits(); }
  void operator()(const does::Given&) const { add_context_hits(); }

  // The loader lets no rule about scripts have what launch scripts do.
  void operator()(const does::Launch&) const {}
  void operator()(const does::Word&) const {}
  void operator()(const does::Variable&) const {}

 private:
  void add_context_hits() const {
    for (ScriptHit& hit : context_hits(match, facts)) out.add(std::move(hit));
  }
};

}  // namespace

bool collect_hits(const Match& match, const Named& is_meant, const Summary& script,
                  const launch::ProgramFacts& facts, const catalog::Target& target,
                  std::vector<ScriptHit>& hits) {
  Collector out(match, target, script, facts, hits);
  std::visit(CollectHits{match, is_meant, script, facts, out}, match.does.kind);
  return out.any;
}

}  // namespace mmlint::check
