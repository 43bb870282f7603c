#pragma once

#include "app/checking/judging.h"

namespace mmlint::app {

// A config whose text MMEngine has printed into a log, as a project of its own in memory.
class PrintedConfig {
 public:
  static constexpr const char* kFolder = "/log";

  // Borrows the judging, which must outlive this object.
  PrintedConfig(std::string text, const Judging& judging);

  check::Request request() const;
  const SourceStore& sources() const { return sources_; }
  config::Written written() const { return workspace_->written(); }
  const config::Resolved* resolved() const;  // null if it cannot be read

 private:
  const Judging& judging_;
  MemoryFileSystem files_;
  SourceStore sources_;
  std::vector<std::string> paths_, roots_;
  std::unique_ptr<project::Workspace> workspace_;
  std::unique_ptr<project::Index> index_;
};

}  // namespace mmlint::app
