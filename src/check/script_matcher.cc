#include "check/script_matcher.h"

#include <algorithm>

#include "catalog/on_target.h"
#include "resolve/key_path.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::Match;
using catalog::ScriptFact;
using resolve::Kind;
using resolve::Value;
using resolve::script::Call;
using resolve::script::Choice;
using resolve::script::Choices;
using resolve::script::Guard;
using resolve::script::Moment;
using resolve::script::Script;

namespace {

bool is_in(const Literal* list, std::string_view word) {
  return list && list->list() &&
         std::any_of(list->list()->begin(), list->list()->end(),
                     [word](const Literal& one) { return one.string() && *one.string() == word; });
}

bool fits(std::string_view name, std::string_view pattern) {
  if (pattern.starts_with("*.")) return name.ends_with(pattern.substr(1));
  if (pattern.ends_with(".*")) return name.starts_with(pattern.substr(0, pattern.size() - 1));
  return name == pattern;
}

bool is_named(std::string_view name, const ScriptFact& fact) {
  const Literal::List* names = fact.names.list();
  return names && std::any_of(names->begin(), names->end(), [name](const Literal& one) {
           return one.string() && fits(name, *one.string());
         });
}

// What a choice is as a value: a symbol is a reference, a prefix the text that is known of it.
struct Shown {
  explicit Shown(const Choice& choice) {
    switch (choice.kind) {
      case Choice::Kind::kUnknown:
        break;
      case Choice::Kind::kValue:
        if (choice.value->kind != Kind::kUnknown) value = choice.value;
        break;
      case Choice::Kind::kPrefix:
        value = choice.value;
        break;
      case Choice::Kind::kSymbol:
        reference.kind = Kind::kReference;
        reference.text = choice.symbol;
        value = &reference;
        break;
    }
  }
  Value reference;
  const Value* value = nullptr;
};

// A prefix cannot be told to be equal to anything, only to begin so.
bool may_be_tested(const Choice& choice, const catalog::ValueTest& test) {
  return choice.kind != Choice::Kind::kPrefix || test.kind == catalog::ValueTest::Kind::kMatches ||
         test.kind == catalog::ValueTest::Kind::kIs ||
         test.kind == catalog::ValueTest::Kind::kPresent;
}

// What is tested of a choice: itself, or what stands at a key path inside it.
resolve::Found tested_of(const Match& match, const Shown& shown) {
  resolve::Found found;
  found.value = shown.value;
  found.unknown = shown.value == nullptr;
  if (match.does.within.empty() || found.unknown) return found;
  const bool is_data = shown.value->kind == Kind::kDict || shown.value->kind == Kind::kNone;
  if (is_data) return resolve::find(*shown.value, match.does.within);
  found.unknown = true;
  return found;
}

bool passes_all(const Match& match, const Choice& choice, const resolve::Found& found) {
  return std::all_of(match.tests.begin(), match.tests.end(), [&](const catalog::ValueTest& test) {
    return may_be_tested(choice, test) && passes(test, match.ignore_case, found) == Answer::kYes;
  });
}

// Collects the hits of one matcher.
class Collector {
 public:
  Collector(const Match& match, const catalog::Target& target, std::vector<ScriptHit>& hits)
      : match_(match), target_(target), hits_(hits) {}

  void add(ScriptHit hit) {
    if (!may_hold(hit.moment.guard, target_)) return;
    any = true;
    hits_.push_back(std::move(hit));
  }

  // Every choice that passes the tests; without tests, what names it.
  void add(const std::string& name, Span named, const Choices& value, const Moment& moment) {
    if (match_.tests.empty()) return add({named, name, nullptr, nullptr, moment});
    for (const Choice& choice : value) {
      const Shown shown(choice);
      const resolve::Found found = tested_of(match_, shown);
      if (!passes_all(match_, choice, found)) continue;
      Moment own = moment;
      if (!own.guard.add(choice.guard)) continue;
      const bool inside = !match_.does.within.empty() && found.value;
      const Span at = inside ? found.value->span : choice.at;
      const Value* tested = match_.does.within.empty() ? choice.value : found.value;
      add({at.known() ? at : named, name, tested, choice.value, std::move(own)});
    }
  }

  bool any = false;

 private:
  const Match& match_;
  const catalog::Target& target_;
  std::vector<ScriptHit>& hits_;
};

// Whether a Runner may see a write. Where none is built, somebody else may build it.
bool lasts(const Script& script, std::size_t write) {
  return script.builds.empty() ||
         std::any_of(script.builds.begin(), script.builds.end(), [&](const auto& build) {
           const auto found = build.writes.find(script.writes[write].key);
           return found != build.writes.end() &&
                  std::count(found->second.begin(), found->second.end(), write) != 0;
         });
}

void collect(const Match& match, const Script& script, Collector& out) {
  const ScriptFact& fact = match.does;
  switch (fact.kind) {
    case ScriptFact::Kind::kCall:
      for (const Call& call : script.calls) {
        if (!is_named(call.symbol, fact)) continue;
        const auto* argument =
            fact.argument.empty() ? nullptr : call.argument(fact.argument, fact.position);
        if (match.tests_absence()) {
          if (!argument && !call.more)
            out.add({call.callee, call.symbol, nullptr, nullptr, call.moment});
        } else if (argument || match.tests.empty()) {
          out.add(call.symbol, call.callee, argument ? argument->value : Choices(), call.moment);
        }
      }
      break;
    case ScriptFact::Kind::kImport:
      for (const auto& import : script.imports) {
        if (is_named(import.symbol, fact))
          out.add({import.span, import.symbol, nullptr, nullptr, import.moment});
      }
      break;
    case ScriptFact::Kind::kWrite:
      for (std::size_t i = 0; i < script.writes.size(); ++i) {
        const auto& write = script.writes[i];
        if (!is_named(write.key, fact) || !lasts(script, i)) continue;
        if (!write.value.empty())
          out.add(write.key, write.target, write.value, write.moment);
        else if (match.tests_absence())
          out.add({write.target, write.key, nullptr, nullptr, write.moment});
      }
      break;
    case ScriptFact::Kind::kOption:
      for (const auto& option : script.options) {
        const bool named = std::any_of(option.names.begin(), option.names.end(),
                                       [&](const std::string& n) { return is_named(n, fact); });
        if (named && (match.tests.empty() || !option.default_value.empty()))
          out.add(option.names.front(), option.span, option.default_value, {});
      }
      break;
    case ScriptFact::Kind::kEnvironment:
      for (const auto& write : script.environment) {
        if (is_named(write.name, fact)) out.add(write.name, write.span, write.value, write.moment);
      }
      break;
    case ScriptFact::Kind::kStore:
      for (const auto& store : script.stores) {
        if (is_named(store.symbol, fact))
          out.add(store.symbol, store.span, store.value, store.moment);
      }
      break;
  }
}

}  // namespace

bool may_hold(const Guard& guard, const catalog::Target& target) {
  const Literal* there = target.fact("scripts.available");
  const Literal* not_there = target.fact("scripts.missing");
  const Literal* modules = target.fact("scripts.modules");
  const Literal* no_modules = target.fact("scripts.no_modules");
  return std::all_of(guard.tests().begin(), guard.tests().end(), [&](const auto& test) {
    const std::string_view about = test.about;
    const std::string_view what = about.substr(0, about.find(':'));
    const std::string_view name = about.substr(std::min(about.size(), what.size() + 1));
    if (what == "device") return !is_in(test.holds ? not_there : there, name);
    if (what == "module") return !is_in(test.holds ? no_modules : modules, name);
    // `if device == 'cuda'`
    if (what == "is" && test.holds) return !is_in(not_there, name.substr(0, name.find(':')));
    return true;
  });
}

bool trains(const Script& script) {
  return std::any_of(script.calls.begin(), script.calls.end(),
                     [](const Call& call) {
                       return call.symbol.ends_with("DistributedDataParallel") ||
                              call.symbol == "<runner>.train" || call.symbol.ends_with(".backward");
                     }) ||
         !script.builds.empty();
}

ScriptMatcher::ScriptMatcher(const catalog::Rule& rule, const catalog::Target& target)
    : match_(catalog::filled(rule.match, target)), target_(target) {}

std::vector<ScriptHit> ScriptMatcher::find(const Script& script) const {
  std::vector<ScriptHit> hits;
  if (evaluate(match_, script, hits) != Answer::kYes) return {};
  return hits;
}

Answer ScriptMatcher::evaluate(const Match& match, const Script& script,
                               std::vector<ScriptHit>& hits) const {
  const auto answer = [](bool yes) { return yes ? Answer::kYes : Answer::kNo; };
  switch (match.kind) {
    case Match::Kind::kAll:
      for (const Match& child : match.children) {
        std::vector<ScriptHit> own;
        if (evaluate(child, script, own) == Answer::kNo) return Answer::kNo;
        if (!own.empty()) hits = std::move(own);  // the last of them is what it is about
      }
      return Answer::kYes;
    case Match::Kind::kAny: {
      bool any = false;
      for (const Match& child : match.children)
        any = evaluate(child, script, hits) == Answer::kYes || any;
      return answer(any);
    }
    case Match::Kind::kNot: {
      std::vector<ScriptHit> ignored;
      return answer(evaluate(match.children.front(), script, ignored) == Answer::kNo);
    }
    case Match::Kind::kFacts:
      return answer(target_.has(match.facts));
    case Match::Kind::kScript:
      if (match.name == "builds-runner") return answer(!script.builds.empty());
      return answer(trains(script));
    case Match::Kind::kDoes: {
      Collector out(match, target_, hits);
      collect(match, script, out);
      return answer(out.any);
    }
    case Match::Kind::kKey:
    case Match::Kind::kConfig:
    case Match::Kind::kProblem:
    case Match::Kind::kCheck:
      return Answer::kNo;
  }
  return Answer::kNo;
}

}  // namespace mmlint::check
