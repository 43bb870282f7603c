#include "catalog/catalog.h"

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"
#include "catalog/embedded.h"
#include "catalog/image.h"
#include "catalog/load.h"
#include "catalog/load_value.h"

namespace mmlint::catalog {
namespace {

struct Input {
  std::string path;
  std::string_view json;
};

// Everything that is to be read, by what it holds.
struct Inputs {
  std::vector<Input> rules, targets, retired;

  void add(std::string path, std::string_view json) {
    const std::string parent = parent_folder(path);
    const std::string_view name = file_name(path), folder = file_name(parent);
    // What was recorded of PyTorch is what rules are written from, and none itself; signatures of
    // logs are read by those who read logs (load.h, version.h).
    if (name == "schema.json" || folder == "torch" || folder == "logs" || folder == "mmengine")
      return;
    auto& list = name == kRetired ? retired : folder == "targets" ? targets : rules;
    list.push_back(Input{std::move(path), json});
  }
};

// "MM101" of "rules/MM101-unsupported-backend.json".
std::string_view code_in(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.substr(0, name.find('-'));
}

Inputs sort_inputs(std::span<const Catalog::File> extra, bool replacing) {
  Inputs inputs;
  for (const EmbeddedFile& file : embedded_files()) {
    const bool replaced = replacing && std::ranges::any_of(extra, [&](const auto& own) {
                            return code_in(own.path) == code_in(file.path);
                          });
    if (!replaced) inputs.add("rules/" + std::string(file.path), file.text);
  }
  for (const Catalog::File& file : extra) inputs.add(file.path, file.json);
  return inputs;
}

Result<std::vector<std::string>> load_retired(const std::vector<Input>& inputs) {
  std::vector<std::string> codes;
  for (const Input& input : inputs) {
    JsonFile file(input.path, input.json);
    load(Node(file), codes, {}, as::MayBeEmpty{});
    if (Status status = file.status(); !status) return tl::unexpected(status.error());
  }
  return codes;
}

// "MY101" and the beginning "MY1", which no rule of mmlint's own is called by.
bool is_code_of_users(std::string_view selector) {
  static const auto kCodes = Regex::checked_before("^[A-Z]{2,8}[0-9]{1,3}$");
  return !selector.starts_with("MM") && kCodes->matches(selector);
}

// Gives the fix that imports a bridge to the other rules that it mends.
void share_bridge_fix(std::vector<Rule>& rules) {
  for (const Rule& owner : rules) {
    const auto* verb = owner.fix ? std::get_if<verb::ImportBridge>(&owner.fix->action) : nullptr;
    if (!verb) continue;
    for (Rule& rule : rules) {
      if (is_in(rule.code, verb->mends)) rule.bridge_fix = owner.fix;
    }
  }
}

// Remembers who took a word first.
class Taken {
 public:
  void take(const Node& node, const std::string& word, const std::string& path) {
    const auto [known, fresh] = owners_.emplace(word, path);
    if (!fresh) node.fail(fmt::format("'{}' is taken by {}", word, known->second));
  }

 private:
  std::map<std::string, std::string> owners_;
};

}  // namespace

Result<Catalog> Catalog::load(std::span<const File> extra, const Version& mmengine,
                              bool replacing) {
  const Inputs inputs = sort_inputs(extra, replacing);
  Catalog catalog;
  Taken taken_targets;
  std::deque<JsonFile> target_files;
  for (const Input& input : inputs.targets) {
    JsonFile& file = target_files.emplace_back(input.path, input.json);
    Target target = load_target(file);
    taken_targets.take(Node(file).at("name"), target.name, input.path);
    for (const std::string& alias : target.aliases)
      taken_targets.take(Node(file).at("aliases"), alias, input.path);
    if (Status status = file.status(); !status) return tl::unexpected(status.error());
    catalog.targets_.push_back(std::move(target));
  }
  add_derived_facts(catalog.targets_);
  const auto retired = load_retired(inputs.retired);
  if (!retired) return tl::unexpected(retired.error());

  Taken taken;
  for (const Input& input : inputs.rules) {
    JsonFile file(input.path, input.json);
    Rule rule = load_rule(file, catalog.targets_);
    const Node root(file);
    taken.take(root.at("code"), rule.code, input.path);
    taken.take(root.at("name"), rule.name, input.path);
    if (is_in(rule.code, *retired)) {
      root.at("code").fail(fmt::format("'{}' is retired, and codes are never reused", rule.code));
    }
    if (Status status = file.status(); !status) return tl::unexpected(status.error());
    catalog.rules_.push_back(std::move(rule));
  }
  std::ranges::sort(catalog.rules_, [](const Rule& a, const Rule& b) { return a.code < b.code; });
  share_bridge_fix(catalog.rules_);

  std::vector<std::string_view> codes;
  for (const Rule& rule : catalog.rules_) codes.push_back(rule.code);
  for (std::size_t i = 0; i < target_files.size(); ++i) {
    JsonFile& file = target_files[i];
    check_rule_codes(file, catalog.targets_[i], codes);
    if (Status status = file.status(); !status) return tl::unexpected(status.error());
  }
  std::ranges::sort(catalog.targets_,
                    [](const Target& a, const Target& b) { return a.name < b.name; });
  catalog.go_back_to(mmengine);
  return catalog;
}

Catalog Catalog::of_image(std::string_view bytes, const Version& mmengine) {
  Image image = read_image(bytes);
  Catalog catalog;
  catalog.rules_ = std::move(image.rules);
  catalog.targets_ = std::move(image.targets);
  catalog.go_back_to(mmengine);
  return catalog;
}

void Catalog::go_back_to(const Version& mmengine) {
  mmengine_ = mmengine;
  for (Target& target : targets_) go_back(target, mmengine);
}

const Rule* Catalog::rule(std::string_view code_or_name) const {
  for (const Rule& rule : rules_) {
    if (same_letters(rule.code, code_or_name) || same_letters(rule.name, code_or_name))
      return &rule;
  }
  return nullptr;
}

std::optional<std::string> Catalog::nearest(std::string_view word) const {
  std::vector<std::string> known;
  for (const Rule& rule : rules_) {
    known.push_back(small_letters(rule.code));
    known.push_back(rule.name);
  }
  const auto found = mmlint::nearest(small_letters(word), known);
  if (!found) return std::nullopt;
  const Rule& rule = *this->rule(*found);
  return *found == rule.name ? rule.name : rule.code;
}

const Target* Catalog::target(std::string_view name) const {
  for (const Target& target : targets_) {
    const auto is_it = [name](const std::string& each) { return same_letters(each, name); };
    if (is_it(target.name) || std::ranges::any_of(target.aliases, is_it)) return &target;
  }
  return nullptr;
}

std::vector<Catalog::Active> Catalog::active(const Target& target, bool any_release) const {
  std::vector<Active> result;
  for (const Rule& rule : rules_) {
    const auto& off = target.off;
    const bool is_of_release = !(rule.since_mmengine && mmengine_ < *rule.since_mmengine) &&
                               !(rule.before_mmengine && !(mmengine_ < *rule.before_mmengine));
    if (!is_of_release && !any_release) continue;
    if (!target.has(rule.when) || is_in(rule.code, off)) {
      continue;
    }
    Active active{&rule, rule.severity};
    for (const auto& [code, severity] : target.severities) {
      if (code == rule.code) active.severity = severity;
    }
    result.push_back(active);
  }
  return result;
}

Severity Catalog::severity_on(const Rule& rule, const Target& target) const {
  for (const Active& each : active(target)) {
    if (each.rule == &rule) return each.severity;
  }
  return rule.severity;
}

Result<std::vector<std::string>> Catalog::codes(std::string_view selector) const {
  if (const Rule* exact = rule(selector)) return std::vector<std::string>{exact->code};
  std::vector<std::string> result;
  if (selector.size() >= 2) {
    for (const Rule& rule : rules_) {
      if (same_letters(std::string_view(rule.code).substr(0, selector.size()), selector))
        result.push_back(rule.code);
    }
  }
  if (!result.empty()) return result;
  const bool only_ours =
      std::ranges::all_of(rules_, [](const Rule& rule) { return rule.code.starts_with("MM"); });
  if (only_ours && is_code_of_users(selector)) {
    return fail(fmt::format(
        "no rule is called '{}'; mmlint's own begin with MM, rules of your own need --rules DIR",
        selector));
  }
  const auto meant = nearest(selector);
  return fail(fmt::format("no rule is called '{}'{}", selector,
                          meant ? fmt::format(", did you mean '{}'?", *meant) : ""));
}

}  // namespace mmlint::catalog
