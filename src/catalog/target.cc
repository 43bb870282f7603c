#include "catalog/target.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "catalog/load.h"
#include "catalog/load_value.h"
#include "facts/accelerators.h"

namespace mmlint::catalog {

bool Target::has(const Facts& when) const {
  return std::ranges::all_of(when, [this](const auto& wanted) {
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

// Every group of facts says where it was read, and nothing else does.
void check_sources(const Node& node, const Node& facts) {
  std::vector<std::string_view> groups;
  const auto members = facts.members();
  for (const auto& [group, value] : members) groups.push_back(group);
  for (const auto& [group, source] : node.members()) {
    if (!is_in(group, groups)) {
      node.fail(fmt::format("there is no fact '{}'{}", group, did_you_mean(group, groups)));
    }
  }
  for (const std::string_view group : groups) {
    if (!node.has(group)) node.fail(fmt::format("the source of fact '{}' is missing", group));
  }
}

// The member of a dict at a dotted path.
Literal* find_member(Literal& dict, std::string_view path) {
  return const_cast<Literal*>(find(dict, path));
}

}  // namespace

bool is_derived(std::string_view script_fact) {
  constexpr std::array<std::string_view, 15> kNames = {
      "known_devices",    "plugin_devices", "other_devices",  "plugin_names",    "absent_names",
      "missing",          "no_modules",     "plugin_modules", "foreign_modules", "foreign_moves",
      "missing_packages", "card_variables", "host_backends",  "card_backends",   "usable_backends"};
  return is_in(script_fact, kNames);
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
  const Names packages = of_all(targets, "scripts.kernel_packages");
  const Names host = set_of(facts::host_backends());
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
    const Names foreign = without(modules, names_of(target, "scripts.modules"));
    set("no_modules", foreign);
    Names unknown = without(bridges, names_of(target, "scripts.bridges"));
    std::erase_if(unknown, [&](const std::string& name) {  // the package does without it
      return names_of(target, "scripts.modules").contains(name);
    });
    unknown.insert(foreign.begin(), foreign.end());
    set("foreign_modules", unknown);
    set("foreign_moves", spelled("*.", without(plugins, own), ""));
    set("plugin_names", spelled("torch.", plugins, "*"));
    const Literal* device = target.fact("device");
    const Names present = device && device->string() ? Names{*device->string()} : Names();
    set("absent_names", spelled("torch.", without(plugins, present), ".*"));
    set("card_variables", variables);
    set("host_backends", host);
    set("card_backends", cards);
    Names usable = names_of(target, "backends.usable");
    usable.merge(names_of(target, "scripts.own_backends"));
    set("usable_backends", usable);
    set("missing_packages", without(packages, names_of(target, "scripts.kernel_packages")));
  }
}

void load(const Node& node, Literal& x, const Context& context, as::Groups) {
  Literal::Dict groups{{"name", Literal{context.target->name}}};
  for (const auto& [group, facts] : node.members()) {
    if (group == "name") node.fail("'name' is the target's name already");
    groups.emplace_back(group, facts.literal());
    if (group != "scripts") continue;
    for (const auto& [name, fact] : facts.members()) {
      if (is_derived(name))
        fact.fail(fmt::format("'{}' is not given: it follows from the files of all targets", name));
    }
  }
  x = Literal{std::move(groups)};
}

void load(const Node& node, Facts& x, const Context& context, as::Past) {
  for (const auto& [path, value] : node.members()) {
    const Literal* now = context.target->fact(path);
    if (now == nullptr) {
      value.fail(fmt::format("there is no fact '{}'", path));
    } else if (path == "name" || now->dict() != nullptr ||
               now->value.index() != value.literal().value.index()) {
      value.fail(fmt::format("must be of the type that fact '{}' has now", path));
    }
    x.emplace_back(path, value.literal());
  }
}

void check(const Node& node, Target& x, const Context& /*context*/) {
  require_file_name(node.at("name"), x.name + ".json");
  check_sources(node.at("sources"), node.at("facts"));
  for (std::size_t i = 1; i < x.history.size(); ++i) {
    if (x.history[i].before >= x.history[i - 1].before)
      node.at("history").items()[i].at("before").fail("must be older than the one above it");
  }
}

Target load_target(JsonFile& file) {
  Target target;
  load(Node(file), target, Context{.targets = {}, .target = &target});
  return target;
}

void check_rule_codes(JsonFile& file, const Target& target,
                      std::span<const std::string_view> codes) {
  const auto check = [&codes](const Node& node, const std::string& code) {
    if (!is_in(code, codes))
      node.fail(fmt::format("there is no rule '{}'{}", code, did_you_mean(code, codes)));
  };
  const auto check_all = [&check](const Node& node, const auto& part,
                                  const Target::Lowered& display) {
    for (const auto& [code, severity] : part.severities) check(node.at("severity"), code);
    for (const std::string& code : display.rules) check(node.at("display").at("rules"), code);
  };
  const Node root(file);
  check_all(root, target, target.display);
  for (const std::string& code : target.off) check(root.at("off"), code);
  for (const std::string& code : target.unsafe.rules) check(root.at("unsafe").at("rules"), code);
  for (std::size_t i = 0; i < target.history.size(); ++i) {
    const Target::Past& past = target.history[i];
    check_all(root.at("history").items()[i], past, past.display.value_or(Target::Lowered()));
  }
}

void go_back(Target& target, const Version& mmengine) {
  for (const Target::Past& past : target.history) {
    if (mmengine >= past.before) break;
    for (const auto& [path, value] : past.facts) {
      Literal* fact = find_member(target.facts, path);
      MM_CHECK(fact != nullptr);
      *fact = value;
    }
    for (const auto& [code, severity] : past.severities) {
      std::erase_if(target.severities, [&code = code](const auto& s) { return s.first == code; });
      target.severities.emplace_back(code, severity);
    }
    if (past.display) target.display = *past.display;
  }
}

}  // namespace mmlint::catalog
