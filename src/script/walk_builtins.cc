#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walker.h"

// What Python's own functions and methods do, and those of libraries that only change what is known
// of a value.
namespace mmlint::script {

using syntax::as;
using syntax::ExprKind;

namespace {

// The methods of a module of torch that return the module.
bool returns_itself(std::string_view method) {
  constexpr std::array<std::string_view, 14> kMethods = {
      "to",     "cuda",     "cpu",   "train",          "eval", "half", "float",
      "double", "bfloat16", "apply", "requires_grad_", "type", "xpu",  "share_memory"};
  return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end();
}

bool names_device(const Alternative& each) {
  return each.data() != nullptr || each.prefix() != nullptr || is_rank(each.symbol()) ||
         below(each.symbol(), "<options>");
}

// What int() makes of texts that are numbers; other alternatives as they are.
Alternatives numbers_of(Alternatives alternatives, Pool& pool) {
  for (Alternative& each : alternatives) {
    const Value* data = each.data();
    const std::string_view text = data && data->kind == Value::Kind::kString ? data->text : "";
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!text.empty() && error == std::errc() && end == text.data() + text.size())
      each.what = Alternative::Data{pool.integer(number, each.at)};
  }
  return alternatives;
}

}  // namespace

// What functools.partial makes of something of a library is called with those arguments at least.
Alternatives Walker::partial(const std::vector<Given>& given, const syntax::Call& expr,
                             const State& state) {
  for (const Alternative& callee : given.front().value) {
    if (!callee.is_symbol() || program_.defines(callee.symbol())) continue;
    Call fact;
    fact.symbol = callee.symbol();
    fact.span = span(expr);
    fact.callee = given.front().span;
    fact.statement = frame_->statement;
    fact.point = state.point;
    fact.more = true;
    if (!fact.point.guard.add(callee.guard)) continue;
    for (const Given& each : given) {
      const bool passed = &each != &given.front() && each.stars == 0 && !each.name.empty();
      if (passed) fact.arguments.push_back({each.name, each.span, each.value});
    }
    record_.call(std::move(fact));
  }
  return unknown(span(expr));
}

// `kwargs.update(device_ids=[0])` and `kwargs.update({...})` of a dict of the script, which becomes
// another one under its name. False if it is none.
bool Walker::update_dict(const syntax::Call& expr, const std::vector<Given>& given, State& state) {
  if (expr.callee->kind != ExprKind::kAttribute) return false;
  const syntax::Expr& target = *as<syntax::Attribute>(*expr.callee).object;
  if (target.kind != ExprKind::kName && target.kind != ExprKind::kAttribute) return false;
  const Alternatives before = value(target, state);
  const Value* dict = only_data(before);
  if (!dict || dict->kind != Value::Kind::kDict) return false;
  Value* changed = out_.pool->make(Value::Kind::kDict, dict->span);
  changed->dict = dict->dict;
  for (const Given& each : given) {
    const Value* more = only_data(each.value);
    if (each.name.empty() && more && more->kind == Value::Kind::kDict) {
      for (const Entry& entry : more->dict.entries())
        changed->dict.set(entry.key, entry.value, entry.origin);
      continue;
    }
    if (each.name.empty()) {
      assign(target, unknown(span(expr)), state);
      return true;
    }
    const Span at = each.value.front().at;
    changed->dict.set(out_.pool->string(out_.pool->keep(each.name), each.span),
                      data(each.value, at), out_.pool->origin({each.span, at}));
  }
  assign(target, data_of(changed, dict->span), state);
  return true;
}

Alternatives Walker::call_builtin(std::string_view name, const syntax::Call& expr,
                                  const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const Alternatives result = symbol(result_of(name), at);
  if (name == "dict" || is_record(result_of(name))) {
    Value* dict = out_.pool->make(Value::Kind::kDict, at);
    for (const Given& each : given) {
      if (each.name.empty()) return name == "dict" ? unknown(at) : result;
      const auto key_end = each.span.begin + static_cast<std::uint32_t>(each.name.size());
      const Span key{each.span.file, each.span.begin, key_end};
      dict->dict.set(out_.pool->string(out_.pool->keep(each.name), key),
                     data(each.value, each.value.front().at), out_.pool->origin({key, each.span}));
      if (name != "dict") state.attributes.set(result_of(name) + "." + each.name, each.value);
    }
    dict->literal = true;
    return name == "dict" ? data_of(dict, at) : result;
  }
  if (name == "functools.wraps()" && given.size() == 1) return given.front().value;
  if (name == "range" && given.size() == 1) {  // of nothing: it is empty
    Alternatives out;
    for (const Alternative& count : given[0].value) {
      const Value* number = count.data();
      const bool none =
          number && number->kind == Value::Kind::kInt && !number->big && number->integer <= 0;
      Alternatives one = none ? data_of(out_.pool->make(Value::Kind::kTuple, at), at) : result;
      out = either(std::move(out), under(std::move(one), count.guard));
    }
    return out.empty() ? result : out;
  }
  if (name == "functools.partial" && given.size() > 1) return partial(given, expr, state);
  if (name.ends_with(".update") && update_dict(expr, given, state)) return unknown(at);
  if (constexpr std::string_view kUpdate = ".update"; name.ends_with(kUpdate)) {
    std::string_view owner = name.substr(0, name.size() - kUpdate.size());
    constexpr std::string_view kDict = ".__dict__";
    if (owner.ends_with(kDict)) owner.remove_suffix(kDict.size());
    set_any_attribute(symbol(std::string(owner), at), state);
  }
  if (name == "torch.distributed.is_available") return data_of(out_.pool->boolean(true, at), at);
  if (name == "super") return symbol("<super>", at);
  if (name == "vars" && given.size() == 1) {
    const Alternative* of = only_symbol(given.front().value);
    if (of && is_record(of->symbol())) return given.front().value;
  }
  if (name == "dataclasses.field") {
    for (const Given& each : given) {
      if (each.name == "default") return each.value;
      const Alternative* made = each.name == "default_factory" ? only_symbol(each.value) : nullptr;
      if (made && program_.class_of(made->symbol()))
        return construct(made->symbol(), {}, at, state);
    }
    return unknown(at);
  }
  // What they make of an option or a variable is still that option or variable.
  const bool converts =
      name == "int" || name == "str" || name == "bool" || name == "list" || name == "tuple";
  if (converts && given.size() == 1 && given.front().name.empty())
    return start_ && name == "int" ? numbers_of(given.front().value, *out_.pool)
                                   : given.front().value;
  // A device is the text that names it.
  if (name == "torch.device" && !given.empty() &&
      std::all_of(given[0].value.begin(), given[0].value.end(), names_device))
    return given.front().value;
  if (name == "getattr" && given.size() >= 2) {
    const std::string_view attribute = text_of(given[1].value);
    if (attribute.empty()) return unknown(at);
    Alternatives found = attribute_of_all(given[0].value, attribute, at, state);
    return given.size() > 2 ? either(std::move(found), given[2].value) : found;
  }
  if (name == "setattr" && given.size() == 3) {
    const std::string_view attribute = text_of(given[1].value);
    const Alternative* object = only_symbol(given[0].value);
    if (attribute.empty())
      set_any_attribute(given[0].value, state);
    else if (object)
      set_attribute(*object, attribute, given[2].value, at, given[1].span, state);
    return result;
  }
  if (name == "hasattr" && given.size() == 2) {
    const std::string_view attribute = text_of(given[1].value);
    const Alternative* object = only_symbol(given[0].value);
    if (!object || attribute.empty()) return unknown(at);
    const std::string full = attribute_of(object->symbol(), attribute);
    if (state.attributes.find(full) || full == "torch.cuda")
      return data_of(out_.pool->boolean(true, at), at);
    const auto key = below(full, "<config>");
    return boolean(answer_of(key ? Question{Question::Kind::kConfig, std::string(*key)}
                                 : Question{Question::Kind::kAttribute, full}),
                   at);
  }
  if (name == "isinstance" && given.size() == 2) {
    for (const Alternative& type : given[1].value) {
      if (!type.symbol().ends_with("DistributedDataParallel")) continue;
      return boolean(answer_of({Question::Kind::kWrapped}), at);
    }
  }
  const std::size_t dot = name.rfind('.');
  const bool is_method = dot != name.npos && expr.callee->kind == ExprKind::kAttribute;
  const std::string_view method = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  if (is_method && returns_itself(method) && program_.class_of(name.substr(0, dot)))
    return symbol(std::string(name.substr(0, dot)), at);
  if (is_method && method == "startswith" && given.size() == 1) return begins(expr, given, state);
  if (is_method && method == "format") {
    const Alternatives object = value(*as<syntax::Attribute>(*expr.callee).object, state);
    const Value* one = only_data(object);
    if (one && one->kind == Value::Kind::kString)
      return text(std::string(one->text.substr(0, one->text.find('{'))), false, at);
  }
  return result;
}

}  // namespace mmlint::script
