#include "base/algorithms.h"
#include "catalog/load.h"
#include "catalog/load_value.h"

#include "catalog/embedded.h"
#include "catalog/load.h"

namespace mmlint::catalog {
namespace {

// A fault has rules. What other processes did may be a fault as well: the rules of a consequence,
// or of an environment such as a port that is in use, are those that are worth asking. No rule is
// about anything else.
void check_rules(const Node& node, const std::vector<std::string>& rules, Verdict verdict,
                 std::span<const std::string_view> codes) {
  for (const std::string& code : rules) {
    if (!is_in(code, codes))
      node.at("rules").fail(
          fmt::format("there is no rule '{}'{}", code, did_you_mean(code, codes)));
  }
  const bool may = verdict == Verdict::kFault || verdict == Verdict::kConsequence ||
                   verdict == Verdict::kEnvironment;
  if (rules.empty() && verdict == Verdict::kFault)
    node.fail("a fault names the rules that find it");
  if (!rules.empty() && !may)
    node.fail("rules are named for a fault, a consequence or the environment only");
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  return name_of_value(kNames<Verdict>, verdict);
}

void check(const Node& node, Signature& x, const Context& context) {
  require_file_name(node.at("name"), x.name + ".json");
  if (x.errors.empty() && x.words.empty()) node.fail("a signature has errors, or words of a line");
  if (!x.lines.empty() && x.words.empty()) node.fail("lines need words that find them fast");
  check_rules(node, x.rules, x.verdict, context.codes);
  for (std::size_t i = 0; i < x.cases.size(); ++i) {
    const Node item = node.at("cases").items()[i];
    SignatureCase& each = x.cases[i];
    if (!each.error && !each.frame && !each.innermost && !each.source && !each.run &&
        each.names.empty() && each.said_by == SaidBy::kAnyone)
      item.fail("a case says when it holds");
    if (!item.has("verdict")) each.verdict = x.verdict;
    check_rules(item, each.rules, each.verdict, context.codes);
  }
}

Signature load_signature(JsonFile& file, std::span<const std::string_view> codes,
                         const Target& any) {
  Signature out;
  out.file = file.path();
  load(Node(file), out, Context{.targets = {&any, 1}, .codes = codes});
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
