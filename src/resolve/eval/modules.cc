#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/paths.h"
#include "resolve/eval/iterator.h"
#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"

// The parts of the standard library that configs use. Everything else of a module is unknown.
namespace mmlint::resolve {
namespace {

using A = const Arguments&;

bool strings(A a) {
  return !a.positional.empty() && a.keywords.empty() &&
         std::all_of(a.positional.begin(), a.positional.end(),
                     [](const Value* v) { return v->kind == Kind::kString; });
}

Value* text(Evaluator& e, const std::string& out, Span span) {
  return e.pool().string(e.pool().keep(out), span);
}

// As posixpath.join: nothing is normalised.
Value* path_join(Evaluator& e, Value*, A a) {
  if (!strings(a)) return not_computed(e, a, "os.path.join() of an unknown value");
  std::string out(a.positional[0]->text);
  for (std::size_t i = 1; i < a.positional.size(); ++i) {
    const std::string_view part = a.positional[i]->text;
    if (part.starts_with('/'))
      out = part;
    else if (out.empty() || out.ends_with('/'))
      out += part;
    else
      (out += '/') += part;
  }
  return text(e, out, a.span);
}

Value* path_dirname(Evaluator& e, Value*, A a) {
  if (!strings(a)) return not_computed(e, a, "os.path.dirname() of an unknown value");
  const std::string_view path = a.positional[0]->text;
  const std::size_t slash = path.rfind('/');
  std::string head(slash == path.npos ? std::string_view() : path.substr(0, slash + 1));
  if (head.find_first_not_of('/') != std::string::npos) {
    while (head.ends_with('/')) head.pop_back();
  }
  return text(e, head, a.span);
}

Value* path_basename(Evaluator& e, Value*, A a) {
  if (!strings(a)) return not_computed(e, a, "os.path.basename() of an unknown value");
  const std::string_view path = a.positional[0]->text;
  return e.pool().string(path.substr(path.rfind('/') + 1), a.span);
}

Value* path_splitext(Evaluator& e, Value*, A a) {
  if (!strings(a)) return not_computed(e, a, "os.path.splitext() of an unknown value");
  const std::string_view path = a.positional[0]->text;
  const std::string_view end = extension(path);
  Value* out = e.pool().make(Kind::kTuple, a.span);
  out->items = {e.pool().string(path.substr(0, path.size() - end.size()), a.span),
                e.pool().string(path.substr(path.size() - end.size()), a.span)};
  return out;
}

Value* environment_get(Evaluator& e, Value*, A a) {
  if (a.positional.empty() || a.positional[0]->kind != Kind::kString) {
    return not_computed(e, a, "an unknown environment variable");
  }
  const auto it = e.outside().environment.find(std::string(a.positional[0]->text));
  if (it != e.outside().environment.end()) return text(e, it->second, a.span);
  if (a.positional.size() > 1) return a.positional[1];
  Value* given = keyword(a, "default");
  return given ? given : e.pool().none(a.span);
}

Value* deepcopy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1) return not_computed(e, a, "deepcopy() of this");
  return e.deep_copy(*a.positional[0]);
}

Value* shallow_copy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || a.positional[0]->kind == Kind::kUnknown) {
    return not_computed(e, a, "copy() of this");
  }
  Value& value = *a.positional[0];
  if (!value.is_container()) return &value;
  Value* method = value.kind == Kind::kDict
                      ? (value.config_dict ? config_dict_method(e, value, "copy", a.span)
                                           : dict_method(e, value, "copy", a.span))
                      : list_method(e, value, "copy", a.span);
  if (!method) return &value;
  Arguments nothing;
  nothing.span = a.span;
  return e.call(*method, nothing);
}

template <double (*F)(double)>
Value* of_float(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || !is_number(*a.positional[0]) || a.positional[0]->big) {
    return not_computed(e, a, "a math function of an unknown value");
  }
  const double result = F(double_of(*a.positional[0]));
  if (!std::isfinite(result)) return not_computed(e, a, "a math function outside its range");
  return e.pool().floating(result, a.span);
}

template <double (*F)(double)>
Value* to_whole(Evaluator& e, Value* self, A a) {
  Value* result = of_float<F>(e, self, a);
  if (result->kind != Kind::kFloat || std::abs(result->floating) > 9e15) {
    return not_computed(e, a, "math.floor() or math.ceil() of this");
  }
  return e.pool().integer(static_cast<std::int64_t>(result->floating), a.span);
}

double square_root(double d) {
  return std::sqrt(d);
}
double floor_of(double d) {
  return std::floor(d);
}
double ceil_of(double d) {
  return std::ceil(d);
}

Value* product(Evaluator& e, Value*, A a) {
  std::vector<const std::vector<Value*>*> columns;
  for (Value* v : a.positional) {
    columns.push_back(e.iterate(*v, a.span));
    if (!columns.back()) return not_computed(e, a, "itertools.product() of unknown items");
  }
  if (!a.keywords.empty()) return not_computed(e, a, "itertools.product() with options");
  std::vector<std::vector<Value*>> rows{{}};
  for (const auto* column : columns) {
    std::vector<std::vector<Value*>> next;
    for (const auto& row : rows) {
      for (Value* item : *column) {
        e.step(1 + row.size() / 8);
        e.check_items(next.size() + 1, a.span);
        next.push_back(row);
        next.back().push_back(item);
      }
    }
    rows = std::move(next);
  }
  Value* all = e.pool().make(Kind::kList, a.span);
  for (auto& row : rows) {
    Value* tuple = e.pool().make(Kind::kTuple, a.span);
    tuple->items = std::move(row);
    all->items.push_back(tuple);
  }
  Value* out = e.pool().make(Kind::kObject, a.span);
  out->text = "product";
  out->object = iterator_of(e, *all, a.span);
  return out;
}

struct Function {
  std::string_view module;
  std::string_view name;
  Native call;
};

constexpr Function kFunctions[] = {
    {"os.path", "join", path_join},          {"os.path", "dirname", path_dirname},
    {"os.path", "basename", path_basename},  {"os.path", "splitext", path_splitext},
    {"os", "getenv", environment_get},       {"os.environ", "get", environment_get},
    {"copy", "deepcopy", deepcopy},          {"copy", "copy", shallow_copy},
    {"math", "sqrt", of_float<square_root>}, {"math", "floor", to_whole<floor_of>},
    {"math", "ceil", to_whole<ceil_of>},     {"itertools", "product", product},
};

constexpr std::string_view kSubmodules[] = {"os.path", "os.environ"};

// What they give is not in the config.
constexpr std::string_view kOutside[] = {
    "os.environ",       "os.getenv",      "os.getcwd",      "os.listdir",     "os.cpu_count",
    "os.path.exists",   "os.path.isfile", "os.path.isdir",  "glob.glob",      "socket.gethostname",
    "os.path.abspath",  "time.time",      "random.random",  "random.randint", "datetime.datetime",
    "os.path.realpath", "os.walk",        "platform.system"};

constexpr std::string_view kStandard[] = {
#include "resolve/eval/standard_modules.inc"
};

}  // namespace

bool is_standard_module(std::string_view dotted) {
  if (dotted.starts_with("mmengine.config")) return true;
  const std::string_view top = dotted.substr(0, dotted.find('.'));
  return std::binary_search(std::begin(kStandard), std::end(kStandard), top);
}

Value* module_value(Evaluator& e, std::string_view name, Span span) {
  auto module = std::make_unique<ModuleObject>();
  module->name = e.pool().keep(name);
  module->standard = is_standard_module(name);
  Value* value = e.pool().make(Kind::kObject, span);
  value->text = e.pool().keep(fmt::format("module {}", name));
  value->object = e.pool().keep(ObjectPtr(module.release()));
  return value;
}

Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name,
                        Span span) {
  const std::string dotted = fmt::format("{}.{}", module.name, name);
  for (const std::string_view outside : kOutside) {
    if (dotted == outside) {
      e.hazards.warn(ProblemKind::kEnvironmentDependent, span, {{"what", dotted}});
    }
  }
  for (const Function& f : kFunctions) {
    if (f.module == module.name && f.name == name) {
      return native_value(e, f.name, f.call, nullptr, false, span);
    }
  }
  for (const std::string_view sub : kSubmodules) {
    if (sub == dotted) return module_value(e, dotted, span);
  }
  if (module.name == "math" && name == "pi") return e.pool().floating(std::numbers::pi, span);
  if (module.name == "math" && name == "e") return e.pool().floating(std::numbers::e, span);
  if (module.name == "math" && name == "inf") return e.pool().floating(INFINITY, span);
  return e.unknown(fmt::format("{} is not computed", dotted), span);
}

}  // namespace mmlint::resolve
