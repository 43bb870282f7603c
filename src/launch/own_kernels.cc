#include "launch/own_kernels.h"

#include "base/paths.h"
#include "base/text.h"
#include "launch/program_store.h"
#include "project/workspace.h"

namespace mmlint::launch {

namespace {

constexpr std::string_view kExtension = "torch.utils.cpp_extension.CUDAExtension";

// Whether a setup.py also builds modules for hosts without CUDA: it uses CppExtension after
// importing it.
bool compiles_for_host(std::string_view text) {
  constexpr std::string_view kOnHost = "CppExtension";
  const std::size_t import = text.find(kOnHost);
  return import != text.npos && text.find(kOnHost, import + 1) != text.npos;
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
        if (module && module->kind == Value::Kind::kString) out.modules.emplace(module->text());
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
  if (!name.starts_with('.')) return kernels.contains(name);
  const std::string_view inner = name.substr(std::min(name.find_first_not_of('.'), name.size()));
  const std::string& file = facts.program().workspace().sources().get(import.span.file).path();
  return std::ranges::any_of(kernels, [&](const std::string& kernel) {
    const std::string package = "/" + kernel.substr(0, kernel.find('.')) + "/";
    return kernel.ends_with(fmt::format(".{}", inner)) && contains(file, package);
  });
}

}  // namespace mmlint::launch
