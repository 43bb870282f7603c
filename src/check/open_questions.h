#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/language.h"

namespace mmlint::check {

// Collects what a run could not decide, so that nobody takes silence for a verdict.
class OpenQuestions {
 public:
  // No script and no launch script of the project starts some config that it judged.
  void nobody_starts() { nobody_starts_ = true; }
  // A script that was not passed starts judged configs, and a rule has a finding there.
  void told(const std::string& script, const std::string& code) { told_[code].insert(script); }
  // A rule depends on a key of a config, and its value is not known.
  void unknown(const std::string& key, const std::string& config) { unknown_[key].insert(config); }

  // A config does not load, so it was judged only by what is known in it and in its bases.
  void not_loaded(const std::string& config) { not_loaded_.insert(config); }

  // Returns what is open, each in words without a full stop; paths are absolute.
  std::vector<std::string> texts(Language language) const;

 private:
  bool nobody_starts_ = false;
  std::set<std::string> not_loaded_;
  std::map<std::string, std::set<std::string>> told_;     // scripts by code
  std::map<std::string, std::set<std::string>> unknown_;  // configs by key
};

}  // namespace mmlint::check
