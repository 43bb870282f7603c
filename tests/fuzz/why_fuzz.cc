// The fuzz target over `why`: an input is a small project (files.h). Who set each key of its
// configs is asked, and who set the key paths on the lines of a file called `keys`.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - spans lie inside of their files
//   - what is told of a key is told of the value that it has, and a key that is there is found
//   - what set a key to a literal set it to that value
//   - what is printed is bounded: a few lines for each of at most 40 places

#include <algorithm>
#include <set>

#include "config/history.h"
#include "files.h"
#include "project.h"
#include "report/report.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint::fuzz {
namespace {

using config::Resolved;

constexpr std::size_t kMostKeys = 24;      // that are asked for, of each config
constexpr std::size_t kMostPlaces = 40;    // that are told
constexpr std::size_t kMostPrinted = 600;  // bytes for a place, besides its source line

class Asked {
 public:
  Asked(project::Workspace& workspace, const Resolved& config)
      : workspace_(workspace), config_(config) {}

  void ask(const std::string& key) {
    if (!is_key_path(key)) return;
    const FoundValue found = value_at(*config_.root, key);
    if (found.value && !is_small(*found.value)) return;
    const auto history = config::history(workspace_.written(), config_, key);
    if (!history) {
      if (found.value) fault("a key that nobody set", key);
      near_keys(*config_.root, key);
      return;
    }
    if (history->exists != (found.value != nullptr)) fault("there, or not?", key);
    if (history->steps.size() > kMostPlaces || history->notes.size() > 2)
      fault("more is told than should be", key);
    for (const KeyStep& step : history->steps) {
      if (!step.at.known()) fault("a place in no file", key);
      check_span(step.at, workspace_.sources());
    }
    if (found.value) compare(*history, *found.value);
    print(*history);
  }

 private:
  void compare(const KeyHistory& history, const Value& value) const {
    if (!history.known) return;
    if (history.json != to_json(value)) fault("told of another value", history.key);
    const auto setter = std::ranges::find(history.steps, KeyStep::Role::kSets, &KeyStep::role);
    if (setter == history.steps.end() || setter->how != "literal" || value.is_container()) return;
    if (setter->value != history.json)
      fault("set to another value",
            history.key + " is " + history.json + ", set to " + setter->value);
  }

  void print(const KeyHistory& history) const {
    const std::string text = report::render_history(history, workspace_.sources(), {});
    // A byte of a name that is no UTF-8 takes four.
    std::size_t most = kMostPrinted + 4 * (history.key.size() + history.config.size());
    for (const KeyStep& step : history.steps) {
      const Source& source = workspace_.sources().get(step.at.file);
      const Position begin = workspace_.sources().begin_of(step.at);
      most +=
          kMostPrinted + 8 * source.lines().line_text(begin.line).size() + 4 * source.path().size();
    }
    if (text.size() > most) fault("too much is printed", history.key);
  }

  project::Workspace& workspace_;
  const Resolved& config_;
};

// The first key paths of a config, those of dicts and lists included.
void collect(const Value& v, const std::string& key, std::vector<std::string>& out) {
  if (out.size() == kMostKeys) return;
  if (!key.empty()) out.push_back(key);
  if (v.kind == Value::Kind::kDict) {
    for (const Entry& entry : v.dict().entries())
      collect(*entry.value, append_key(key, *entry.key), out);
  }
  if (v.kind != Value::Kind::kList && v.kind != Value::Kind::kTuple) return;
  for (std::size_t i = 0; i < v.items().size(); ++i)
    collect(*v.items()[i], append_index(key, i), out);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty() && out.size() < kMostKeys) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

const Limits kLimits = {.steps = {5'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  auto files = files_of(input);
  const auto keys = files.extract("q/r/s/keys");
  const auto asked = lines_of(keys ? keys.mapped() : "");
  test::MemoryProject project(files, settings());
  for (const std::string& path : project.index->configs()) {
    const Resolved& config = *project.workspace->resolve(path);
    if (!config.ok() || !config.root_problems.empty()) continue;
    Asked why(*project.workspace, config);
    for (const std::string& key : asked) why.ask(key);
    std::vector<std::string> own;
    collect(*config.root, "", own);
    for (const std::string& key : own) why.ask(key);
  }
}

}  // namespace mmlint::fuzz
