#pragma once

#include "base/persistent_map.h"
#include "script/alternatives.h"
#include "script/program_point.h"

// What a training script does with its config, as plain data; see facts.h.
namespace mmlint::script {

// A change of the loaded config: cfg.a.b = v, cfg['a'] = v, update, pop, del, setattr.
struct ConfigWrite {
  std::string key;     // the key path: "a.b"
  Alternatives value;  // the new value; empty if the key is removed
  Span span;           // the statement or call
  Span target;         // the part of it that names the key
  ProgramPoint point;
  enum class Mode : std::uint8_t {
    kReplace,
    kIfAbsent,  // setdefault: the loaded value stays if there is one
    kMerge,     // update, merge_from_dict: a dict is merged into a loaded one
  } mode = Mode::kReplace;
};

// The construction of a Runner, with the reaching definitions of the config's keys.
struct Build {
  // The reaching definitions of a key: a may fact, each of them reaches the call on some path.
  struct Definitions {
    std::vector<std::size_t> writes;  // indexes in Summary::writes, none twice
    // What holds on each of the paths on which the value in the config file is left.
    std::vector<Guard> loaded_if;
    bool as_loaded() const { return !loaded_if.empty(); }  // that value is one of them
    bool operator==(const Definitions&) const = default;
  };
  std::size_t call;                 // index in Summary::calls
  PersistentMap<Definitions> keys;  // by key path; others are as the config file says
  bool wraps_itself = false;  // the project's class of that Runner has a wrap_model of its own
};

}  // namespace mmlint::script
