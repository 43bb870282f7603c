#pragma once

#include "base/text_edit.h"
#include "fix/refusal.h"
#include "project/index.h"

namespace mmlint::fix {

// A copy of a project in which some files are edited and some are new; the original stays as it is.
class Trial {
 public:
  // Returns a trial of a workspace, which must outlive it, with edits of its files and new files; a
  // refusal if two of the edits touch each other.
  static OrRefusal<std::unique_ptr<Trial>> make(project::Workspace& workspace,
                                                std::span<const TextEdit> edits,
                                                std::span<const NewFile> files = {});

  // The edited project; the trial owns it.
  project::Workspace& workspace() { return *workspace_; }
  const std::map<std::string, std::string>& files() const { return files_; }  // new bytes by path
  const std::set<std::string>& changed() const { return changed_; }           // paths

 private:
  Trial() = default;
  std::map<std::string, std::string> files_;
  std::set<std::string> changed_;
  std::unique_ptr<OverlayFileSystem> overlay_;
  std::unique_ptr<project::Workspace> workspace_;
};

// Returns the edits in order of file and offset, equal ones once.
std::vector<TextEdit> without_repeats(std::vector<TextEdit> edits);

}  // namespace mmlint::fix
