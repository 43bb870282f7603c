#include "fix/trial.h"

namespace mmlint::fix {

OrRefusal<std::unique_ptr<Trial>> Trial::make(project::Workspace& workspace,
                                              std::span<const TextEdit> edits,
                                              std::span<const NewFile> files) {
  std::unique_ptr<Trial> trial(new Trial());
  std::map<FileId, std::vector<TextEdit>> by_file;
  for (const TextEdit& edit : edits) by_file[edit.span.file].push_back(edit);
  for (auto& [file, list] : by_file) {
    const Source& source = workspace.sources().get(file);
    auto bytes = apply_edits(source.bytes(), std::move(list));
    if (!bytes) return refuse(Reason::kEditsOverlap);
    trial->files_.emplace(source.path(), std::move(*bytes));
    trial->changed_.insert(source.path());
  }
  for (const NewFile& file : files) {
    trial->files_.emplace(file.path, file.bytes);
    trial->changed_.insert(file.path);
  }
  trial->overlay_ = std::make_unique<OverlayFileSystem>(workspace.files(), trial->files_);
  trial->workspace_ =
      std::make_unique<project::Workspace>(workspace, *trial->overlay_, trial->changed_);
  return trial;
}

std::vector<TextEdit> without_repeats(std::vector<TextEdit> edits) {
  std::ranges::sort(edits, [](const TextEdit& a, const TextEdit& b) {
    return a.span != b.span ? a.span < b.span : a.replacement < b.replacement;
  });
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  return edits;
}

}  // namespace mmlint::fix
