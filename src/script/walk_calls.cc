#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "script/symbols.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kMaxDepth = 20;  // of functions that call each other

}  // namespace

const Argument* Call::argument(std::string_view name, std::size_t position) const {
  std::size_t at = 0;
  for (const Argument& argument : arguments) {
    if (argument.name.empty() ? at++ == position : argument.name == name) return &argument;
  }
  return nullptr;
}

Alternatives Walker::call(const syntax::Call& expr, State& state) {
  const bool is_statement = whole_ == &expr;
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
    if (one.stars != 2 || !spread(one, given)) given.push_back(std::move(one));
  }
  const Alternative* known = only_symbol(callees);
  if (!known || !function_of(known->symbol())) {  // somebody else may look at all of them
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
    fact.symbol = callee.symbol();
    fact.span = span(expr);
    fact.callee = span(*expr.callee);
    fact.statement = statement_;
    fact.is_statement = is_statement;
    fact.point = state.point;
    if (!fact.point.guard.add(callee.guard)) continue;
    for (const Given& each : given) {
      fact.more = fact.more || each.stars != 0;
      if (each.stars == 0) fact.arguments.push_back({each.name, each.span, each.value});
    }
    const std::size_t index = record_.call(std::move(fact));
    if (builds_runner(callee.symbol())) record_.build(index, state);
    Alternatives one = call_symbol(callee, expr, given, state);
    out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out.empty() ? unknown(span(expr)) : out;
}

// The arguments that `**dict(backend='nccl')` stands for; false if they are not known.
bool Walker::spread(const Given& stars, std::vector<Given>& given) {
  const Value* dict = only_data(stars.value);
  if (!dict || dict->kind != Value::Kind::kDict) return false;
  const auto& entries = dict->dict.entries();
  const bool named = std::all_of(entries.begin(), entries.end(), [](const Entry& entry) {
    return entry.key->kind == Value::Kind::kString;
  });
  if (!named) return false;
  for (const Entry& entry : entries) {
    Alternative value;
    if (entry.value->kind == Value::Kind::kReference)
      value.what = Alternative::Symbol{std::string(entry.value->text)};
    else if (entry.value->kind != Value::Kind::kUnknown)
      value.what = Alternative::Data{entry.value};
    value.at = entry.value->span;
    given.push_back({std::string(entry.key->text), 0, {value}, stars.span});
  }
  return true;
}

Alternatives Walker::call_symbol(const Alternative& callee, const syntax::Call& expr,
                                 const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const std::string& name = callee.symbol();
  if (const syntax::Function* function = function_of(name)) {
    if (!name.starts_with("class@")) return enter(*function, &given, state);
    const auto with_self = and_self(name.substr(0, name.find("().") + 2), given, at);
    return enter(*function, &with_self, state);
  }
  // What is handed to somebody else may be called there: mp.spawn(main_worker, ...).
  for (const Given& each : given) {
    const Alternative* handed = only_symbol(each.value);
    const syntax::Function* function = handed ? function_of(handed->symbol()) : nullptr;
    if (!function) continue;
    State own = state;
    enter(*function, nullptr, own);
  }
  if (name.starts_with("class@") && name.find('(') == name.npos) {
    const auto with_self = and_self(name + "()", given, at);
    if (const syntax::Function* init = function_of(name + "().__init__"))
      enter(*init, &with_self, state);
    return symbol(name + "()", at);
  }
  if (const auto asked = question(name)) {
    return boolean(answer_of(*asked), at);
  }
  if (ends_the_program(name)) state.alive = false;
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

std::vector<Walker::Given> Walker::and_self(std::string self, std::vector<Given> given, Span at) {
  given.insert(given.begin(), {"", 0, symbol(std::move(self), at), at});
  return given;
}

Alternatives Walker::call_builtin(std::string_view name, const syntax::Call& expr,
                                  const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const Alternatives result = symbol(result_of(name), at);
  if (name == "dict") {
    Value* dict = out_.pool->make(Value::Kind::kDict, at);
    for (const Given& each : given) {
      if (each.name.empty()) return unknown(at);
      const auto key_end = each.span.begin + static_cast<std::uint32_t>(each.name.size());
      const Span key{each.span.file, each.span.begin, key_end};
      dict->dict.set(out_.pool->string(out_.pool->keep(each.name), key),
                     data(each.value, each.value.front().at), out_.pool->origin({key, each.span}));
    }
    dict->literal = true;
    return data_of(dict, at);
  }
  // What they make of an option or a variable is still that option or variable.
  const bool converts =
      name == "int" || name == "str" || name == "bool" || name == "list" || name == "tuple";
  if (converts && given.size() == 1 && given.front().name.empty()) return given.front().value;
  // A device is the text that names it.
  if (name == "torch.device" && given.size() == 1 &&
      std::all_of(given[0].value.begin(), given[0].value.end(),
                  [](const Alternative& each) { return each.data() != nullptr; }))
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
    if (!object || attribute.empty()) return result;
    std::string full = attribute_of(object->symbol(), attribute);
    if (const auto key = below(full, "<config>"))
      write_config(std::string(*key), given[2].value, at, given[1].span, false, state);
    else
      record_.store({std::move(full), given[2].value, at, state.point});
    return result;
  }
  if (name == "hasattr" && given.size() == 2) {
    const std::string_view attribute = text_of(given[1].value);
    const Alternative* object = only_symbol(given[0].value);
    if (!object || attribute.empty()) return unknown(at);
    const std::string full = attribute_of(object->symbol(), attribute);
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
  if (name.ends_with(".startswith") && given.size() == 1) return begins(expr, given, state);
  if (name.ends_with(".format") && expr.callee->kind == ExprKind::kAttribute) {
    const Alternatives object = value(*as<syntax::Attribute>(*expr.callee).object, state);
    const Value* one = only_data(object);
    if (one && one->kind == Value::Kind::kString)
      return text(std::string(one->text.substr(0, one->text.find('{'))), false, at);
  }
  return result;
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
    Alternatives value = unknown(at);
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
  const auto owner = owners_.find(function.begin);
  if (!given && owner != owners_.end() && !function.parameters.empty())
    names.set(std::string(function.parameters.front().name),
              symbol(fmt::format("class@{}()", owner->second), at));
  return names;
}

Alternatives Walker::enter(const syntax::Function& function, const std::vector<Given>* given,
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

}  // namespace mmlint::script
