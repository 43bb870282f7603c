#include "resolve/eval/modules.h"

#include <algorithm>

#include <fmt/format.h>

namespace mmlint::resolve {
namespace {

struct Module {
  std::string_view name;
  std::span<const Member> (*members)();
  bool in_python = false;  // its functions are
};

constexpr Module kModules[] = {
    {"copy", copy_members, true},
    {"itertools", itertools_members},
    {"math", math_members},
    {"os", os_members, true},
    {"os.path", os_path_members, true},
    {"posixpath", os_path_members, true},
};

// What they give is not in the config.
constexpr std::string_view kOutside[] = {
    "os.environ",     "os.getenv",      "os.getcwd",      "os.listdir",        "os.cpu_count",
    "os.path.exists", "os.path.isfile", "os.path.isdir",  "glob.glob",         "socket.gethostname",
    "time.time",      "random.random",  "random.randint", "datetime.datetime", "os.path.realpath",
    "os.walk",        "platform.system"};

Value* member_value(Evaluator& e, const Member& member, bool in_python, Span span) {
  if (member.value) return member.value(e, span);
  Value* value = native_value(e, member.name, member.call, nullptr, false, span);
  auto* object = static_cast<NativeObject*>(value->object);
  object->is_type = member.is_type;
  object->in_python = in_python;
  if (member.is_type) value->text = e.pool().keep(fmt::format("class {}", member.name));
  return value;
}

constexpr std::string_view kStandard[] = {
#include "resolve/eval/standard_modules.inc"
};

}  // namespace

void warn_of_outside(Evaluator& e, std::string_view what, Span span) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, span, {{"what", std::string(what)}});
}

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
  if (std::find(std::begin(kOutside), std::end(kOutside), dotted) != std::end(kOutside)) {
    warn_of_outside(e, dotted, span);
  }
  for (const Module& m : kModules) {
    if (m.name != module.name) continue;
    for (const Member& member : m.members()) {
      if (member.name == name) return member_value(e, member, m.in_python, span);
    }
  }
  return e.unknown(fmt::format("{} is not computed", dotted), span);
}

}  // namespace mmlint::resolve
