#include <algorithm>

#include <fmt/format.h>

#include "report/counts.h"
#include "report/formats.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {

std::string render_statistics(const RunReport& report, Language language) {
  const Words& w = words(language);
  const auto rules = count_rules(report);
  std::size_t code_width = 0;
  std::size_t name_width = 0;
  for (const RuleCount& rule : rules) {
    code_width = std::max(code_width, rule.code.size());
    name_width = std::max(name_width, rule.name.size());
  }
  const std::size_t count_width = rules.empty() ? 0 : std::to_string(rules.front().count).size();
  std::string out;
  for (const RuleCount& rule : rules) {
    std::string fixes;
    if (rule.safe > 0) fixes = say(w.fixable, rule.safe);
    if (rule.unsafe > 0) {
      if (!fixes.empty()) fixes += w.comma;
      fixes += say(w.fixable_unsafe, rule.unsafe);
    }
    std::string line = fmt::format("{:>{}}  {:<{}}  {:<{}}  {}", rule.count, count_width, rule.code,
                                   code_width, rule.name, name_width, fixes);
    line.erase(line.find_last_not_of(' ') + 1);
    out += printable(line) + "\n";
  }
  return out;
}

}  // namespace mmlint::report
