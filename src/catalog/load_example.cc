#include "catalog/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace mmlint::catalog {
namespace {

constexpr std::array<std::string_view, 4> kStyles = {"classic", "lazy", "script", "shell"};

void check_path(const Node& node, const std::string& path, const Example& example) {
  if (path.starts_with('/') || path.find("..") != std::string::npos) {
    node.fail("must be a path below the root of the example");
  }
  const auto& files = example.files;
  if (std::any_of(files.begin(), files.end(), [&](const auto& f) { return f.path == path; })) {
    node.fail("is given twice");
  }
}

// A file with findings ("bad") or without ("text"); the fix of another file may change both, and
// make further files ("made").
ExampleFile load_file(const Node& node, const Example& example, const Rule& rule) {
  node.only({"path", "text", "bad", "found_at", "fixed", "made"});
  ExampleFile file;
  file.path = node.at("path").string();
  file.source = file.fixed_source = fmt::format("{}: {}: {}", rule.file, example.name, file.path);
  check_path(node.at("path"), file.path, example);
  if (const auto made = node.get("made")) {
    node.only({"path", "made"});
    if (example.good || !can_be_applied(rule)) made->fail("nothing is fixed here");
    file.fixed = made->lines();
    file.made = true;
    return file;
  }
  const bool bad = node.has("bad");
  if (bad == node.has("text")) node.fail("needs one of 'bad' and 'text'");
  file.text = node.at(bad ? "bad" : "text").lines();
  if (bad && example.good) node.fail("a good example has no 'bad'");
  if (bad) {
    const auto line_count = std::count(file.text.begin(), file.text.end(), '\n');
    for (const Node& line : node.at("found_at").items()) {
      file.found_at.push_back({line.positive()});
      if (file.found_at.back().line > line_count) line.fail("is behind the end of the file");
    }
  } else if (node.has("found_at")) {
    node.fail("'found_at' belongs to 'bad'");
  }
  if (const auto fixed = node.get("fixed")) {
    file.fixed = fixed->lines();
    if (example.good || !can_be_applied(rule)) fixed->fail("nothing is fixed here");
    if (file.fixed == file.text) fixed->fail("is the text before the fix");
  }
  return file;
}

Example load_example(const Node& node, const Rule& rule, std::span<const Target> targets) {
  node.only({"target", "style", "good", "files"});
  Example example;
  std::vector<std::string_view> names;
  for (const Target& target : targets) names.push_back(target.name);
  const std::size_t target = node.at("target").one_of(names);
  example.name = node.pointer();
  example.target = std::string(names[target]);
  example.style = std::string(kStyles[node.at("style").one_of(kStyles)]);
  const bool of_config = example.style == "classic" || example.style == "lazy";
  if ((of_config ? "config" : example.style) != rule.documents)
    node.at("style").fail("is not that of the documents that the rule is about");
  if (const auto good = node.get("good")) example.good = good->boolean();
  for (const Node& file : node.at("files").items()) {
    example.files.push_back(load_file(file, example, rule));
  }
  const auto& files = example.files;
  const bool found = std::any_of(files.begin(), files.end(),
                                 [](const ExampleFile& file) { return !file.found_at.empty(); });
  if (!example.good && !found) node.fail("no file is bad; say \"good\": true if that is meant");
  const std::string wrong = example.good ? "" : never_found(rule, example, targets);
  if (!wrong.empty()) node.fail(wrong);
  return example;
}

}  // namespace

OnlyIn load_only_in(const Node& node) {
  node.only({"style", "why"});
  constexpr std::array<std::string_view, 2> kOfConfigs = {kStyles[0], kStyles[1]};
  return {std::string(kOfConfigs[node.at("style").one_of(kOfConfigs)]),
          load_plain_text(node.at("why"))};
}

std::vector<Example> load_examples(const Node& node, const Rule& rule,
                                   std::span<const Target> targets) {
  std::vector<Example> examples;
  if (targets.empty()) {
    node.fail("there is no target to try them on");
    return examples;
  }
  for (const Node& item : node.items()) examples.push_back(load_example(item, rule, targets));
  for (const std::string& wrong : lacking(rule, examples)) node.fail(wrong);
  return examples;
}

bool can_be_applied(const Rule& rule) {
  return rule.fix && rule.fix->safety != Safety::kDisplay;
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
  if (std::none_of(examples.begin(), examples.end(), is_good))
    out.push_back("a good one is missing");
  if (std::all_of(examples.begin(), examples.end(), is_good)) out.push_back("a bad one is missing");
  const auto is_fixed = [](const Example& example) {
    return std::any_of(example.files.begin(), example.files.end(),
                       [](const ExampleFile& file) { return file.fixed.has_value(); });
  };
  if (can_be_applied(rule) && std::none_of(examples.begin(), examples.end(), is_fixed))
    out.push_back(
        "none shows what the fix leaves: an X.fixed.py beside a bad X.py is missing (or 'fixed', "
        "where "
        "the examples stand in the rule's file)");
  return out;
}

}  // namespace mmlint::catalog
