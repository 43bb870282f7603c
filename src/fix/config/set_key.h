#pragma once

#include "fix/plan.h"

namespace mmlint::fix {

// Returns the edits that give a key path a value in one config, inside its own file. The key goes
// into the dict that the file itself writes for the top-level key; else a new statement overrides
// what is inherited (classic: a dict that is merged; lazy: name.update(dict(...)), which keeps the
// other keys). The statement stands behind the one that sets `beside`, if the file has one, else at
// the end. Empty if the dict is written in no form that can be extended.
std::vector<TextEdit> set_key(const config::Resolved& config, std::string_view key_path,
                              const catalog::Literal& value, const Context& context,
                              std::string_view beside = {});

// The dict(...) or {...} that a file writes itself for a key path, as far down the path as such
// dicts go. `rest` borrows from the key path.
struct OwnDict {
  const syntax::Expr* expr = nullptr;
  std::vector<std::string_view> rest;  // the parts of the path that are not there yet
};
std::optional<OwnDict> own_dict(const config::Resolved& config, FileId file,
                                std::string_view key_path, const Context& context);

// Returns true if the config inherits a runnable config that may be edited and lacks the key as
// well: once the base has the key, so has this config.
bool base_lacks(const config::Resolved& config, std::string_view key_path, const Context& context);

}  // namespace mmlint::fix
