#include "launch/own_kernels.h"

#include "base/paths.h"
#include "base/text.h"
#include "launch/program_store.h"
#include "project/workspace.h"

namespace mmlint::launch {

namespace {

constexpr std::string_view kExtension = "torch.utils.cpp_extension.CUDAExtension";
constexpr std::string_view kOnHost = "torch.utils.cpp_extension.CppExtension";

}  // namespace

OwnKernels own_kernels(const ProgramStore& programs) {
  OwnKernels out;
  std::set<std::string, std::less<>> on_host;
  const ProjectView& project = programs.project();
  for (const std::string& path : project.scripts) {
    if (file_name(path) != "setup.py" || !contains(project.workspace.text(path), "CUDAExtension"))
      continue;
    const Program* program = programs.program(path);
    if (!program) continue;
    out.setups.push_back(program);
    for (const script::Call& call : program->summary().calls) {
      const script::Argument* name = call.argument("name", 0);
      if (!name || (call.symbol != kExtension && call.symbol != kOnHost)) continue;
      for (const script::Alternative& each : name->value) {
        const Value* text = each.data();
        if (!text || text->kind != Value::Kind::kString) continue;
        (call.symbol == kExtension ? out.modules : on_host).emplace(text->text());
      }
    }
  }
  std::erase_if(out.modules, [&](const std::string& name) { return on_host.contains(name); });
  return out;
}

std::set<std::string, std::less<>> missing_kernels(const ProgramFacts& facts) {
  const catalog::Literal* runs_cuda = facts.target().fact("scripts.cuda_calls_work");
  if (runs_cuda && *runs_cuda == catalog::Literal{true}) return {};
  const OwnKernels& own = facts.program().store().get<own_kernels>();
  const catalog::Literal* vendor = facts.target().fact("scripts.modules");
  const bool compiles = std::ranges::any_of(own.setups, [&](const Program* setup) {
    return std::ranges::any_of(setup->summary().imports, [&](const script::Import& import) {
      return catalog::lists(vendor, import.symbol.package());
    });
  });
  return compiles ? std::set<std::string, std::less<>>() : own.modules;
}

bool takes_kernel(const script::Import& import, const ProgramFacts& facts,
                  const std::set<std::string, std::less<>>& kernels) {
  if (kernels.empty()) return false;
  const std::string_view name = import.symbol.text();
  if (!name.starts_with('.')) return kernels.contains(name);
  const std::string_view inner = name.substr(std::min(name.find_first_not_of('.'), name.size()));
  const std::string& file = facts.program().workspace().sources().get(import.span.file).path();
  return std::ranges::any_of(kernels, [&](const std::string& kernel) {
    const std::string package = "/" + kernel.substr(0, kernel.find('.')) + "/";
    return kernel.ends_with(fmt::format(".{}", inner)) && contains(file, package);
  });
}

}  // namespace mmlint::launch
