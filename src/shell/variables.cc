#include "shell/variables.h"

namespace mmlint::shell {

const Variable* Variables::find(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

void Variables::exchange(Change& change) {
  const auto counts = [](const std::optional<Variable>& variable) {
    return variable && !variable->values.empty() &&
           variable->values[0].counts() != CardCount::kNone;
  };
  const auto [found, is_new] = variables_.try_emplace(change.name);
  std::optional<Variable> before;
  if (!is_new) before = std::move(found->second);
  if (counts(change.variable)) {
    counting_.insert(change.name);
  } else if (counts(before)) {
    counting_.erase(change.name);
  }
  if (change.variable) {
    found->second = *std::move(change.variable);
  } else {
    variables_.erase(found);
  }
  change.variable = std::move(before);
}

void Variables::set(std::string_view name, Variable variable) {
  log_.push_back({std::string(name), std::move(variable)});
  exchange(log_.back());
  forgotten_.names.erase(name);
}

std::map<std::string, Variable> Variables::roll_back(const Mark& mark) {
  std::map<std::string, Variable> now;
  for (; log_.size() > mark.changes; log_.pop_back()) {
    Change& change = log_.back();
    exchange(change);
    now.emplace(std::move(change.name), *std::move(change.variable));
  }
  forgotten_ = mark.forgotten;
  return now;
}

void Variables::make_overridable() {
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_) {
    const bool all = std::ranges::all_of(
        variable.values, [](const ShellValue& value) { return value.overridable(); });
    if (!all && !name.starts_with(' ')) names.push_back(name);
  }
  for (const std::string& name : names) {
    Variable variable = *find(name);
    for (ShellValue& value : variable.values.own()) {
      if (!value.overridable()) value.set_overridable({});
    }
    set(name, std::move(variable));
  }
}

}  // namespace mmlint::shell
