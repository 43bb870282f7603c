#include <algorithm>
#include <utility>

#include "resolve/script/symbols.h"
#include "resolve/script/walker.h"

namespace mmlint::resolve::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kMaxDepth = 20;  // of functions that call each other

std::string_view text_of(const Choices& choices) {
  const Choice* one = only(choices, Choice::Kind::kValue);
  return one && one->value->kind == Kind::kString ? one->value->text : std::string_view();
}

Choices either_if(const Choices* more, Choices choices) {
  return more ? either(std::move(choices), *more) : choices;
}

}  // namespace

const Argument* Call::argument(std::string_view name, std::size_t position) const {
  std::size_t at = 0;
  for (const Argument& argument : arguments) {
    if (argument.name.empty() ? at++ == position : argument.name == name) return &argument;
  }
  return nullptr;
}

Choices Walker::call(const syntax::Call& expr, State& state) {
  const bool is_statement = whole_ == &expr;
  const Choices callees = value(*expr.callee, state);
  std::vector<Given> given;
  for (const syntax::Argument& argument : expr.arguments) {
    Given one;
    one.name = std::string(argument.name);
    one.span = span(argument.begin, argument.end);
    const bool starred = argument.value->kind == ExprKind::kStarred;
    if (starred) one.stars = as<syntax::Starred>(*argument.value).stars;
    one.value =
        value(starred ? *as<syntax::Starred>(*argument.value).value : *argument.value, state);
    given.push_back(std::move(one));
  }
  const Choice* known = only(callees, Choice::Kind::kSymbol);
  if (!known || !function_of(known->symbol)) {  // somebody else may look at all of them
    const bool options = std::any_of(given.begin(), given.end(), [](const Given& each) {
      const Choice* handed = only(each.value, Choice::Kind::kSymbol);
      return handed && handed->symbol == "<options>";
    });
    if (options) read_options_.emplace("*");
  }
  Choices out;
  for (const Choice& callee : callees) {
    if (!state.alive) break;
    if (callee.kind != Choice::Kind::kSymbol) continue;
    Call fact;
    fact.symbol = callee.symbol;
    fact.span = span(expr);
    fact.callee = span(*expr.callee);
    fact.statement = statement_;
    fact.is_statement = is_statement;
    fact.moment = state.moment;
    if (!fact.moment.guard.add(callee.guard)) continue;
    for (const Given& each : given) {
      fact.more = fact.more || each.stars != 0;
      if (each.stars == 0) fact.arguments.push_back({each.name, each.span, each.value});
    }
    const std::size_t index = record_.call(std::move(fact));
    if (builds_runner(callee.symbol)) record_.build(index, state);
    Choices one = call_symbol(callee, expr, given, state);
    out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out.empty() ? unknown(span(expr)) : out;
}

Choices Walker::call_symbol(const Choice& callee, const syntax::Call& expr,
                            const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const std::string& name = callee.symbol;
  if (const syntax::Function* function = function_of(name)) {
    if (!name.starts_with("class@")) return enter(*function, &given, state);
    const auto with_self = and_self(name.substr(0, name.find("().") + 2), given, at);
    return enter(*function, &with_self, state);
  }
  // What is handed to somebody else may be called there: mp.spawn(main_worker, ...).
  for (const Given& each : given) {
    const Choice* handed = only(each.value, Choice::Kind::kSymbol);
    const syntax::Function* function = handed ? function_of(handed->symbol) : nullptr;
    if (!function) continue;
    State own = state;
    enter(*function, nullptr, own);
  }
  if (name.starts_with("class@") && name.find('(') == name.npos) {
    if (const syntax::Function* init = function_of(name + "().__init__"))
      enter(*init, &given, state);
    return symbol(name + "()", at);
  }
  if (const auto asked = question(name)) {
    Truth truth;
    truth.if_holds.add(*asked);
    truth.if_fails.add({asked->about, !asked->holds});
    return boolean(truth, at);
  }
  if (ends_the_program(name)) state.alive = false;
  if (makes_group(name)) {
    state.moment.group = Sure::kYes;
    ++groups_;
  }
  if (destroys_group(name)) state.moment.group = Sure::kNo;
  if (builds_runner(name)) state.moment.runner = Sure::kYes;
  if (loads_config(name)) {
    if (!given.empty()) record_.config(given.front().value);
    state.writes.clear();
  }
  if (name == "<parser>.add_argument") add_option(expr, given);
  if (const auto method = below(name, "<environment>"); method && !method->empty())
    return call_environment(*method, expr, given, state);
  if (name == "os.getenv") return call_environment("get", expr, given, state);
  if (const auto key = below(name, "<config>"); key && !key->empty())
    return call_config(*key, expr, given, state);
  return call_builtin(name, expr, given, state);
}

std::vector<Walker::Given> Walker::and_self(std::string self, std::vector<Given> given, Span at) {
  given.insert(given.begin(), {"", 0, symbol(std::move(self), at), at});
  return given;
}

Choices Walker::call_builtin(std::string_view name, const syntax::Call& expr,
                             const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const Choices result = symbol(result_of(name), at);
  if (name == "dict") {
    Value* dict = out_.pool->make(Kind::kDict, at);
    for (const Given& each : given) {
      if (each.name.empty()) return unknown(at);
      const auto key_end = each.span.begin + static_cast<std::uint32_t>(each.name.size());
      const Span key{each.span.file, each.span.begin, key_end};
      dict->dict.set(out_.pool->string(out_.pool->keep(each.name), key),
                     data(each.value, each.value.front().at), out_.pool->origin({key, each.span}));
    }
    dict->literal = true;
    Choice choice;
    choice.kind = Choice::Kind::kValue;
    choice.value = dict;
    choice.at = at;
    return {choice};
  }
  // What they make of an option or a variable is still that option or variable.
  const bool converts =
      name == "int" || name == "str" || name == "bool" || name == "list" || name == "tuple";
  if (converts && given.size() == 1 && given.front().name.empty()) return given.front().value;
  // A device is the text that names it.
  if (name == "torch.device" && given.size() == 1 && only(given[0].value, Choice::Kind::kValue))
    return given.front().value;
  if (name == "getattr" && given.size() >= 2) {
    const std::string_view attribute = text_of(given[1].value);
    if (attribute.empty()) return unknown(at);
    Choices found = attribute_of_all(given[0].value, attribute, at, state);
    return either_if(given.size() > 2 ? &given[2].value : nullptr, std::move(found));
  }
  if (name == "setattr" && given.size() == 3) {
    const std::string_view attribute = text_of(given[1].value);
    const Choice* object = only(given[0].value, Choice::Kind::kSymbol);
    if (!object || attribute.empty()) return result;
    std::string full = attribute_of(object->symbol, attribute);
    if (const auto key = below(full, "<config>"))
      write_config(std::string(*key), given[2].value, at, given[1].span, false, state);
    else
      record_.store({std::move(full), given[2].value, at, state.moment});
    return result;
  }
  if (name == "hasattr" && given.size() == 2) {
    const std::string_view attribute = text_of(given[1].value);
    const Choice* object = only(given[0].value, Choice::Kind::kSymbol);
    if (!object || attribute.empty()) return unknown(at);
    const std::string full = attribute_of(object->symbol, attribute);
    const auto key = below(full, "<config>");
    Truth truth;
    const std::string about = key ? "config:" + std::string(*key) : "has:" + full;
    truth.if_holds.add({about, true});
    truth.if_fails.add({about, false});
    return boolean(truth, at);
  }
  if (name == "isinstance" && given.size() == 2) {
    for (const Choice& type : given[1].value) {
      if (!type.symbol.ends_with("DistributedDataParallel")) continue;
      Truth truth;
      truth.if_holds.add({"wrapped", true});
      truth.if_fails.add({"wrapped", false});
      return boolean(truth, at);
    }
  }
  if (name.ends_with(".format") && expr.callee->kind == ExprKind::kAttribute) {
    const Choices object = value(*as<syntax::Attribute>(*expr.callee).object, state);
    const Choice* one = only(object, Choice::Kind::kValue);
    if (one && one->value->kind == Kind::kString)
      return text(std::string(one->value->text.substr(0, one->value->text.find('{'))), false, at);
  }
  return result;
}

// os.environ.get, .setdefault, .update, .pop, and os.getenv.
Choices Walker::call_environment(std::string_view method, const syntax::Call& expr,
                                 const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  if (method == "setdefault" && given.size() == 2) {
    set_environment(given[0].value, given[1].value, at, true, state);
    return unknown(at);
  }
  if (method == "update") {
    for (const Given& each : given) {
      const Choice* dict = only(each.value, Choice::Kind::kValue);
      if (!dict || dict->value->kind != Kind::kDict) continue;
      for (const Entry& entry : dict->value->dict.entries()) {
        Choice key, value;
        key.kind = value.kind = Choice::Kind::kValue;
        key.value = entry.key;
        value.value = entry.value;
        value.at = entry.value->span;
        set_environment({key}, {value}, entry.origin->key, false, state);
      }
    }
    return unknown(at);
  }
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (method != "get" || name.empty()) return unknown(at);
  const std::string about = "environment:" + std::string(name);
  Choices out = symbol("<environment>." + std::string(name), at);
  out.front().guard.add({about, true});
  Choices otherwise;
  if (given.size() > 1) {
    otherwise = given[1].value;
  } else {
    Choice none;
    none.kind = Choice::Kind::kValue;
    none.value = out_.pool->none(at);
    none.at = at;
    otherwise = {none};
  }
  for (Choice& choice : otherwise) choice.guard.add({about, false});
  return either(std::move(out), otherwise);
}

// A method of the config or of a dict of it; `key` ends with the method's name.
Choices Walker::call_config(std::string_view key, const syntax::Call& expr,
                            const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const std::size_t dot = key.rfind('.');
  const std::string_view method = dot == key.npos ? key : key.substr(dot + 1);
  const std::string owner(dot == key.npos ? std::string_view() : key.substr(0, dot));
  if (method == "update" || method == "merge_from_dict") {
    for (const Given& each : given) {
      if (each.stars == 0) update_config(owner, each, at, method == "merge_from_dict", state);
    }
    return unknown(at);
  }
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (name.empty()) return symbol(result_of("<config>." + std::string(key)), at);
  const std::string path = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  const Choices* otherwise = given.size() > 1 ? &given[1].value : nullptr;
  if (method == "pop") write_config(path, {}, at, given[0].span, false, state);
  if (method == "setdefault" && otherwise)
    write_config(path, *otherwise, at, given[0].span, true, state);
  if (method == "get" || method == "pop" || method == "setdefault") {
    Choices found = symbol("<config>." + path, at);
    return either_if(otherwise, std::move(found));
  }
  return symbol(result_of("<config>." + std::string(key)), at);
}

void Walker::add_option(const syntax::Call& expr, const std::vector<Given>& given) {
  Option option;
  option.span = span(expr);
  for (const Given& each : given) {
    const std::string_view text = text_of(each.value);
    if (each.name.empty() && !text.empty()) option.names.emplace_back(text);
    if (each.name == "default") option.default_value = each.value;
    if (each.name == "choices") option.choices = each.value;
    if (each.name == "dest") option.dest = std::string(text);
    if (each.name == "action")
      option.is_flag = text != "append" && text != "store" && !text.empty();
    if (each.name == "required") {
      const Choice* one = only(each.value, Choice::Kind::kValue);
      option.required = one && one->value->kind == Kind::kBool && one->value->boolean;
    }
  }
  if (option.names.empty()) return;
  const auto is_long = [](const std::string& name) { return name.starts_with("--"); };
  const auto named = std::find_if(option.names.begin(), option.names.end(), is_long);
  const std::string& shown = named != option.names.end() ? *named : option.names.front();
  if (shown.front() != '-') option.required = true;
  if (option.dest.empty()) {
    option.dest = shown.substr(std::min(shown.size(), shown.find_first_not_of('-')));
    std::replace(option.dest.begin(), option.dest.end(), '-', '_');
  }
  record_.option(std::move(option));
}

// "def@N" and "class@N().method".
const syntax::Function* Walker::function_of(std::string_view symbol) const {
  const auto number = [&](std::string_view text) {
    return static_cast<std::uint32_t>(std::strtoul(std::string(text).c_str(), nullptr, 10));
  };
  if (symbol.starts_with("def@")) {
    const auto found = functions_.find(number(symbol.substr(4)));
    return found == functions_.end() ? nullptr : found->second;
  }
  const std::size_t dot = symbol.find("().");
  if (!symbol.starts_with("class@") || dot == symbol.npos) return nullptr;
  const auto found = classes_.find(number(symbol.substr(6)));
  if (found == classes_.end()) return nullptr;
  for (const syntax::Stmt* member : found->second->body) {
    if (member->kind != syntax::StmtKind::kFunction) continue;
    const auto& function = as<syntax::Function>(*member);
    if (function.name == symbol.substr(dot + 3)) return &function;
  }
  return nullptr;
}

// What the parameters of a function are where it is called.
Names Walker::parameters_of(const syntax::Function& function, const std::vector<Given>* given,
                            State& state) {
  const Span at = span(function.begin, function.end);
  const bool open = !given || std::any_of(given->begin(), given->end(),
                                          [](const Given& each) { return each.stars != 0; });
  Names names;
  std::size_t position = 0;
  for (const syntax::Parameter& parameter : function.parameters) {
    Choices value = unknown(at);
    if (parameter.default_value) value = this->value(*parameter.default_value, state);
    if (open && parameter.default_value) value = either(std::move(value), unknown(at));
    std::size_t i = 0;
    for (const Given& each : given ? *given : std::vector<Given>{}) {
      const bool positional = each.name.empty() && each.stars == 0;
      if (positional ? i++ == position : each.name == parameter.name) value = each.value;
    }
    ++position;
    names.set(std::string(parameter.name), std::move(value));
  }
  return names;
}

Choices Walker::enter(const syntax::Function& function, const std::vector<Given>* given,
                      State& state) {
  const Span at = span(function.begin, function.end);
  const bool again = std::find(entered_.begin(), entered_.end(), function.begin) != entered_.end();
  if (again || entered_.size() >= kMaxDepth || !spend(state.size())) return unknown(at);
  walked_.insert(function.begin);
  entered_.push_back(function.begin);

  // What the caller knows comes back when the function is done.
  Names locals = parameters_of(function, given, state);
  std::swap(state.locals, locals);
  const Span statement = statement_;
  const Expr* whole = whole_;
  Exits exits;
  Exits* outer = std::exchange(function_, &exits);
  std::vector<Exits*> loops, turns;
  std::swap(loops_, loops);
  std::swap(turns_, turns);
  auto global_names = std::exchange(global_names_, {});
  block(function.body, state);
  for (const State& left : exits.states) state = meet(std::move(state), left);
  global_names_ = std::move(global_names);
  std::swap(loops_, loops);
  std::swap(turns_, turns);
  function_ = outer;
  statement_ = statement;
  whole_ = whole;
  std::swap(state.locals, locals);
  entered_.pop_back();
  return exits.value.empty() ? unknown(at) : exits.value;
}

}  // namespace mmlint::resolve::script
