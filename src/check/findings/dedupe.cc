#include "check/findings/dedupe.h"

#include "catalog/on_target.h"

namespace mmlint::check {
namespace {

using Names = std::vector<std::string>;

// Texts and the targets that have them, in the order in which they were first met.
class TextsByTarget {
 public:
  void add(const std::string& text, const std::string& target) {
    if (text.empty()) return;
    const auto known =
        std::ranges::find_if(list_, [&text](const auto& one) { return one.first == text; });
    if (known == list_.end())
      list_.emplace_back(text, Names{target});
    else
      known->second.push_back(target);
  }

  const std::vector<std::pair<std::string, Names>>& list() const { return list_; }

 private:
  std::vector<std::pair<std::string, Names>> list_;
};

// Whether a rule says of a target that a value is none of those that work there.
bool is_refused(const catalog::Rule& rule, const catalog::Literal& value,
                const catalog::Target& target) {
  for (const catalog::Match* matcher : catalog::primary_matchers(rule.match)) {
    for (const catalog::ValueTest& test : matcher->tests) {
      if (test.kind != catalog::ValueTest::Kind::kOneOf || !test.negate) continue;
      const catalog::Literal works = catalog::fill(test.operand, target);
      if (works.list() && std::ranges::none_of(*works.list(), [&](const catalog::Literal& one) {
            return catalog::same(one, value, matcher->ignore_case);
          }))
        return true;
    }
  }
  return false;
}

// The value that the fix of one target writes works on the others as well.
bool serves(const Finding& part, const std::vector<Finding>& all) {
  if (!part.fix) return false;
  const catalog::Literal* value = catalog::written_value(part.fix->action);
  const auto written = value ? catalog::fill(*value, *part.target) : catalog::Literal();
  return std::ranges::none_of(
      all, [&](const Finding& other) { return is_refused(*part.rule, written, *other.target); });
}

class Deduplicator {
 public:
  explicit Deduplicator(Language language) : language_(language) {}

  // One finding out of those of several targets for one cause, of which there is at least one.
  Finding merged(std::vector<Finding> parts) const {
    Names all;
    std::vector<Holds> on;
    for (const Finding& part : parts) {
      all.push_back(part.target->name);
      on.push_back(part.on.front());
    }
    std::set<const catalog::Target*> serving;  // their fix is the one to apply
    for (const Finding& part : parts) {
      if (serves(part, parts)) serving.insert(part.target);
    }
    const auto rank = [&serving](const Finding& part) {
      return std::make_pair(part.diagnostic.severity, serving.count(part.target));
    };
    std::ranges::stable_sort(
        parts, [&rank](const Finding& a, const Finding& b) { return rank(a) > rank(b); });
    TextsByTarget messages, whys, notes;
    for (const Finding& part : parts) {
      const Diagnostic& d = part.diagnostic;
      messages.add(d.message, part.target->name);
      whys.add(d.why, part.target->name);
      for (const std::string& note : d.notes) notes.add(note, part.target->name);
    }
    Finding out = std::move(parts.front());
    Diagnostic& d = out.diagnostic;
    const Names& first = messages.list().front().second;
    d.message = with_names(d.message, first);
    d.label = with_names(d.label, first);
    d.why = whys.list().empty() ? "" : with_names(d.why, whys.list().front().second);
    d.notes.clear();
    add_rest(messages, d.notes);
    add_rest(whys, d.notes);
    for (const auto& [text, names] : notes.list())
      d.notes.push_back(names.size() == all.size() ? with_names(text, all) : said_of(names, text));
    d.targets = all;
    out.on = std::move(on);
    out.captures["target.name"] = joined(first);
    return out;
  }

 private:
  // All but the first, which has its own place.
  void add_rest(const TextsByTarget& texts, std::vector<std::string>& notes) const {
    for (std::size_t i = 1; i < texts.list().size(); ++i)
      notes.push_back(said_of(texts.list()[i].second, texts.list()[i].first));
  }

  std::string said_of(const Names& names, const std::string& text) const {
    static const LocalizedText kOn = {"on {}: {}", "在 {} 上：{}"};
    return fmt::format(fmt::runtime(kOn.in(language_)), joined(names), with_names(text, names));
  }

  Language language_;
};

}  // namespace

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string with_names(std::string text, const std::vector<std::string>& names) {
  const std::string name = joined(names);
  for (std::size_t at = text.find(kTargetNames); at != text.npos;
       at = text.find(kTargetNames, at + name.size())) {
    text.replace(at, kTargetNames.size(), name);
  }
  return text;
}

std::vector<Finding> deduplicated(std::vector<Finding> findings, const Request& request) {
  std::map<std::pair<std::string, Span>, std::vector<Finding>> causes;
  for (Finding& finding : findings) {
    const Diagnostic& d = finding.diagnostic;
    causes[{d.code, d.primary}].push_back(std::move(finding));
  }
  const Deduplicator deduplicator(request.language);
  std::vector<Finding> out;
  for (auto& [cause, parts] : causes) out.push_back(deduplicator.merged(std::move(parts)));
  return out;
}

}  // namespace mmlint::check
