#pragma once

#include "project/index.h"

namespace mmlint::fix {

// Where fixes of configs may edit (the option --at). kAuto: in the file that causes the finding, or
// else in the leaves; kOrigin: only in the file that causes it; kLeaf: only in configs that no
// other inherits.
enum class Where : std::uint8_t { kAuto, kOrigin, kLeaf };

struct ScriptCode;

// The project that fixes are planned for, and what they may edit of it. It owns none of this.
struct Context {
  project::Workspace& workspace;
  const project::Index& index;
  Where where = Where::kAuto;
  // Returns true if a file may be edited: those below the passed paths may, and with --at origin
  // all below the project's root.
  std::function<bool(const std::string& path)> editable;
  bool overwrite = false;  // a file that mmlint made earlier may be made anew
  // Whether fixes of configs are tried out on a copy of the project. Without it they are planned
  // only, for which no config has to be resolved again unless one that is reached may not be
  // edited.
  bool tries_configs = true;
  mutable std::unordered_map<std::uint32_t, bool> asked = {};  // `editable`, by Node::number
  // What has been read of the code of scripts; see code_of().
  mutable std::map<const syntax::Document*, std::shared_ptr<ScriptCode>> scripts = {};
  // The bytes of the scripts that were read to plan fixes for them, each script once for each of
  // its findings. No fix of a script is planned when they are more than kMostRead.
  mutable std::uint64_t read = 0;
  static constexpr std::uint64_t kMostRead = 256u << 20;
};

// These return the file that a span lies in, its path and its syntax; the workspace owns them.
const Source& source_of(const Context& context, Span span);
const std::string& path_of(const Context& context, Span span);
const syntax::Document& document_of(const Context& context, Span span);

// Returns true if the file of a span may be edited: `editable` allows it, and with --at leaf no
// config inherits the file.
bool may_edit(const Context& context, Span span);
// Return true if `editable` allows to edit a file.
bool may_edit(const Context& context, const config::Resolved& config);
bool may_edit(const Context& context, const project::Node& node);

}  // namespace mmlint::fix
