#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "script/symbols.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

const Argument* Call::argument(std::string_view name, std::size_t position) const {
  std::size_t at = 0;
  for (const Argument& argument : arguments) {
    if (argument.name.empty() ? at++ == position : argument.name == name) return &argument;
  }
  return nullptr;
}

Alternatives Walker::call(const syntax::Call& expr, State& state) {
  const bool is_statement = frame_->whole == &expr;
  const Span statement = frame_->statement;
  const Alternatives callees = value(*expr.callee, state);
  std::vector<Given> given;
  for (const syntax::Argument& argument : expr.arguments) {
    Given one;
    one.name = std::string(argument.name);
    one.span = span(argument.begin, argument.end);
    const bool starred = argument.value->kind == ExprKind::kStarred;
    if (starred) one.stars = as<syntax::Starred>(*argument.value).stars;
    one.value =
        value(starred ? *as<syntax::Starred>(*argument.value).value : *argument.value, state);
    if (one.stars == 0 || !spread(one, given)) given.push_back(std::move(one));
  }
  const Alternative* known = only_symbol(callees);
  if (!known || !is_own(known->symbol())) {  // somebody else may look at all of them
    for (const Given& each : given) {
      const Alternative* handed = only_symbol(each.value);
      if (handed && handed->symbol() == "<options>") read_options_.emplace("*");
      for (const Alternative& alternative : each.value)
        out_.parser_leaves =
            out_.parser_leaves || below(alternative.symbol(), "<parser>").has_value();
    }
  }
  Alternatives out;
  for (const Alternative& callee : callees) {
    if (!state.alive) break;
    if (!callee.is_symbol()) continue;
    Call fact;
    fact.symbol = base_constructed(callee.symbol());
    fact.own = is_own(fact.symbol);
    fact.span = span(expr);
    fact.callee = span(*expr.callee);
    fact.statement = statement;
    fact.is_statement = is_statement;
    fact.point = state.point;
    if (!fact.point.guard.add(callee.guard)) continue;
    for (const Given& each : given) {
      fact.more = fact.more || each.stars != 0;
      if (each.stars == 0) fact.arguments.push_back({each.name, each.span, each.value});
    }
    Alternative called = callee;
    called.what = Alternative::Symbol{fact.symbol};
    const bool builds = builds_runner(fact.symbol);
    const std::size_t index = record_.call(std::move(fact));
    if (builds) record_.build(index, state);
    Alternatives one = under(call_symbol(called, expr, given, state), callee.guard);
    if (one.empty()) continue;
    out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out.empty() ? unknown(span(expr)) : out;
}

// Whether the project defines what a call of the symbol does.
bool Walker::is_own(std::string_view symbol) {
  return program_.function(symbol) || program_.class_of(symbol);
}

// What is called where a class of the project that has no constructor of its own is called: that of
// a Runner or a DistributedDataParallel that it inherits from. Else the symbol itself.
std::string Walker::base_constructed(const std::string& symbol) {
  if (!program_.class_of(symbol) || symbol.ends_with(")") || program_.method(symbol, "__init__"))
    return symbol;
  for (const std::string& base : program_.linearized(symbol)) {
    if (builds_runner(base) || base.ends_with("DataParallel")) return base;
  }
  return symbol;
}

// The arguments that `*args` and `**dict(backend='nccl')` stand for; false if they are not known.
bool Walker::spread(const Given& stars, std::vector<Given>& given) {
  const Value* all = only_data(stars.value);
  if (!all) return false;
  if (stars.stars == 1) {
    if (all->kind != Value::Kind::kTuple && all->kind != Value::Kind::kList) return false;
    for (const Value* item : all->items)
      given.push_back({"", 0, {alternative_of(*item, item->span)}, stars.span});
    return true;
  }
  if (all->kind != Value::Kind::kDict) return false;
  const auto& entries = all->dict.entries();
  const bool named = std::all_of(entries.begin(), entries.end(), [](const Entry& entry) {
    return entry.key->kind == Value::Kind::kString;
  });
  if (!named) return false;
  for (const Entry& entry : entries) {
    given.push_back({std::string(entry.key->text),
                     0,
                     {alternative_of(*entry.value, entry.value->span)},
                     stars.span});
  }
  return true;
}

Alternatives Walker::call_symbol(const Alternative& callee, const syntax::Call& expr,
                                 const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const std::string& name = callee.symbol();
  if (const auto function = program_.function(name)) return enter(*function, &given, state);
  if (program_.class_of(name)) {
    if (!name.ends_with(")")) return construct(name, given, at, state);
    // An object is called: a module's forward is behind torch.nn.Module.__call__.
    for (const std::string_view method : {"__call__", "forward"}) {
      if (program_.method(Program::class_symbol(name), method))
        return call_method(name, method, given, state);
    }
    return unknown(at);
  }
  hand_over(name, given, state);
  if (name == "torch.cuda.device_count") {
    Alternatives none = data_of(out_.pool->integer(0, at), at);
    none.front().guard.add({{Question::Kind::kDevice, "cuda"}, false});
    Alternatives some = symbol(result_of(name), at);
    some.front().guard.add({{Question::Kind::kDevice, "cuda"}, true});
    return either(std::move(some), none);
  }
  if (const auto asked = question(name)) return boolean(answer_of(*asked), at);
  if (ends_the_program(name)) {
    fail(Failure::Kind::kExit, at, {}, state);
    state.alive = false;
  }
  if (makes_group(name)) {
    state.point.group = OnPaths::kAll;
    ++groups_;
  }
  if (destroys_group(name)) {
    state.point.group = OnPaths::kNone;
    state.point.guard.forget({Question::Kind::kGroup});
  }
  if (builds_runner(name)) state.point.runner = OnPaths::kAll;
  if (loads_config(name)) return load_config(name, given, at, state);
  if (name == "<parser>.add_argument") add_option(expr, given);
  if (const auto method = below(name, "<environment>"); method && !method->empty())
    return call_environment(*method, expr, given, state);
  if (name == "os.getenv") return call_environment("get", expr, given, state);
  if (const auto key = below(name, "<config>"); key && !key->empty())
    return call_config(*key, expr, given, state);
  return call_builtin(name, expr, given, state);
}

}  // namespace mmlint::script
