#include "check/common/request.h"

namespace mmlint::check {

namespace {

// A copy with other references, which cannot be set anew.
Request copy_of(const Request& request, project::Workspace& workspace,
                const catalog::Target& target) {
  return {.workspace = workspace,
          .index = request.index,
          .passed = request.passed,
          .target = target,
          .rules = request.rules,
          .language = request.language,
          .launched = request.launched,
          .scripts = request.scripts,
          .others = request.others,
          .launch_scripts = request.launch_scripts,
          .roots = request.roots,
          .known_scripts = request.known_scripts,
          .known_launch_scripts = request.known_launch_scripts,
          .passed_paths = request.passed_paths,
          .scripts_of_run = request.scripts_of_run,
          .through_heirs = request.through_heirs,
          .refused = request.refused,
          .catalog = request.catalog};
}

}  // namespace

launch::ProjectView Request::project() const {
  return {.workspace = workspace,
          .index = index,
          .roots = roots,
          .scripts = all_scripts(),
          .launch_scripts = all_launch_scripts()};
}

Request Request::in(project::Workspace& other) const {
  return copy_of(*this, other, target);
}

std::vector<Request> Request::each() const {
  std::vector<Request> out{*this};
  for (const OnTarget& other : others) {
    out.push_back(copy_of(*this, workspace, *other.target));
    out.back().rules = other.rules;
  }
  return out;
}

}  // namespace mmlint::check
