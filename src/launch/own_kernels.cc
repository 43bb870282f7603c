#include "launch/own_kernels.h"

#include "base/paths.h"
#include "base/text.h"
#include "launch/program_store.h"
#include "launch/walked_imports.h"
#include "project/workspace.h"

namespace mmlint::launch {

namespace {

constexpr std::string_view kExtension = "torch.utils.cpp_extension.CUDAExtension";

// Whether a setup.py also builds modules for hosts without CUDA: it imports CppExtension and uses
// it, so that its text has the name twice.
bool compiles_for_host(std::string_view text) {
  constexpr std::string_view kOnHost = "CppExtension";
  const std::size_t import = text.find(kOnHost);
  return import != text.npos && text.find(kOnHost, import + 1) != text.npos;
}

// The package of the project whose __init__.py imports a module, so that an import of the package
// needs the module; empty if no such package is below the folder of the setup.py.
std::string_view package_of(std::string_view module, std::string_view setup,
                            const ProjectView& project) {
  const std::string_view package = module.substr(0, module.find('.'));
  const std::string_view folder = setup.substr(0, setup.rfind('/') + 1);
  const std::string init = fmt::format("/{}/__init__.py", package);
  const bool takes = std::ranges::any_of(project.scripts, [&](const std::string& path) {
    return path.starts_with(folder) && path.ends_with(init) &&
           has_word(project.workspace.text(path), module.substr(module.rfind('.') + 1));
  });
  return takes && package != module ? package : std::string_view();
}

}  // namespace

OwnKernels own_kernels(const ProgramStore& programs) {
  OwnKernels out;
  const ProjectView& project = programs.project();
  for (const std::string& path : project.scripts) {
    if (file_name(path) != "setup.py") continue;
    const std::string_view text = project.workspace.text(path);
    if (!contains(text, "CUDAExtension") || compiles_for_host(text)) continue;
    const Program* program = programs.program(path);
    if (!program) continue;
    out.setups.push_back(program);
    for (const script::Call& call : program->summary().calls) {
      const script::Argument* name = call.argument("name", 0);
      if (!name || call.symbol != kExtension) continue;
      for (const script::Alternative& each : name->value) {
        const Value* module = each.data();
        if (!module || module->kind != Value::Kind::kString) continue;
        out.modules.emplace(module->text());
        const std::string_view package = package_of(module->text(), path, project);
        if (!package.empty()) out.modules.emplace(package);
      }
    }
  }
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
  if (!name.starts_with('.'))
    return (kernels.contains(name) || kernels.contains(import.symbol.package())) &&
           !is_of_project(import, facts.program().summary());
  const std::string_view inner = name.substr(std::min(name.find_first_not_of('.'), name.size()));
  const std::string& file = facts.program().workspace().sources().get(import.span.file).path();
  return std::ranges::any_of(kernels, [&](const std::string& kernel) {
    const std::string package = "/" + kernel.substr(0, kernel.find('.')) + "/";
    return kernel.ends_with(fmt::format(".{}", inner)) && contains(file, package);
  });
}

}  // namespace mmlint::launch
