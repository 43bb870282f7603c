#include "python/library/modules.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/modules.h"

namespace mmlint::python {
namespace {

struct Module {
  std::string_view name;
  std::span<const Member> (*members)();
};

constexpr Module kModules[] = {
    {"copy", copy_members},
    {"functools", functools_members},
    {"itertools", itertools_members},
    {"itertools", itertools_choices_members},
    {"json", json_members},
    {"math", math_members},
    {"math", math_whole_members},
    {"os", os_members},
    {"os.path", os_path_members},
    {"posixpath", os_path_members},
    {"sys", sys_members},
    {"typing", typing_members},
};

// What they give is not in the config.
constexpr std::string_view kOutside[] = {
    "os.environ",     "os.getenv",      "os.getcwd",      "os.listdir",        "os.cpu_count",
    "os.path.exists", "os.path.isfile", "os.path.isdir",  "glob.glob",         "socket.gethostname",
    "time.time",      "random.random",  "random.randint", "datetime.datetime", "os.path.realpath",
    "os.walk",        "platform.system"};

// Functions that are written in Python, separated by blanks.
struct Functions {
  std::string_view module;
  std::string_view names;
};
constexpr Functions kInPython[] = {
#include "python/library/standard_functions.inc"
};

bool is_in_python(std::string_view module, std::string_view name) {
  const auto* row = std::find_if(std::begin(kInPython), std::end(kInPython),
                                 [&](const Functions& f) { return f.module == module; });
  if (row == std::end(kInPython)) return false;
  const std::vector<std::string_view> names = split(row->names, ' ');
  return std::find(names.begin(), names.end(), name) != names.end();
}

Value* unknown_result(Evaluator& e, Value*, const Arguments& a) {
  return not_computed(e, a, "a function that is not computed");
}

Value* member_value(Evaluator& e, const Member& member, bool in_python, Span span) {
  if (member.value) return member.value(e, span);
  Value* value = native_value(e, member.name, member.call, nullptr, false, span);
  auto* object = static_cast<NativeObject*>(value->object());
  object->is_type = member.is_type;
  object->in_python = in_python;
  if (member.is_type) value->set_text(e.pool().keep(fmt::format("class {}", member.name)));
  return value;
}

}  // namespace

void warn_of_outside(Evaluator& e, std::string_view what, Span span) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, span, {{"what", std::string(what)}});
}

bool is_standard_module(std::string_view dotted) {
  if (dotted.starts_with("mmengine.config")) return true;
  return facts::is_standard_module(dotted);
}

Value* module_value(Evaluator& e, std::string_view name, Span span) {
  auto module = std::make_unique<ModuleObject>();
  module->name = e.pool().keep(name);
  module->standard = is_standard_module(name);
  Value* value = e.pool().make(Value::Kind::kObject, span);
  value->set_text(e.pool().keep(fmt::format("module {}", name)));
  value->set_object(e.pool().keep(ObjectPtr(module.release())));
  return value;
}

Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name,
                        Span span) {
  const std::string dotted = fmt::format("{}.{}", module.name, name);
  if (std::find(std::begin(kOutside), std::end(kOutside), dotted) != std::end(kOutside)) {
    warn_of_outside(e, dotted, span);
  }
  const bool in_python = is_in_python(module.name, name);
  for (const Module& m : kModules) {
    if (m.name != module.name) continue;
    for (const Member& member : m.members()) {
      if (member.name == name) return member_value(e, member, in_python, span);
    }
  }
  if (in_python) return member_value(e, {e.pool().keep(name), unknown_result}, true, span);
  return e.unknown(fmt::format("{} is not computed", dotted), span);
}

}  // namespace mmlint::python
