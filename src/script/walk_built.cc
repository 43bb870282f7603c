
#include "script/symbols.h"
#include "script/walk_calls.h"

// What is known of objects that the program does not make itself, before their methods are walked.
namespace mmlint::script {

using syntax::Parameter;

namespace {

// Whether code that gets a value from a config is unlikely to change it: no dict, which whoever
// builds the object may update before, and nothing that holds one.
bool is_plain(const Value& value) {
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kDict) return false;
  return std::ranges::all_of(value.items(), [](const Value* item) { return is_plain(*item); });
}

// The arguments of a constructor that a registry calls.
Givens given_by_configs(const Built& built, const FunctionInfo& init, Span at) {
  Givens out;
  for (const Parameter& parameter : init.node->parameters) {
    const bool is_self = &parameter == init.node->parameters.data();
    if (is_self || parameter.kind == Parameter::Kind::kStar) continue;
    Given one{std::string(parameter.name), 0, {}, at};
    if (parameter.kind == Parameter::Kind::kDoubleStar) one.stars = 2;
    const bool is_known = one.stars == 0 && built.set_elsewhere->count(parameter.name) == 0;
    for (const Value* config : built.configs) {
      const Value* value = is_known ? config->dict().get(parameter.name) : nullptr;
      one.optional = one.optional || (is_known && !value);
      if (is_known && !value) continue;
      const bool is_fixed = value && is_plain(*value);
      Alternatives next = is_fixed ? Alternatives{alternative_of(*value, at)} : unknown(at);
      one.value = one.value.empty() ? std::move(next) : either(std::move(one.value), next);
    }
    if (!one.value.empty()) out.push_back(std::move(one));
  }
  return out;
}

// Whether a library calls a method of that name before those that do the work: MMEngine's and
// Lightning's hooks.
bool prepares(std::string_view name) {
  return name.starts_with("before_") || name == "setup" ||
         (name.starts_with("on_") && name.ends_with("_start"));
}

// How a registry builds objects of a class of the entry script; null if that is not known.
const Built* built_with(Walk& walk, Symbol class_symbol) {
  const ClassInfo* info = walk.built ? walk.program.class_of(class_symbol) : nullptr;
  if (!info || info->module != 0) return nullptr;
  const auto known = walk.built->find(info->node->begin);
  return known == walk.built->end() ? nullptr : &known->second;
}

}  // namespace

const State& after_init(Walk& walk, Symbol class_symbol, const State& state) {
  const auto [known, is_new] = walk.made.try_emplace(class_symbol, state);
  if (!is_new) return known->second;
  State own = state;
  FunctionInfo* init = walk.program.method(class_symbol, "__init__");
  const Built* built = init ? built_with(walk, class_symbol) : nullptr;
  const Symbol object = class_symbol.instance();
  if (built) {
    const Span at{walk.program.module(init->module).document->source().id(), init->node->begin,
                  init->node->end};
    const Givens given = given_by_configs(*built, *init, at);
    enter(walk, {init, init->closure, object}, &given, own);
    for (const std::string& name : *built->set_elsewhere) {
      const Symbol attribute = object.attribute(name);
      if (const Alternatives* value = own.attributes.find(attribute))
        own.attributes.set(attribute, either(*value, unknown(value->front().at)));
    }
  } else if (init) {
    enter(walk, {init, init->closure, object}, nullptr, own);
  }
  own.alive = true;
  own.point = state.point;
  // What only other methods set, one of these has set before it is read.
  std::map<Symbol, Alternatives> later;
  const auto methods = walk.program.class_of(class_symbol)->methods;
  for (const auto& [name, method] : methods) {
    if (!prepares(name) || !walk.program.has_foreign_base(class_symbol)) continue;
    State behind = own;
    enter(walk, {method, method->closure, object}, nullptr, behind);
    for (const auto& set : behind.attributes.inside(object)) {
      if (own.attributes.find(set.attribute)) continue;
      Alternatives& value = later[set.attribute];
      value = either(std::move(value), set.value);
    }
  }
  for (auto& [attribute, value] : later) own.attributes.set(attribute, std::move(value));
  return walk.made[class_symbol] = std::move(own);
}

namespace {

bool is_runner(Program& program, Symbol name) {
  return program.class_of(name) && std::ranges::any_of(program.linearized(name), builds_runner);
}

// Returns the text that the script has written to the config's runner_type, without its scope.
std::string_view written_type(const Walk& walk, const State& state) {
  const Build::Definitions* type = state.definitions.find("runner_type");
  if (!type || type->writes.size() != 1) return {};
  const std::string_view name = text_of(walk.out.writes[type->writes.front()].value);
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

Symbol own_runner(Walk& walk, const Alternative& callee, const Alternatives& objects, Symbol self,
                  const State& state) {
  const Alternative* object = only_symbol(objects);
  for (const Symbol each : {callee.symbol(), object ? object->symbol() : Symbol(), self}) {
    if (is_runner(walk.program, each.class_of())) return each.class_of();
  }
  if (!callee.symbol().is_inside("mmengine.registry")) return {};
  const std::string_view type = written_type(walk, state);
  for (std::size_t i = 0; !type.empty() && i < walk.program.size(); ++i) {
    const Alternatives* bound = state.modules.find(static_cast<int>(i), type);
    const Alternative* one = bound ? only_symbol(*bound) : nullptr;
    if (one && is_runner(walk.program, one->symbol())) return one->symbol();
  }
  return {};
}

}  // namespace mmlint::script
