
#include "facts/distributed.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/texts.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"
#include "value/scalar_text.h"

// What Python's own functions and methods do, and those of libraries that only change what is known
// of a value.
namespace mmlint::script {

using syntax::ExprKind;

namespace {

// isinstance() of known values and one of Python's own types; nullopt if that is not known. A
// device is text to us, so that of text only what it is not can be told.
std::optional<bool> is_of_type(const Alternatives& values, const Alternatives& types,
                               Program& program) {
  const Alternative* type = only_symbol(types);
  if (!type || !type->symbol().is_definition()) return std::nullopt;
  const Symbol name = type->symbol();
  std::optional<bool> out;
  for (const Alternative& each : values) {
    std::optional<bool> one;
    const Value* data = each.data();
    if (!data && !each.symbol().is_instance()) return std::nullopt;
    const Value::Kind kind = data ? data->kind : Value::Kind::kUnknown;
    if (!data) {
      const Symbol own = each.symbol().class_of();
      const auto all = program.linearized(own);
      if (is_in(name, all))
        one = true;
      else if (!program.has_foreign_base(own))
        one = false;
    }
    if (kind == Value::Kind::kNone) one = false;
    // A plain dict or list is of no class of the project.
    if (data && data->is_container() && program.class_of(name)) one = false;
    // A number is of no class of a library, such as datetime.timedelta.
    const bool is_other = name.package() != name.text() && !name.is_inside("numbers");
    if (data && is_number(*data) && is_other) one = false;
    if (data && name == "float") one = kind == Value::Kind::kFloat;
    if (data && name == "int") one = kind == Value::Kind::kInt || kind == Value::Kind::kBool;
    if (data && name == "dict") one = kind == Value::Kind::kDict;
    if (data && name == "list") one = kind == Value::Kind::kList;
    if (data && name == "tuple") one = kind == Value::Kind::kTuple;
    if (data && (name == "str" || name == "torch.device"))
      one = kind == Value::Kind::kString ? std::nullopt : std::optional(false);
    const bool is_known = !data || kind != Value::Kind::kUnknown;
    if (!is_known || kind == Value::Kind::kReference || !one) return std::nullopt;
    if (out && *out != *one) return std::nullopt;
    out = one;
  }
  return out;
}

// What a method of a text returns of which the beginning is known; null if that does not decide it.
Value* of_prefix(std::string_view beginning, std::string_view method,
                 const std::vector<const Value*>& arguments, Span at, Pool& pool) {
  const bool has_one =
      arguments.size() == 1 && arguments.front() && arguments.front()->kind == Value::Kind::kString;
  const std::string_view given = has_one ? arguments.front()->text() : std::string_view();
  if (given.empty()) return nullptr;
  if (method == "startswith") {
    if (given.starts_with(beginning) && given != beginning) return nullptr;
    return pool.boolean(beginning.starts_with(given), at);
  }
  const std::size_t end = beginning.find(given);
  if (method != "split" || end == beginning.npos) return nullptr;
  Value* parts = pool.make(Value::Kind::kList, at);
  parts->edit_items().push_back(pool.string(beginning.substr(0, end), at));
  parts->edit_items().push_back(pool.unknown("it is computed", at));
  return parts;
}

// What a method of texts returns; nullopt if none of the objects is a known text.
std::optional<Alternatives> of_texts(std::string_view method, const Alternatives& objects,
                                     const Givens& given, Span at, Pool& pool) {
  std::vector<const Value*> arguments;
  bool any = false, by_position = true;
  for (const Given& each : given) {
    arguments.push_back(only_data(each.value));
    by_position = by_position && each.name.empty() && each.stars == 0;
  }
  Alternatives out;
  for (const Alternative& object : objects) {
    const Value* text = object.data();
    const Value* made = text && text->kind == Value::Kind::kString && by_position
                            ? call_text(text->text(), method, arguments, at, pool)
                            : nullptr;
    if (object.prefix() && by_position)
      made = of_prefix(object.prefix()->text(), method, arguments, at, pool);
    any = any || made;
    Alternatives one = made ? data_of(made, at) : unknown(at);
    out = either(std::move(out), under(std::move(one), object.guard));
  }
  return any ? std::optional(std::move(out)) : std::nullopt;
}

// Python's name of the type of a text or a number.
std::string_view type_name(const Value& value) {
  if (value.kind == Value::Kind::kString) return "str";
  if (value.kind == Value::Kind::kBool) return "bool";
  return value.kind == Value::Kind::kInt ? "int" : "float";
}

// What remains the option or the variable that it was: args.device.lower(), .replace('cuda:', '')
bool keeps_its_source(std::string_view method, std::size_t arguments) {
  if (arguments == 2) return method == "replace";
  return arguments == 0 &&
         (method == "lower" || method == "upper" || method == "strip" || method == "casefold");
}

// The object that is handed first; none if that is no object.
Symbol handed_first(const Givens& given) {
  const Alternative* one = only_symbol(given.front().value);
  return one ? one->symbol() : Symbol();
}

bool names_device(const Alternative& each) {
  return each.data() != nullptr || each.prefix() != nullptr || is_rank(each.symbol()) ||
         each.symbol().option();
}

// Whether a method gives a module a parameter, a buffer or another module.
bool registers(std::string_view method) {
  return method == "add_module" || method.starts_with("register_");
}

// `vars(args).update(device='cpu')`, `self.__dict__.update(kwargs)`
void update_record(Walk& walk, Symbol object, const Givens& given, Span at, State& state) {
  const Alternative owner{object, at, {}};
  for (const Given& each : given) {
    const Value* more = each.stars == 0 ? only_data(each.value) : nullptr;
    if (!each.name.empty()) {
      set_attribute(walk, owner, each.name, each.value, at, each.span, state);
    } else if (more && more->kind == Value::Kind::kDict) {
      for (const Entry& entry : more->dict().entries()) {
        if (entry.key->kind == Value::Kind::kString)
          set_attribute(walk, owner, entry.key->text(),
                        alternatives_of(walk, *entry.value, entry.value->span), at, each.span,
                        state);
      }
    } else {
      set_any_attribute(walk, {owner}, state);
    }
  }
}

}  // namespace

Alternatives call_builtin(Walk& walk, Symbol name, const syntax::Call& expr, const Givens& given,
                          State& state) {
  const Span at = walk.span(expr);
  const auto constant = constant_text(result_of(name));
  const Alternatives result =
      constant ? text(walk, std::string(*constant), true, at) : symbol(result_of(name), at);
  const Alternative* self = walk.receiver ? only_symbol(*walk.receiver) : nullptr;
  if (self && is_mapping(walk, self->symbol()) && name.is_inside(self->symbol().text())) {
    if (auto out =
            call_mapping(walk, self->symbol(), name.behind_root().substr(1), given, at, state))
      return *out;
  }
  const bool inits = name == "dict" && expr.callee->kind == ExprKind::kAttribute &&
                     is_mapping(walk, walk.frame->self);  // super().__init__(...)
  const bool inits_self =
      name == "dict.__init__" && !given.empty() && walk.frame->self == handed_first(given);
  if (inits || inits_self) {
    fill_mapping(walk, walk.frame->self, inits ? given : Givens(given.begin() + 1, given.end()),
                 state);
    return data_of(walk.out.pool->none(at), at);
  }
  if ((name == "copy.deepcopy" || name == "copy.copy") && given.size() == 1)
    return copied(walk, given.front().value, at, state);
  if (name == "dict" && given.size() == 1 && given.front().name.empty() &&
      given.front().stars == 0) {
    const Alternative* of = only_symbol(given.front().value);
    const Value* dict =
        of ? dict_of(walk, of->symbol(), at, state) : only_data(given.front().value);
    if (dict && dict->kind == Value::Kind::kDict) return copied(walk, data_of(dict, at), at, state);
  }
  if (name == "functools.reduce" && given.size() == 3) return folded(walk, given, at, state);
  if (name == "dict" || is_record(result_of(name))) {
    Value* dict = walk.out.pool->make(Value::Kind::kDict, at);
    for (const Given& each : given) {
      if (each.name.empty() || name != "dict") {
        for (const Given& lost : given) escape(walk, lost.value);
      }
      if (each.name.empty()) return name == "dict" ? unknown(at) : result;
      const auto key_end = each.span.begin + static_cast<std::uint32_t>(each.name.size());
      const Span key{each.span.file, each.span.begin, key_end};
      dict->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(each.name), key),
                            part(walk, each.value, each.value.front().at, at),
                            walk.out.pool->origin({key, each.span}));
      if (name != "dict") state.attributes.set(result_of(name).attribute(each.name), each.value);
    }
    dict->literal = true;
    return name == "dict" ? data_of(dict, at) : result;
  }
  if (name == "functools.wraps()" && given.size() == 1) return given.front().value;
  if (name == "typer.Typer()" && given.empty()) run_commands(walk, name, state);
  if (name == "torch.compile" && !given.empty() && given.front().name.empty())
    return given.front().value;                // it computes as the model does
  if (name == "range" && given.size() == 1) {  // of nothing: it is empty
    Alternatives out;
    for (const Alternative& count : given[0].value) {
      const Value* number = count.data();
      const bool none =
          number && number->kind == Value::Kind::kInt && !number->big && number->integer <= 0;
      Alternatives one = none ? data_of(walk.out.pool->make(Value::Kind::kTuple, at), at) : result;
      out = either(std::move(out), under(std::move(one), count.guard));
    }
    return out.empty() ? result : out;
  }
  if (name == "torch.cuda.amp.GradScaler().state_dict") {
    // Without CUDA it switches itself off, and has no state (torch/cuda/amp/grad_scaler.py).
    Alternatives none = data_of(walk.out.pool->make(Value::Kind::kDict, at), at), some = result;
    none.front().guard.add({{Question::Kind::kDevice, "cuda"}, false});
    some.front().guard.add({{Question::Kind::kDevice, "cuda"}, true});
    return either(std::move(some), none);
  }
  const bool is_extreme = (name == "min" || name == "max") && given.size() > 1;
  if (is_extreme && std::ranges::all_of(given, [](const Given& each) {
        return each.stars == 0 && each.name.empty();
      })) {
    Alternatives out = given.front().value;
    for (std::size_t i = 1; i < given.size(); ++i)
      out = extreme(name == "min", out, given[i].value, at);
    return out;
  }
  if (auto out = make_callable(walk, name, given, expr, state)) return *out;
  if (const auto method = name.path_in(Symbol::Kind::kUnknown); method && !method->empty()) {
    if (auto out = call_container(walk, *method, expr, given, state)) return *out;
    if (walk.receiver) escape_containers(walk, *walk.receiver);
    for (const Given& each : given) escape_containers(walk, each.value);
    if (puts_in(name)) escape(walk, given);
    if (auto out = walk.receiver ? of_texts(*method, *walk.receiver, given, at, *walk.out.pool)
                                 : std::optional<Alternatives>())
      return *out;
  }
  if (auto out = call_file(walk, name, given, at)) return *out;
  if (auto out = call_stack(walk, name, given, at, state)) return *out;
  if (auto out = call_module(walk, name, given, at, state)) return *out;
  if (name == "collections.namedtuple") return make_tuple(walk, name, given, at);
  if (name == "dataclasses.replace") return replaced(walk, given, at, state);
  if (name == "dataclasses.fields" && given.size() == 1)
    return described_fields(walk, given.front().value, at, state);
  if (name == "dataclasses.asdict" && given.size() == 1)
    return fields_as_dict(walk, given.front().value, at, state);
  if (name.is_method("update") && walk.receiver && walk.receiver->size() == 1) {
    const Symbol of = walk.receiver->front().symbol();  // vars(args).update(device='cpu')
    if (is_record(of) || of.is_instance()) {
      update_record(walk, of, given, at, state);
      return unknown(at);
    }
    set_any_attribute(walk, *walk.receiver, state);
  }
  if (name == "importlib.util.find_spec" && given.size() == 1) {  // None if it is not found
    const std::string_view module = text_of(given.front().value);
    if (module.empty()) return result;
    const Question is_there{Question::Kind::kModule,
                            std::string(module.substr(0, module.find('.')))};
    Alternatives found = data_of(walk.out.pool->boolean(true, at), at);
    Alternatives none = data_of(walk.out.pool->none(at), at);
    found.front().guard.add({is_there, true});
    none.front().guard.add({is_there, false});
    return either(std::move(found), none);
  }
  if (name == "torch.distributed.is_available")
    return data_of(walk.out.pool->boolean(true, at), at);
  if (name == "exec" && !given.empty()) {
    execute(walk, given.front().value, state);
    return unknown(at);
  }
  if (name == "globals")
    return symbol(Symbol::module(walk.frame->module).attribute("__dict__"), at);
  if (name == "super") return symbol(Symbol::super(), at, walk.frame->sites);
  if (name == "vars" && given.size() == 1) {
    const Alternative* of = only_symbol(given.front().value);
    if (of && (is_record(of->symbol()) || of->symbol().is_instance())) return given.front().value;
    const Value* dict = only_data(given.front().value);  // what an object_hook makes of it
    if (dict && dict->kind == Value::Kind::kDict) return given.front().value;
    if (of && namespace_owner(of->symbol().attribute("__dict__")))
      return symbol(of->symbol().attribute("__dict__"), at);
  }
  if (auto out = call_namespace(walk, name, given, at, state)) return *out;
  if (name == "dataclasses.field") {
    for (const Given& each : given) {
      if (each.name == "default") return each.value;
      const Alternative* made = each.name == "default_factory" ? only_symbol(each.value) : nullptr;
      if (made && walk.program.class_of(made->symbol()))
        return construct(walk, made->symbol(), {}, at, state);
      const auto function = made ? walk.program.function(made->symbol()) : std::nullopt;
      const Givens none;
      if (function) return enter(walk, *function, &none, state);
    }
    return unknown(at);
  }
  if (name == "type") {  // `type(default)(word)` converts
    const Value* one = given.size() == 1 ? only_data(given.front().value) : nullptr;
    const bool converts = one && (one->kind == Value::Kind::kString || is_number(*one));
    return converts ? symbol(Symbol(type_name(*one)), at) : unknown(at);
  }
  if (name == "bool" && given.size() == 1 && given.front().name.empty())
    return boolean(walk, truth(given.front().value), at);
  // What they make of an option or a variable is still that option or variable.
  const bool converts = name == "int" || name == "str" || name == "list" || name == "tuple";
  if (converts && given.size() == 1 && given.front().name.empty())
    return name == "int" ? numbers_of(given.front().value, *walk.out.pool) : given.front().value;
  // A device is the text that names it.
  if (name == "torch.device" && !given.empty() && std::ranges::all_of(given[0].value, names_device))
    return given.front().value;
  if (auto out = call_attribute(walk, name, given, at, state)) return *out;
  if (name == "isinstance" && given.size() == 2) {
    for (const Alternative& type : given[1].value) {
      if (!wraps_for_group(type.symbol())) continue;
      return boolean(walk, answer_of({Question::Kind::kWrapped}), at);
    }
    if (const auto answer = is_of_type(given[0].value, given[1].value, walk.program))
      return data_of(walk.out.pool->boolean(*answer, at), at);
  }
  const bool is_method =
      name.is(Symbol::Kind::kAttribute) && expr.callee->kind == ExprKind::kAttribute;
  const std::string_view method = is_method ? name.name() : std::string_view();
  // deepspeed.add_config_arguments(parser) returns the parser that it adds its options to.
  const Alternative* first = given.empty() ? nullptr : only_symbol(given.front().value);
  if (first && first->symbol() == Symbol::parser() && name.name().starts_with("add_") &&
      (name.name().ends_with("_arguments") || name.name().ends_with("_args")))
    return given.front().value;
  if (is_method && registers(method)) walk.open_objects.insert(name.owner());
  if (is_method && facts::returns_itself(method) && walk.program.class_of(name.owner()))
    return symbol(name.owner(), at);
  if (is_method && keeps_its_source(method, given.size()) && walk.receiver && name.option())
    return symbol(name.owner(), at);
  if (name == "len" && given.size() == 1 && given.front().value.size() == 1) {
    const auto items = items_of(walk, given.front().value.front(), at, state);
    const Value* dict = only_data(given.front().value);
    const bool is_dict = dict && dict->kind == Value::Kind::kDict;
    if (items || is_dict)
      return data_of(
          walk.out.pool->integer(
              static_cast<std::int64_t>(items ? items->size() : dict->dict().size()), at),
          at);
  }
  if (is_method && method == "startswith" && given.size() == 1) {
    const std::string_view beginning = text_of(given.front().value);
    if (beginning.empty()) return unknown(at);
    return boolean(walk, answer_of({Question::Kind::kEquals, std::string(beginning)}), at);
  }
  if (is_method && method == "format") {
    const Value* one = walk.receiver ? only_data(*walk.receiver) : nullptr;
    std::vector<Alternatives> values;
    for (const Given& each : given) {
      if (!each.name.empty() || each.stars != 0) break;
      values.push_back(each.value);
    }
    if (one && one->kind == Value::Kind::kString)
      return filled(walk, one->text(), "{}", values, at);
  }
  // Functions that add options to a parser return it: deepspeed.add_config_arguments(parser).
  if (!given.empty() && handed_first(given) == Symbol::parser()) return given.front().value;
  return result;
}

}  // namespace mmlint::script
