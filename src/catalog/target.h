#pragma once

#include "catalog/rule.h"

namespace mmlint::catalog {

// What mmlint knows of an accelerator and of what MMEngine does on it: one file of rules/targets/.
// Facts are looked up by dotted path, as texts and rules spell them behind "target.":
// "backends.default", "device_ids.harmful". The fact "name" is the target's name.
struct Target {
  std::string name;
  std::vector<std::string> aliases;  // what else people call it
  LocalizedText title;
  Literal facts;                                             // a dict
  std::vector<std::pair<std::string, Severity>> severities;  // by rule code
  std::vector<std::string> off;                              // rule codes that are silent here
  struct Lowered {
    std::vector<std::string> rules;  // codes of rules whose fix has a lower grade here
    LocalizedText why;               // what each of them says about it
    static void keys(auto& x, auto& f) {
      f.must("rules", x.rules);
      f.must("why", x.why);
    }
  };
  Lowered display;  // they are only shown
  Lowered unsafe;
  std::vector<std::pair<std::string, std::string>> sources;  // where each group of facts was read

  // What differed before a release of MMEngine; see history.h.
  struct Past {
    Version before;
    Facts facts;
    std::vector<std::pair<std::string, Severity>> severities;
    std::optional<Lowered> display;
    std::string source;
    static void keys(auto& x, auto& f) {
      f.must("before", x.before);
      f.must("facts", x.facts, as::Past{});
      f.may("severity", x.severities);
      f.may("display", x.display);
      f.must("source", x.source);
    }
  };
  std::vector<Past> history;  // newest first
  static void keys(auto& x, auto& f) {
    f.must("name", x.name);
    f.may("aliases", x.aliases);
    f.must("title", x.title);
    f.must("facts", x.facts, as::Groups{});
    f.may("severity", x.severities);
    f.may("off", x.off, as::MayBeEmpty{});
    f.may("display", x.display);
    f.may("unsafe", x.unsafe);
    f.must("sources", x.sources);
    f.may("history", x.history);
  }

  // Returns the fact at a dotted path, owned by the target; null if there is none.
  const Literal* fact(std::string_view path) const { return find(facts, path); }
  // Returns true if every fact of `when` is known here and has that value.
  bool has(const Facts& when) const;
};

// Adds to the facts "scripts" of each target what follows from all targets of a run and from
// rules/facts, so that a new target is one file:
//   known_devices     device types that torch.device takes on any target, besides "cpu"
//   plugin_devices    those that only a plugin adds to PyTorch
//   other_devices     those that are not among this target's "device_types"
//   plugin_names      "torch.npu*" for each device that only a plugin adds
//   absent_names      "torch.npu.*" for each of those that is not this target's "device"
//   missing           accelerators ("available" of other targets) that this target does not have
//   plugin_modules    the packages of the plugins: "modules" of any target
//   no_modules        those that this target does not have
//   foreign_modules   no_modules, and the bridges of other targets
//   foreign_moves     "*.npu" for each device of plugins that is not among "device_types": x.npu()
//   card_variables    environment variables that hide cards on any target
//   host_backends, card_backends  backends of torch.distributed, by the memory that they serve
//   usable_backends   what a script may make a group with: "backends.usable" and "own_backends"
//   missing_packages  "kernel_packages" of other targets that this target does not have
void add_derived_facts(std::vector<Target>& targets);
// Returns true for the name of one of them that no file may have.
bool is_derived(std::string_view script_fact);

}  // namespace mmlint::catalog
