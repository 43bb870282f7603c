
#include "report/frame.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

Style style_of(KeyStep::Role role) {
  switch (role) {
    case KeyStep::Role::kSets:
      return Style::kGood;
    case KeyStep::Role::kRemoves:
      return Style::kWarning;
    case KeyStep::Role::kRead:
    case KeyStep::Role::kShadowed:
      break;
  }
  return Style::kFrame;
}

}  // namespace

std::string render_history(const KeyHistory& history, const SourceStore& sources,
                           const Settings& settings) {
  const Paint paint(settings.color);
  const std::string config = printable(shown_path(history.config, settings));
  const std::string key = printable(history.key);
  const std::string head = !history.known ? fmt::format("{} is not known in {}", key, config)
                           : !history.exists
                               ? fmt::format("{} is not in {}", key, config)
                               : fmt::format("{} = {}", key, printable(history.value));
  std::string out = paint(Style::kStrong, head);
  Frame frame(sources, settings);
  for (const KeyStep& step : history.steps) {
    const bool decides = step.role == KeyStep::Role::kSets || step.role == KeyStep::Role::kRemoves;
    frame.add(step.at, decides ? '^' : '-', style_of(step.role), step.label);
  }
  out += "\n" + frame.lines();
  for (const std::string& note : history.notes) out += frame.item("note", note);
  return out;
}

}  // namespace mmlint::report
