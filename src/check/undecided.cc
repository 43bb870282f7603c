#include "check/undecided.h"

#include "base/text.h"
#include "facts/launch.h"
#include "launch/known_runs.h"
#include "launch/walked_imports.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Summary;

// Whether a library reads what the user writes on the command line or into a file.
bool reads_settings(std::string_view module) {
  constexpr std::array<std::string_view, 6> kModules = {"absl",      "configparser", "json",
                                                        "omegaconf", "tomllib",      "yaml"};
  return is_in(module, kModules);
}

// An option that has a default, which is what the rules ask about.
bool has_default(std::string_view dest, const Summary& script) {
  return std::ranges::any_of(script.options, [&](const auto& option) {
    return option.dest == dest && !option.default_value.empty();
  });
}

// What comes from the script's own objects, such as the loaded config, is judged there.
bool is_unknown(const Alternative& backend, const Summary& script) {
  const script::Symbol symbol = backend.symbol();
  if (const auto option = symbol.option(); option && !option->empty())
    return !has_default(*option, script);
  if (backend.is_symbol()) return !symbol.is_of_analysis() && !symbol.is_inside("torch");
  return !backend.data() || backend.data()->kind == Value::Kind::kUnknown;
}

// Whether a process group is made, and nothing is known of the condition for any place that does
// so.
bool makes_group_maybe(const Summary& script) {
  bool any = false;
  for (const script::Call& call : script.calls) {
    if (!call.point.reached || !script::makes_group(call.symbol)) continue;
    if (!call.point.open) return false;
    any = true;
  }
  return any;
}

bool is_backend_unknown(const Summary& script) {
  if (!script.trains) return false;
  return std::ranges::any_of(script.calls, [&](const script::Call& call) {
    if (!call.point.reached || call.symbol != "torch.distributed.init_process_group") return false;
    const script::Argument* backend = call.argument("backend", 0);
    if (!backend) return call.more;
    return std::ranges::any_of(backend->value, [&](const Alternative& alternative) {
      return is_unknown(alternative, script);
    });
  });
}

// Whether what a library gives, which is not read or reads what the user writes, is moved to:
// `cfg.device` of a YAML file, `FLAGS.device`. Types come from libraries as well.
bool is_of_library(script::Symbol symbol, const Summary& script) {
  const std::string_view module = symbol.package();
  const bool names_device = small_letters(symbol.text()).find("device") != std::string::npos;
  if (module == "torch" || (symbol.is_definition() && !names_device)) return false;
  return std::ranges::any_of(script.imports, [&](const auto& each) {
    return each.symbol.package() == module &&
           (reads_settings(module) || !launch::is_walked(each, script));
  });
}

// Whether an argument that nothing is known of is written as a device: `device`, `cfg['device']`.
// `x.device` is where something is already.
bool is_named_device(std::string_view text) {
  return small_letters(text).find("device") != std::string::npos && !text.ends_with(".device");
}

// The argument by which it moves something to a device that nobody can tell; unknown if there is
// none.
Span unknown_device(const Summary& script, const SourceStore& sources) {
  if (!script.trains) return {};
  const auto is_open = [&](const Alternative& device, Span argument) {
    const script::Symbol symbol = device.symbol();
    if (const auto name = symbol.variable())
      return !facts::is_set_by_torchrun(*name);  // which is the number of a card
    if (const auto name = symbol.option(); name && !name->empty())
      return std::ranges::none_of(script.options, [&](const auto& option) {
        return option.dest == *name;  // of a parser that is not known
      });
    if (symbol.is(script::Symbol::Kind::kFile)) return true;  // that cannot be read
    if (device.is_unknown() || symbol.is_unknown()) return is_named_device(sources.text(argument));
    return is_of_library(symbol, script);
  };
  for (const script::Call& call : script.calls) {
    if (!call.point.reached || call.own) continue;
    const bool is_made = call.symbol == "torch.device";
    if (!is_made && !call.symbol.is_method("to")) continue;
    const script::Argument* device = call.argument(is_made ? "type" : "device", 0);
    if (device && std::ranges::any_of(
                      device->value, [&](const auto& each) { return is_open(each, device->span); }))
      return device->span;
  }
  return {};
}

// Returns the unknown package because of which rules about the ranks of a group skip a script;
// empty if there is no such package.
std::string_view unread_package(const Summary& script) {
  const auto in_group = [](const script::Call& call) {
    return call.point.reached &&
           (script::makes_group(call.symbol) || script::wraps_for_group(call.symbol));
  };
  if (!script.trains || !script.builds.empty() || std::ranges::none_of(script.calls, in_group))
    return {};
  const script::Import* import = launch::unknown_import(script);
  const bool is_ours = import && import->symbol.package().starts_with("mm");  // the rules know it
  return import && !is_ours ? import->symbol.package() : std::string_view();
}

}  // namespace

bool is_group_undecided(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  if (!script.builds.empty() || !script.trains || !facts.program().is_started_in_several())
    return false;
  const auto& runs = facts.get_big<launch::started_runs>();
  if (runs.empty()) return makes_group_maybe(script);
  return std::ranges::any_of(
      runs, [](const launch::KnownRun& each) { return makes_group_maybe(*each.run); });
}

void note_undecided(const launch::ProgramFacts& facts, OpenQuestions& open) {
  const Summary& script = facts.program().summary();
  const std::string& path = script.document->source().path();
  const SourceStore& sources = facts.program().workspace().sources();
  const bool is_group_open = facts.get<is_group_undecided>();
  const bool is_backend_open = is_backend_unknown(script);
  const Span device = unknown_device(script, sources);
  if (is_group_open) open.group_open(path);
  if (is_backend_open) open.unknown("init_process_group(backend=...)", path);
  if (device.known())
    open.unknown(std::string(sources.text(device)), sources.get(device.file).path());
  const launch::Program& program = facts.program();
  const bool is_alone = !program.launches().empty() && !program.is_started_in_several();
  if (is_alone || is_group_open || is_backend_open || device.known()) return;
  if (const auto package = unread_package(script); !package.empty())
    open.unread(std::string(package), path);
}

}  // namespace mmlint::check
