#include "check/shell/launches.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace mmlint::check {

using shell::EnvironmentWrite;
using shell::Launch;
using shell::LaunchKind;

bool starts_ranks(const Launch& launch) {
  return launch.kind == LaunchKind::kTorchRun || launch.kind == LaunchKind::kTorchLaunch;
}

bool is_set(const Launch& launch, std::string_view name) {
  const EnvironmentWrite* setting = launch.variable(name);
  return setting && setting->value;
}

const EnvironmentWrite* known_setting(const Launch& launch, std::string_view name) {
  const EnvironmentWrite* setting = launch.variable(name);
  const bool known =
      setting && setting->value && !setting->conditional && setting->value->is_known();
  return known ? setting : nullptr;
}

const EnvironmentWrite* visible_devices(const Launch& launch, const catalog::Target& target) {
  const auto* names = target.fact("environment.visible_devices");
  if (!names || !names->list()) return nullptr;
  for (const catalog::Literal& name : *names->list()) {
    const EnvironmentWrite* setting =
        name.string() ? known_setting(launch, *name.string()) : nullptr;
    if (setting && count_devices(setting->value->value)) return setting;
  }
  return nullptr;
}

std::optional<int> whole_number(std::string_view text) {
  int out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < 0) return std::nullopt;
  return out;
}

std::optional<int> count_devices(std::string_view list) {
  const auto parts = split(list, ',');
  const bool numbers = std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return whole_number(trim(part)).has_value();
  });
  if (!numbers) return std::nullopt;
  return static_cast<int>(parts.size());
}

}  // namespace mmlint::check
