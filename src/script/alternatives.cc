#include "script/alternatives.h"

#include "script/numbers.h"
#include "script/symbols.h"

namespace mmlint::script {
namespace {

// Data, as Python's bool() sees it; nullopt for what is not known.
std::optional<bool> is_true(const Alternative& alternative) {
  if (alternative.prefix() != nullptr)
    return !alternative.value()->text().empty() ? std::optional(true) : std::nullopt;
  if (alternative.symbol() == "typing.TYPE_CHECKING") return false;  // at run time
  // A module, a function or a class.
  if (alternative.is_symbol() && alternative.symbol().is_definition()) return true;
  if (alternative.symbol() == "torch.cuda.device_count()") return true;  // else it is 0
  if (alternative.data() == nullptr) return std::nullopt;
  return truth_of(*alternative.value());
}

bool same(const Alternative& a, const Alternative& b) {
  if (a.what.index() != b.what.index()) return false;
  if (a.is_unknown()) return a.at == b.at;
  if (a.symbol() != b.symbol()) return false;
  if (a.value() == b.value()) return true;
  // The same expression, evaluated once more.
  return a.at == b.at && a.value()->span == b.value()->span && equal(*a.value(), *b.value());
}

// `if args.amp`, `if cfg.get('x')`, `if x.is_cuda`: what is asked of something that is there or
// not.
std::optional<Question> question_of_truth(Symbol symbol) {
  using Kind = Question::Kind;
  if (symbol.is_method("is_cuda") || symbol.is_method("is_cpu"))
    return Question{Kind::kDevice, "cuda"};
  if (symbol.has_call()) return question_of_constant(symbol);  // args.out.endswith('.pkl')
  for (const auto& [name, kind] : {std::pair{symbol.option(), Kind::kOption},
                                   {symbol.config_key(), Kind::kConfig},
                                   {symbol.variable(), Kind::kEnvironment}}) {
    if (name && !name->empty()) return Question{kind, std::string(*name)};
  }
  return question_of_constant(symbol);
}

// Of several paths to one answer: the first sets it, the next leave what they share.
void join(bool& any, Guard& known, std::vector<Guard>& ways, const Guard& path) {
  constexpr std::size_t kMostWays = 3;
  known = any ? common(known, path) : path;
  if (!any || !ways.empty()) ways.push_back(path);
  if (ways.size() > kMostWays) ways.clear();
  any = true;
}

}  // namespace

const Value* Alternative::data() const {
  const Data* found = std::get_if<Data>(&what);
  return found ? found->value : nullptr;
}

const Value* Alternative::prefix() const {
  const Prefix* found = std::get_if<Prefix>(&what);
  return found ? found->text : nullptr;
}

Symbol Alternative::symbol() const {
  const Symbol* found = std::get_if<Symbol>(&what);
  return found ? *found : Symbol();
}

Alternatives unknown(Span at) {
  return {{Alternative::Unknown{}, at, {}}};
}

Alternatives symbol(Symbol symbol, Span at, Sites sites) {
  return {{symbol, at, {}, std::move(sites)}};
}

Alternatives data_of(const Value* value, Span at) {
  return {{Alternative::Data{value}, at, {}}};
}

Alternatives under(Alternatives alternatives, const Guard& guard) {
  std::erase_if(alternatives,
                [&](Alternative& alternative) { return !alternative.guard.add(guard); });
  return alternatives;
}

Alternatives on_path(const Alternatives& alternatives, const Guard& guard) {
  if (guard.conditions().empty()) return alternatives;
  Alternatives out = under(alternatives, guard);
  return out.empty() ? alternatives : out;
}

bool narrow_option(Alternatives& alternatives, std::string_view option, const Guard& guard) {
  bool found = false;
  for (Alternative& each : alternatives) {
    if (each.symbol().option() != option) continue;
    Guard own = each.guard;
    if (!own.add(guard)) continue;
    each.guard = std::move(own);
    found = true;
  }
  return found;
}

Alternatives either(Alternatives a, const Alternatives& b) {
  for (const Alternative& alternative : b) {
    const auto known =
        std::ranges::find_if(a, [&](const Alternative& each) { return same(each, alternative); });
    if (known == a.end()) {
      a.push_back(alternative);
    } else {
      known->guard = common(known->guard, alternative.guard);
      known->sites = either(known->sites, alternative.sites);
    }
  }
  return a.size() <= kMaxAlternatives ? a : unknown(a.front().at);
}

bool same(const Alternatives& a, const Alternatives& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Alternative& x, const Alternative& y) {
                      return same(x, y) && x.guard == y.guard && x.sites == y.sites;
                    });
}

Alternative alternative_of(const Value& item, Span at) {
  Alternative out{Alternative::Data{&item}, at, {}};
  if (item.kind == Value::Kind::kReference) {
    out.what = Symbol(item.text());
    if (item.literal) out.sites = Sites(item.span);
  } else if (item.kind == Value::Kind::kUnknown) {
    out.what = Alternative::Unknown{};
  }
  return out;
}

const Value* only_data(const Alternatives& alternatives) {
  return alternatives.size() == 1 ? alternatives.front().data() : nullptr;
}

const Alternative* only_symbol(const Alternatives& alternatives) {
  const bool is_one = alternatives.size() == 1 && alternatives.front().is_symbol();
  return is_one ? &alternatives.front() : nullptr;
}

std::string_view text_of(const Alternatives& alternatives) {
  const Value* one = only_data(alternatives);
  return one && one->kind == Value::Kind::kString ? one->text() : std::string_view();
}

void Truth::hold_on(const Guard& path) {
  join(can_hold, if_holds, holds_by, path);
}

void Truth::fail_on(const Guard& path) {
  join(can_fail, if_fails, fails_by, path);
}

namespace {

std::vector<Guard> sure_ways(const std::vector<Guard>& ways, const std::vector<Guard>& others) {
  std::vector<Guard> out;
  // Two ways ask whether two things are the same text: neither answer excludes the other.
  const auto leaves = [](Guard way, const Guard& other) {
    way.forget_all(Question::Kind::kEquals);
    return way.add(other);
  };
  for (const Guard& way : ways) {
    if (!others.empty() && asks_for_device(way) &&
        std::ranges::none_of(others, [&](const Guard& other) { return leaves(way, other); }))
      out.push_back(way);
  }
  return out;
}

}  // namespace

std::vector<Guard> Truth::surely_fails() const {
  return sure_ways(fails_by, holds_by);
}

std::vector<Guard> Truth::surely_holds() const {
  return sure_ways(holds_by, fails_by);
}

Truth truth(const Alternatives& alternatives) {
  Truth out{false, false, {}, {}, false};
  for (const Alternative& alternative : alternatives) {
    const std::optional<bool> known = is_true(alternative);
    out.varies =
        out.varies || alternative.symbol() == Symbol::turn() || is_rank(alternative.symbol());
    for (const bool holds : {true, false}) {
      if (known && *known != holds) continue;
      Guard path = alternative.guard;
      const auto asked =
          alternative.is_symbol() ? question_of_truth(alternative.symbol()) : std::nullopt;
      const bool answer = holds != alternative.symbol().is_method("is_cpu");
      if (asked && !path.add({*asked, answer})) continue;
      if (is_rank(alternative.symbol())) {  // `if not rank:`
        const Truth first = is_first(alternative.symbol());
        if (!path.add(holds ? first.if_fails : first.if_holds)) continue;
      }
      holds ? out.hold_on(path) : out.fail_on(path);
    }
  }
  return out;
}

Truth answer_of(const Question& question) {
  Truth out;
  out.if_holds.add({question, true});
  out.if_fails.add({question, false});
  return out;
}

Truth is_one_of(const Alternative& of, const std::string& texts) {
  Truth asked = answer_of({Question::Kind::kEquals, texts});
  const std::string key(of.symbol().config_key().value_or(""));
  if (key.empty()) return asked;
  for (const bool holds : {true, false})
    (holds ? asked.if_holds : asked.if_fails)
        .add({{Question::Kind::kConfigText, key + "=" + texts}, holds});
  asked.if_holds.add({{Question::Kind::kConfig, key}, true});
  return asked;
}

Truth known_truth(bool holds) {
  return {holds, !holds, {}, {}, false};
}

Truth negated(Truth truth) {
  std::swap(truth.can_hold, truth.can_fail);
  std::swap(truth.if_holds, truth.if_fails);
  std::swap(truth.holds_by, truth.fails_by);
  if (truth.usual) truth.usual = std::make_shared<const Truth>(negated(*truth.usual));
  return truth;
}

namespace {

constexpr std::size_t kMostWays = 8;  // in which a condition of several parts fails

// The ways in which one of two conditions fails, the second one where the first holds; none if they
// say nothing, or are many.
std::vector<Guard> ways_to_fail(const Truth& a, const Truth& b) {
  std::vector<Guard> out = a.fails_by;
  if (out.empty()) out.push_back(a.if_fails);
  std::vector<Guard> others = b.fails_by;
  if (others.empty()) others.push_back(b.if_fails);
  const auto says_nothing = [](const Guard& way, const Guard& known) {
    return std::ranges::all_of(way.conditions(), [&](const Condition& each) {
      return known.answer(each.question) == each.holds;
    });
  };
  for (const Guard& way : out) {
    if (says_nothing(way, {})) return {};
  }
  for (const Guard& way : others) {  // the second one is asked where the first holds
    if (says_nothing(way, a.if_holds)) return {};
  }
  for (Guard& way : others) {
    if (way.add(a.if_holds)) out.push_back(std::move(way));
  }
  if (out.size() > kMostWays) return {};
  return out;
}

// The condition of both paths that no launcher has started the script. A launcher sets all of its
// variables, so a script that asks for several of them asks one question.
Guard common_without_launcher(const Guard& a, const Guard& b) {
  Guard out = common(a, b);
  const auto is_lack = [](const Condition& each) { return lacks_launcher(each); };
  const auto first = std::ranges::find_if(a.conditions(), is_lack);
  if (first != a.conditions().end() && std::ranges::any_of(b.conditions(), is_lack))
    out.add(*first);
  return out;
}

}  // namespace

// Both hold, or (with both sides negated) at least one does.
Truth both(const Truth& a, const Truth& b) {
  Truth out;
  out.if_holds = a.if_holds;
  out.can_hold = a.can_hold && b.can_hold && out.if_holds.add(b.if_holds);
  out.can_fail = a.can_fail || b.can_fail;
  // Every part of it that is open must vary.
  const auto is_open = [](const Truth& part) {
    const auto known = part.if_holds.conditions();
    return !part.varies && part.can_hold && part.can_fail &&
           std::ranges::all_of(known, [](const Condition& each) {
             return each.question.kind == Question::Kind::kRank;  // some process answers it so
           });
  };
  out.varies = (a.varies || b.varies) && !is_open(a) && !is_open(b);
  if (!a.can_fail) {
    out.if_fails = b.if_fails;
  } else if (!b.can_fail) {
    out.if_fails = a.if_fails;
  } else {
    out.if_fails = common_without_launcher(a.if_fails, b.if_fails);
    if (!a.usual && !b.usual) out.fails_by = ways_to_fail(a, b);
  }
  const bool of_one_option = !a.usual || !b.usual || a.option == b.option;
  if ((a.usual || b.usual) && of_one_option) {
    out.option = a.usual ? a.option : b.option;
    out.usual = std::make_shared<const Truth>(both(a.usual ? *a.usual : a, b.usual ? *b.usual : b));
  }
  return out;
}

}  // namespace mmlint::script
