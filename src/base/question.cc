#include "base/question.h"

namespace mmlint {
namespace {

using Kind = Question::Kind;

struct KindName {
  Kind kind;
  std::string_view name;
  bool has_subject;
};
constexpr std::array<KindName, 14> kKindNames = {{
    {Kind::kConfig, "config", true},
    {Kind::kConfigText, "config-is", true},
    {Kind::kDefault, "default", true},
    {Kind::kDevice, "device", true},
    {Kind::kEnvironment, "environment", true},
    {Kind::kGiven, "given", true},
    {Kind::kGroup, "group", false},
    {Kind::kGroupFailed, "group-failed", false},
    {Kind::kAttribute, "has", true},
    {Kind::kEquals, "is", true},
    {Kind::kModule, "module", true},
    {Kind::kOption, "option", true},
    {Kind::kRank, "rank", true},
    {Kind::kWrapped, "wrapped", false},
}};

constexpr bool has_each_kind() {
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (static_cast<std::size_t>(kKindNames[i].kind) != i) return false;
  }
  return kKindNames.back().kind == Kind::kWrapped;
}
static_assert(has_each_kind());

}  // namespace

ConfigText config_text_of(const Question& question) {
  const std::string_view subject = question.subject.str();
  const std::size_t middle = subject.find('=');
  return {subject.substr(0, middle), subject.substr(middle + 1)};
}

std::string name_of(const Question& question) {
  const auto row = std::ranges::find_if(
      kKindNames, [&](const KindName& one) { return one.kind == question.kind; });
  const std::string name(row->name);
  return row->has_subject ? name + ":" + question.subject.str() : name;
}

bool QuestionPattern::fits(const Question& question) const {
  if (!kind) return true;
  if (*kind != question.kind) return false;
  if (!subject.ends_with('*')) return question.subject.str() == subject;
  return question.subject.str().starts_with(std::string_view(subject).substr(0, subject.size() - 1));
}

std::optional<QuestionPattern> read_question_pattern(std::string_view name) {
  if (name == "*") return QuestionPattern{};
  const std::size_t colon = name.find(':');
  for (const KindName& row : kKindNames) {
    if (row.name != name.substr(0, colon) || row.has_subject != (colon != name.npos)) continue;
    if (!row.has_subject) return QuestionPattern{row.kind};
    return QuestionPattern{row.kind, std::string(name.substr(colon + 1))};
  }
  return std::nullopt;
}

}  // namespace mmlint
