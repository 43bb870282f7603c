#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/text_edit.h"
#include "project/index.h"

namespace mmlint::fix {

// Some edits applied to a copy: the same project with the edited and new files as an overlay.
class Trial {
 public:
  // The edits are of the workspace's own sources and must not touch each other; an error says so.
  static Result<std::unique_ptr<Trial>> make(project::Workspace& workspace,
                                             std::span<const TextEdit> edits,
                                             std::span<const NewFile> files = {});

  project::Workspace& workspace() { return *workspace_; }
  const std::map<std::string, std::string>& files() const { return files_; }  // new bytes by path
  const std::set<std::string>& changed() const { return changed_; }

 private:
  Trial() = default;
  std::map<std::string, std::string> files_;
  std::set<std::string> changed_;
  std::unique_ptr<OverlayFileSystem> overlay_;
  std::unique_ptr<project::Workspace> workspace_;
};

// Equal edits once, in order of file and offset.
std::vector<TextEdit> without_repeats(std::vector<TextEdit> edits);

}  // namespace mmlint::fix
