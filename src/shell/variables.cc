#include "shell/variables.h"

#include <algorithm>

namespace mmlint::shell {

const Variable* Variables::find(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

void Variables::set(std::string_view name, Variable variable) {
  const auto found = variables_.find(name);
  if (found == variables_.end()) {
    log_.push_back({std::string(name), std::nullopt});
    variables_.emplace(name, std::move(variable));
  } else {
    log_.push_back({found->first, std::move(found->second)});
    found->second = std::move(variable);
  }
}

std::map<std::string, Variable> Variables::roll_back(Mark mark) {
  std::map<std::string, Variable> now;
  while (log_.size() > mark) {
    Change& change = log_.back();
    const auto found = variables_.find(change.name);
    now.emplace(change.name, found->second);
    if (change.before) {
      found->second = std::move(*change.before);
    } else {
      variables_.erase(found);
    }
    log_.pop_back();
  }
  return now;
}

void Variables::make_overridable() {
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_) {
    const bool all = std::all_of(variable.values.begin(), variable.values.end(),
                                 [](const ShellValue& value) { return value.overridable(); });
    if (!all && !name.starts_with(' ')) names.push_back(name);
  }
  for (const std::string& name : names) {
    Variable variable = *find(name);
    for (ShellValue& value : variable.values) {
      if (!value.overridable()) value.set_overridable({});
    }
    set(name, std::move(variable));
  }
}

}  // namespace mmlint::shell
