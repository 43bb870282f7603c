#pragma once

#include "check/common/request.h"
#include "check/script/set_elsewhere.h"
#include "launch/programs.h"
#include "project/registry_index.h"

namespace mmlint::check {

// The classes and functions that registries build because configs of the project name them. Borrows
// the request and the programs, whose launches may set keys of the configs.
class BuiltClasses {
 public:
  BuiltClasses(const Request& request, const std::vector<const launch::ProgramFacts*>& programs)
      : request_(request), programs_(programs) {}

  // Returns true if a config below the root names the class or function that stands there.
  bool has(Span definition);
  // Returns true if it is registered, and no such config names it.
  bool is_idle(Span definition);
  // Returns true if a method is called on an object of another class than the one defined there, and
  // that class defines the method itself.
  bool has_another(const script::Call& call, const script::Summary& script, Span definition) const;
  // Returns the statement that stands there; null if there is none.
  const syntax::Stmt* stmt_at(Span definition);
  // Returns what the file does if its classes are given what configs give them; null if that is not
  // known of the class that stands there. It belongs to this object.
  const script::Summary* run_of(Span definition);

 private:
  const syntax::Document* document_of(Span definition);
  const std::vector<const Value*>& configs_of(Span definition);
  const SetElsewhere& set_elsewhere();
  std::vector<std::string> configs_to_run();

  struct Run {
    script::BuiltClasses classes;
    std::unique_ptr<script::Summary> summary;
  };
  const Request& request_;
  const std::vector<const launch::ProgramFacts*>& programs_;
  std::unique_ptr<project::RegistryIndex> registry_;
  std::unique_ptr<SetElsewhere> set_elsewhere_;
  std::map<Span, std::vector<const Value*>> configs_of_;  // by definition
  std::map<std::string, Run> runs_;                       // by path
};

}  // namespace mmlint::check
