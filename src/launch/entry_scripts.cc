#include "launch/entry_scripts.h"

namespace mmlint::launch {

bool is_entry(const Program& program) {
  return !program.launches().empty() ||
         program.workspace().text(program.path()).find("__main__") != std::string_view::npos;
}

std::vector<const Program*> runner_scripts(const ProgramStore& programs) {
  std::vector<const Program*> out;
  for (const std::string& path : programs.project().scripts) {
    const Program* program = programs.program(path);
    if (program && !program->summary().builds.empty() && is_entry(*program)) out.push_back(program);
  }
  return out;
}

std::vector<const Program*> entries_of(const Program& program) {
  if (program.path().empty()) return {};
  if (is_entry(program)) return {&program};
  return program.store().get<runner_scripts>();
}

}  // namespace mmlint::launch
