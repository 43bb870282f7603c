#include "check/findings/notes.h"

#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "check/findings/dedupe.h"

namespace mmlint::check {

bool needs_start(const catalog::Match& match) {
  const auto* option = match.does.as<catalog::does::Option>();
  const bool asks = match.kind == catalog::Match::Kind::kDoes &&
                    (match.does.is<catalog::does::Given>() ||
                     match.does.is<catalog::does::Loads>() || (option && option->lacks_given));
  const bool meets = match.kind == catalog::Match::Kind::kScript &&
                     catalog::row_of(catalog::script_predicates(), match.name)->needs_launches;
  return asks || meets || std::ranges::any_of(match.children, needs_start);
}

std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request) {
  static const LocalizedText kOne = {"{}: {} ({} config): {}", "{}：{}（{} 个配置）：{}"};
  static const LocalizedText kMany = {"{}: {} ({} configs): {}", kOne.zh};
  std::vector<std::string> out;
  std::erase_if(findings, [&](const Finding& finding) {
    if (!finding.rule->once_per_run) return false;
    const Diagnostic& d = finding.diagnostic;
    const LocalizedText& form = d.affects.count == 1 ? kOne : kMany;
    out.push_back(fmt::format(fmt::runtime(form.in(request.language)), d.code, d.message,
                              d.affects.count, d.why));
    return true;
  });
  return out;
}

}  // namespace mmlint::check
