// The fuzz target over logs of training runs: an input is one log, which is diagnosed.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - what is said of a log depends on where it is cut into parts while it is read
//   - a line that it names is not in the log, or ranks stand out of order
//   - a diagnosis names rules although nobody's file is at fault, or a cause although none is there
//   - the text holds control characters, or the JSON is none

#include <algorithm>

#include <nlohmann/json.hpp>

#include "catalog/load.h"
#include "logs/diagnosis.h"
#include "report/diagnosis.h"
#include "target.h"

namespace mmlint::fuzz {
namespace {

using catalog::Verdict;

// What every log is read with; it is loaded once.
struct Knowledge {
  catalog::Catalog catalog = *catalog::Catalog::load();
  std::vector<catalog::Signature> all = *catalog::load_signatures(catalog);
  logs::Signatures signatures{all, *catalog.target("gcu")};
  catalog::ReleaseLines releases = *catalog::ReleaseLines::load();
};

const Knowledge& knowledge() {
  static const Knowledge known;
  return known;
}

// Reads a log in parts of so many bytes.
logs::Diagnosis diagnosed(std::string_view log, std::size_t part, Language language) {
  logs::Reader reader(knowledge().signatures);
  for (std::size_t at = 0; at < log.size(); at += part) reader.feed(log.substr(at, part));
  reader.finish();
  return logs::diagnose(reader, "train.log",
                        {*knowledge().catalog.target("gcu"), knowledge().releases, language});
}

void check_line(std::uint64_t line, std::string_view log) {
  const auto ends = std::count(log.begin(), log.end(), '\n');
  if (line > static_cast<std::uint64_t>(ends) + 1) fault("a line behind the end of the log");
}

void check_ranks(const std::vector<int>& ranks) {
  if (std::adjacent_find(ranks.begin(), ranks.end(), std::greater_equal<>()) != ranks.end())
    fault("ranks out of order");
}

void check(const logs::Diagnosis& d, std::string_view log) {
  check_line(d.line, log);
  check_line(d.run_line, log);
  check_line(d.config_line, log);
  check_ranks(d.ranks);
  for (const logs::Other& each : d.others) {
    check_line(each.line, log);
    check_ranks(each.ranks);
  }
  for (const logs::OtherRun& each : d.other_runs) check_line(each.first_line, log);
  if (d.run == 0 || d.run > d.runs || d.other_runs.size() >= d.runs) fault("a run of nothing");
  const bool failed = d.verdict != Verdict::kFinished && d.verdict != Verdict::kNoLog;
  if (!failed && (d.line != 0 || !d.cause.empty())) fault("a cause where nothing failed", d.cause);
  const bool may_name = d.verdict == Verdict::kFault || d.verdict == Verdict::kEnvironment ||
                        d.verdict == Verdict::kConsequence;
  if (!may_name && !d.rules.empty()) fault("rules of what nobody's file is to blame for", d.cause);
}

std::string rendered(const logs::Diagnosis& d, Language language) {
  report::Settings settings;
  settings.language = language;
  std::string text = report::render_diagnoses({&d, 1}, settings);
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  };
  if (std::any_of(text.begin(), text.end(), is_control)) fault("control characters", text);
  const std::string json = report::render_diagnoses_json({&d, 1});
  if (!nlohmann::json::accept(json)) fault("no JSON", json);
  return text + json;
}

}  // namespace

const Limits kLimits = {.steps = {20'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  const auto whole = std::max<std::size_t>(input.size(), 1);
  const logs::Diagnosis first = diagnosed(input, whole, Language::kEnglish);
  check(first, input);
  const std::string text = rendered(first, Language::kEnglish);
  const logs::Diagnosis again = diagnosed(input, 1 + input.size() % 7, Language::kEnglish);
  if (rendered(again, Language::kEnglish) != text) fault("read in parts, the log says otherwise");
  if (one_in(4, input)) rendered(diagnosed(input, whole, Language::kChinese), Language::kChinese);
}

}  // namespace mmlint::fuzz
