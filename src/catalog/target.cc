#include "catalog/target.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/text.h"
#include "facts/accelerators.h"

namespace mmlint::catalog {
bool Target::has(const Facts& when) const {
  return std::all_of(when.begin(), when.end(), [this](const auto& wanted) {
    const Literal* known = fact(wanted.first);
    return known != nullptr && *known == wanted.second;
  });
}

namespace {

using Names = std::set<std::string>;

Names names_of(const Target& target, std::string_view fact) {
  Names out;
  const Literal* list = target.fact(fact);
  if (!list || !list->list()) return out;
  for (const Literal& item : *list->list()) {
    if (item.string()) out.insert(*item.string());
  }
  return out;
}

Names of_all(const std::vector<Target>& targets, std::string_view fact) {
  Names out;
  for (const Target& target : targets) out.merge(names_of(target, fact));
  return out;
}

Names without(const Names& all, const Names& some) {
  Names out;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                      std::inserter(out, out.end()));
  return out;
}

Names set_of(std::vector<std::string> names) {
  return {names.begin(), names.end()};
}

Literal::Dict* scripts_of(Target& target) {
  auto* groups = std::get_if<Literal::Dict>(&target.facts.value);
  for (auto& [group, facts] : *groups) {
    if (group == "scripts") return std::get_if<Literal::Dict>(&facts.value);
  }
  return nullptr;
}

Names spelled(const std::string& before, const Names& names, const char* behind) {
  Names out;
  for (const std::string& name : names) out.insert(before + name + behind);
  return out;
}

// "gloo" and "nccl" of "cpu:gloo,cuda:nccl"; what serves the host is left out.
Names card_backends(const std::vector<Target>& targets) {
  Names out = set_of(facts::other_card_backends());
  for (const std::string& usable : of_all(targets, "backends.usable")) {
    for (const std::string_view part : split(usable, ',')) {
      const std::string_view backend = part.substr(part.find(':') + 1);
      if (!facts::is_host_backend(backend)) out.emplace(backend);
    }
  }
  return out;
}

}  // namespace

bool is_derived(std::string_view script_fact) {
  constexpr std::array<std::string_view, 12> kNames = {
      "known_devices", "plugin_devices", "other_devices", "plugin_names",
      "absent_names",  "missing",        "no_modules",    "plugin_modules",
      "all_bridges",   "card_variables", "host_backends", "card_backends"};
  return std::find(kNames.begin(), kNames.end(), script_fact) != kNames.end();
}

void add_derived_facts(std::vector<Target>& targets) {
  Names known = of_all(targets, "scripts.device_types");
  known.merge(set_of(facts::foreign_devices()));
  Names plugins = of_all(targets, "scripts.available");
  plugins.insert(known.begin(), known.end());
  std::erase_if(plugins, facts::is_built_in);
  const Names available = of_all(targets, "scripts.available");
  const Names modules = of_all(targets, "scripts.modules");
  const Names bridges = of_all(targets, "scripts.bridges");
  const Names variables = of_all(targets, "environment.visible_devices");
  const Names cards = card_backends(targets);
  const Names host = set_of(facts::host_backends());
  const Names cuda_packages = set_of(facts::cuda_packages());
  for (Target& target : targets) {
    Literal::Dict* scripts = scripts_of(target);
    if (!scripts) continue;  // rules that ask for its facts say that they are not there
    const Names own = names_of(target, "scripts.device_types");
    const auto set = [&](const char* name, const Names& names) {
      Literal::List list;
      for (const std::string& each : names) list.push_back(Literal{each});
      scripts->emplace_back(name, Literal{std::move(list)});
    };
    set("known_devices", known);
    set("plugin_devices", plugins);
    set("other_devices", without(known, own));
    set("missing", without(without(available, names_of(target, "scripts.available")), own));
    set("plugin_modules", modules);
    set("no_modules", without(modules, names_of(target, "scripts.modules")));
    set("all_bridges", bridges);
    set("plugin_names", spelled("torch.", plugins, "*"));
    const Literal* device = target.fact("device");
    const Names present = device && device->string() ? Names{*device->string()} : Names();
    set("absent_names", spelled("torch.", without(plugins, present), ".*"));
    set("card_variables", variables);
    set("host_backends", host);
    set("card_backends", cards);
    if (!target.fact("scripts.cuda_packages")) set("cuda_packages", cuda_packages);
  }
}

}  // namespace mmlint::catalog
