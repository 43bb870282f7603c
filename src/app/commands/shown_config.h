#pragma once

#include "app/files/project.h"
#include "value/value_python.h"

namespace mmlint::app {

// What `show` prints of one config that loads: all of it or the part at a key.
struct Shown {
  const config::Resolved* config;
  std::string path;                // as it was given
  std::string key;                 // empty: all of it
  const Value* value;              // at the key
  const Origin* origin = nullptr;  // null for the whole config and in lists
};

// Returns the function that gives each value its comment in `show`: why it is unknown and, with
// `origins`, where and how it was set. The function borrows the project.
NoteOf notes_of(Project& project, bool origins);

// Returns Python text: assignments for a whole config, an expression for a part of it.
std::string python_text(const Shown& shown, const NoteOf& note);
// Returns one line: {"path", "ok": true, "config"}, or "key" and "value" for a part.
std::string json_record(const Shown& shown, Project& project, bool origins);
// Returns one line for a config that does not load: {"path", "ok": false, "problems": [...]}.
std::string json_refusal(const config::Resolved& config, const std::string& path, Project& project);

}  // namespace mmlint::app
