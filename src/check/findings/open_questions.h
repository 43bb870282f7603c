#pragma once

#include "base/language.h"

namespace mmlint::check {

// Collects the questions that a run could not decide, so that a report without findings does not
// pass for a proof.
class OpenQuestions {
 public:
  // Records that nothing in the project starts some config that was judged.
  void nobody_starts() { nobody_starts_ = true; }
  // Records that a rule finds the cause in a script that starts judged configs and was not passed,
  // so that the finding is not reported.
  void told(const std::string& script, const std::string& code) { told_[script].insert(code); }
  // Records that a rule depends on a key of a config whose value is not known.
  void unknown(const std::string& key, const std::string& config) { unknown_[key].insert(config); }
  // Records that custom_imports of a config names a module of which the project has nothing.
  void not_found(const std::string& module, const std::string& config) {
    not_found_[module].insert(config);
  }

  // Records that something which is not known decides if the processes of a script make a group.
  void group_open(const std::string& script) { groups_open_.insert(script); }

  // Records that a script trains in a process group and imports an unknown package from outside of
  // the project. Rules about ranks that train apart skip this script.
  void unread(const std::string& package, const std::string& script) {
    unread_[package].insert(script);
  }

  // Records that a script that trains was not followed to its end.
  void not_followed(const std::string& script) { not_followed_.insert(script); }

  // Records that a config does not load, so that it was judged only by what is known of it.
  void not_loaded(const std::string& config) { not_loaded_.insert(config); }

  // Records that rules depend on keys of a config which something unknown may have bound.
  void any_name(const std::string& config) { any_name_.insert(config); }

  // Adds what another run over the same project has recorded.
  void add(const OpenQuestions& other);

  // Returns a text without a full stop for each open question; paths are absolute.
  std::vector<std::string> texts(Language language) const;

 private:
  bool nobody_starts_ = false;
  std::set<std::string> not_loaded_;
  std::set<std::string> any_name_;
  std::set<std::string> not_followed_;                      // scripts
  std::set<std::string> groups_open_;                       // scripts
  std::map<std::string, std::set<std::string>> told_;       // codes by script
  std::map<std::string, std::set<std::string>> unknown_;    // configs by key
  std::map<std::string, std::set<std::string>> not_found_;  // configs by module
  std::map<std::string, std::set<std::string>> unread_;     // scripts by package
};

// Returns the text that says that comments ignore what was found, for a run that reports nothing.
std::string text_of_ignored(Language language);

}  // namespace mmlint::check
