#include "app/commands/diagnose/printed_config.h"

namespace mmlint::app {

PrintedConfig::PrintedConfig(std::string text, const Judging& judging)
    : judging_(judging), paths_{std::string(kFolder) + "/config.py"}, roots_{kFolder} {
  files_.add(paths_.front(), std::move(text));
  workspace_ = std::make_unique<project::Workspace>(files_, sources_, project::Settings());
  workspace_->load(paths_);
  index_ = std::make_unique<project::Index>(*workspace_, paths_);
}

check::Request PrintedConfig::request() const {
  return {.workspace = *workspace_,
          .index = *index_,
          .passed = paths_,
          .target = *judging_.target,
          .rules = judging_.rules,
          .language = judging_.language,
          .roots = roots_};
}

const config::Resolved* PrintedConfig::resolved() const {
  return workspace_->resolve(paths_.front());
}

}  // namespace mmlint::app
