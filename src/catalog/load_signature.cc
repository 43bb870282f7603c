#include "catalog/load_signature.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/paths.h"
#include "catalog/embedded.h"
#include "catalog/load.h"
#include "catalog/named.h"
#include "catalog/on_target.h"

namespace mmlint::catalog {
namespace {

constexpr std::array<Named<Verdict>, 9> kVerdicts{{{"fault", Verdict::kFault},
                                                   {"stopped", Verdict::kStopped},
                                                   {"out-of-memory", Verdict::kOutOfMemory},
                                                   {"environment", Verdict::kEnvironment},
                                                   {"consequence", Verdict::kConsequence},
                                                   {"known", Verdict::kKnown},
                                                   {"unknown", Verdict::kUnknown},
                                                   {"finished", Verdict::kFinished},
                                                   {"no-log", Verdict::kNoLog}}};
static_assert(has_each_value(kVerdicts, Verdict::kNoLog));

constexpr std::array<Named<InConfig>, 3> kInConfig{
    {{"nothing", InConfig::kNothing}, {"value", InConfig::kValue}, {"key", InConfig::kKey}}};

constexpr std::array<Named<SaidBy>, 4> kSaidBy{{{"several", SaidBy::kSeveral},
                                                {"apart", SaidBy::kApart},
                                                {"first", SaidBy::kFirst},
                                                {"all", SaidBy::kAll}}};

std::shared_ptr<const Regex> load_regex(const Node& node, const Target& any) {
  const auto pattern = fill_pattern(node.string(), any);
  auto regex = pattern ? Regex::compile(*pattern) : tl::unexpected(pattern.error());
  if (!regex) node.fail(regex.error().message);
  return regex ? *regex : nullptr;
}

std::shared_ptr<const Regex> regex_at(const Node& node, std::string_view key, const Target& any) {
  const auto child = node.get(key);
  return child ? load_regex(*child, any) : nullptr;
}

std::vector<std::shared_ptr<const Regex>> regexes_at(const Node& node, std::string_view key,
                                                     const Target& any) {
  std::vector<std::shared_ptr<const Regex>> out;
  if (const auto child = node.get(key)) {
    for (const Node& each : child->items()) out.push_back(load_regex(each, any));
  }
  return out;
}

LocalizedText text_at(const Node& node, std::string_view key) {
  const auto child = node.get(key);
  return child ? load_plain_text(*child) : LocalizedText();
}

Verdict load_verdict(const Node& node) {
  return node.one_of(kVerdicts);
}

// A fault has rules. What other processes did may be a fault as well: the rules of a consequence,
// or of an environment such as a port that is in use, are those that are worth asking. No rule is
// about anything else.
std::vector<std::string> load_rules(const Node& node, Verdict verdict,
                                    std::span<const std::string_view> codes) {
  std::vector<std::string> rules;
  if (const auto listed = node.get("rules")) {
    rules = listed->strings();
    for (const std::string& code : rules) {
      if (std::find(codes.begin(), codes.end(), code) == codes.end())
        listed->fail(fmt::format("there is no rule '{}'{}", code, did_you_mean(code, codes)));
    }
  }
  const bool may = verdict == Verdict::kFault || verdict == Verdict::kConsequence ||
                   verdict == Verdict::kEnvironment;
  if (rules.empty() && verdict == Verdict::kFault)
    node.fail("a fault names the rules that find it");
  if (!rules.empty() && !may)
    node.fail("rules are named for a fault, a consequence or the environment only");
  return rules;
}

SignatureCase load_case(const Node& node, const Signature& whole,
                        std::span<const std::string_view> codes, const Target& any) {
  node.only({"error", "frame", "innermost", "source", "run", "said_by", "verdict", "rules",
             "meaning", "advice"});
  SignatureCase out;
  out.error = regex_at(node, "error", any);
  out.frame = regex_at(node, "frame", any);
  out.innermost = regex_at(node, "innermost", any);
  out.source = regex_at(node, "source", any);
  out.run = regex_at(node, "run", any);
  if (const auto by = node.get("said_by")) out.said_by = by->one_of(kSaidBy);
  const bool asks = out.error || out.frame || out.innermost || out.source || out.run ||
                    out.said_by != SaidBy::kAnyone;
  if (!asks) node.fail("a case says when it holds");
  const auto verdict = node.get("verdict");
  out.verdict = verdict ? load_verdict(*verdict) : whole.verdict;
  out.rules = load_rules(node, out.verdict, codes);
  out.meaning = text_at(node, "meaning");
  out.advice = text_at(node, "advice");
  return out;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  return name_of_value(kVerdicts, verdict);
}

Signature load_signature(JsonFile& file, std::span<const std::string_view> codes,
                         const Target& any) {
  const Node root(file);
  root.only({"name", "verdict", "errors", "words", "lines", "frame", "run", "silent", "general",
             "in_config", "right_if", "cases", "rules", "meaning", "advice", "next", "sources"});
  Signature out;
  out.file = file.path();
  out.name = root.at("name").string();
  if (file_name(file.path()) != out.name + ".json")
    root.at("name").fail(fmt::format("the file must be called {}.json", out.name));
  out.verdict = load_verdict(root.at("verdict"));
  out.errors = regexes_at(root, "errors", any);
  if (const auto words = root.get("words")) out.words = words->strings();
  out.lines = regexes_at(root, "lines", any);
  if (out.errors.empty() && out.words.empty())
    root.fail("a signature has errors, or words of a line");
  if (!out.lines.empty() && out.words.empty()) root.fail("lines need words that find them fast");
  out.frame = regex_at(root, "frame", any);
  out.run = regex_at(root, "run", any);
  if (const auto silent = root.get("silent")) out.silent = silent->boolean();
  if (const auto general = root.get("general")) out.general = general->boolean();
  if (const auto in = root.get("in_config")) out.in_config = in->one_of(kInConfig);
  if (const auto fact = root.get("right_if")) out.right_if = fact->string();
  out.rules = load_rules(root, out.verdict, codes);
  if (const auto cases = root.get("cases")) {
    for (const Node& each : cases->items()) out.cases.push_back(load_case(each, out, codes, any));
  }
  out.meaning = load_plain_text(root.at("meaning"));
  out.advice = load_plain_text(root.at("advice"));
  out.next = text_at(root, "next");
  out.sources = root.at("sources").strings();
  return out;
}

Result<std::vector<Signature>> load_signatures(const Catalog& catalog) {
  std::vector<std::string_view> codes;
  for (const Rule& rule : catalog.rules()) codes.push_back(rule.code);
  std::vector<Signature> out;
  for (const EmbeddedFile& embedded : embedded_files()) {
    if (!embedded.path.starts_with("logs/")) continue;
    const std::string path = "rules/" + std::string(embedded.path);
    JsonFile file(path, embedded.text);
    out.push_back(load_signature(file, codes, catalog.targets().front()));
    if (Status status = file.status(); !status) return tl::unexpected(status.error());
  }
  return out;
}

}  // namespace mmlint::catalog
