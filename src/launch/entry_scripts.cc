#include "launch/entry_scripts.h"

#include "base/text.h"

namespace mmlint::launch {

bool may_load_a_config(std::string_view text) {
  constexpr std::string_view kWords[] = {"Runner", "fromfile", "--launcher"};
  const std::uint32_t words = words_in(text, kWords);
  return (words & 4) != 0 || (words != 0 && (contains(text, "nfig") || contains(text, "cfg")));
}

bool is_entry(const Program& program) {
  return !program.launches().empty() ||
         program.workspace().text(program.path()).find("__main__") != std::string_view::npos;
}

std::vector<const Program*> runner_scripts(const ProgramStore& programs) {
  std::vector<const Program*> out;
  for (const std::string& path : programs.project().scripts) {
    if (!may_load_a_config(programs.project().workspace.text(path))) continue;
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
