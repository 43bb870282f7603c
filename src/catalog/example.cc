

#include "catalog/load.h"
#include "catalog/load_value.h"

namespace mmlint::catalog {

// A file with findings ("bad") or without ("text"); the fix of another file may change both, and
// make further files ("made").
void load(const Node& node, ExampleFile& x, const Context& context) {
  std::optional<std::string> text, bad, made;
  std::vector<std::size_t> lines;
  load_keys(node, x, context, [&](ExampleFile& file, auto& f) {
    f.must("path", file.path);
    f.may("text", text, as::Lines{});
    f.may("bad", bad, as::Lines{});
    f.may("found_at", lines, as::FromOne{});
    f.may("fixed", file.fixed, as::Lines{});
    f.may("made", made, as::Lines{});
  });
  if (made) {
    node.only({{"path", "made"}});
    x.fixed = std::move(made);
    x.made = true;
    return;
  }
  if (bad.has_value() == text.has_value()) node.fail("needs one of 'bad' and 'text'");
  x.text = (bad ? bad : text).value_or("");
  if (bad) node.at("found_at");  // a fault if it is missing
  if (!bad && !lines.empty()) node.fail("'found_at' belongs to 'bad'");
  const auto line_count = std::ranges::count(x.text, '\n');
  for (const std::size_t line : lines) {
    if (line >= static_cast<std::size_t>(line_count))
      node.at("found_at").items()[x.found_at.size()].fail("is behind the end of the file");
    x.found_at.push_back({static_cast<std::uint32_t>(line + 1)});
  }
  if (x.fixed == x.text) node.at("fixed").fail("is the text before the fix");
}

void check(const Node& node, Example& x, const Context& context) {
  const Rule& rule = *context.rule;
  x.name = node.pointer();
  std::vector<std::string_view> targets;
  for (const Target& target : context.targets) targets.push_back(target.name);
  x.target = targets[node.at("target").one_of(targets)];
  const bool of_config = x.style == "classic" || x.style == "lazy";
  if ((of_config ? "config" : x.style) != rule.documents)
    node.at("style").fail("is not that of the documents that the rule is about");
  bool found = false;
  for (std::size_t i = 0; i < x.files.size(); ++i) {
    const Node at = node.at("files").items()[i];
    ExampleFile& file = x.files[i];
    file.source = file.fixed_source = fmt::format("{}: {}: {}", rule.file, x.name, file.path);
    if (file.path.starts_with('/') || file.path.find("..") != std::string::npos)
      at.at("path").fail("must be a path below the root of the example");
    const auto is_same = [&](const ExampleFile& other) { return other.path == file.path; };
    if (std::any_of(x.files.begin(), x.files.begin() + static_cast<std::ptrdiff_t>(i), is_same))
      at.at("path").fail("is given twice");
    if (x.good && at.has("bad")) at.fail("a good example has no 'bad'");
    if (file.fixed && (x.good || !can_be_applied(rule)))
      at.at(file.made ? "made" : "fixed").fail("nothing is fixed here");
    found = found || !file.found_at.empty();
  }
  if (!x.good && !found) node.fail("no file is bad; say \"good\": true if that is meant");
  const std::string wrong = x.good ? "" : never_found(rule, x, context.targets);
  if (!wrong.empty()) node.fail(wrong);
}

void load(const Node& node, std::vector<Example>& x, const Context& context) {
  if (context.targets.empty()) return node.fail("there is no target to try them on");
  for (const Node& item : node.items()) load(item, x.emplace_back(), context);
  for (const std::string& wrong : lacking(*context.rule, x)) node.fail(wrong);
}

bool can_be_applied(const Rule& rule) {
  const auto is_applied = [](const std::optional<RuleFix>& fix) {
    return fix && fix->safety != Safety::kDisplay;
  };
  return is_applied(rule.fix) || is_applied(rule.bridge_fix) ||
         std::ranges::any_of(rule.variants,
                             [&](const Variant& variant) { return is_applied(variant.fix); });
}

std::string never_found(const Rule& rule, const Example& example, std::span<const Target> targets) {
  if (rule.only_in && rule.only_in->style != example.style)
    return fmt::format("the rule is for {} configs only", rule.only_in->style);
  for (const Target& target : targets) {
    if (target.name == example.target && !target.has(rule.when))
      return fmt::format("the rule is silent on target '{}'", example.target);
  }
  return "";
}

std::vector<std::string> lacking(const Rule& rule, std::span<const Example> examples) {
  std::vector<std::string> out;
  const auto is_good = [](const Example& example) { return example.good; };
  if (std::ranges::none_of(examples, is_good)) out.push_back("a good one is missing");
  if (std::ranges::all_of(examples, is_good)) out.push_back("a bad one is missing");
  const auto is_fixed = [](const Example& example) {
    return std::ranges::any_of(example.files,
                               [](const ExampleFile& file) { return file.fixed.has_value(); });
  };
  if (can_be_applied(rule) && std::ranges::none_of(examples, is_fixed))
    out.push_back(
        "none shows what the fix leaves: an X.fixed.py beside a bad X.py is missing (or 'fixed', "
        "where "
        "the examples stand in the rule's file)");
  return out;
}

}  // namespace mmlint::catalog
