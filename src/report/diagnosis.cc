#include "report/diagnosis.h"

#include <nlohmann/json.hpp>

#include "report/markup.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

using catalog::Verdict;
using logs::Diagnosis;

struct DiagnosisWords {
  const char *cause, *place, *library, *ranks, *times, *others, *rules, *possible, *meaning,
      *advice, *next, *fix, *note, *run, *other_runs, *finished, *went_on, *caught, *no_log,
      *unknown;
  std::array<const char*, 3> outcomes;  // by Outcome
};

constexpr DiagnosisWords kEnglish{
    .cause = "cause",
    .place = "your line",
    .library = "raised in",
    .ranks = "ranks",
    .times = "it occurs {} times",
    .others = "other ranks",
    .rules = "rules",
    .possible = "possible rules",
    .meaning = "means",
    .advice = "to do",
    .next = "next error",
    .fix = "fix",
    .note = "note",
    .run = "run {} of {}, which begins at line {}",
    .other_runs = "other runs",
    .finished = "Nothing failed here: training went on to the end of the log.",
    .went_on = "Training went on to the end of the log, after errors that did not stop it.",
    .caught = "error",
    .no_log = "There is no training run in this text.",
    .unknown = "mmlint does not know this error; it is the first one of the run.",
    .outcomes = {"no end", "finished", "failed"}};

constexpr DiagnosisWords kChinese{
    .cause = "原因",
    .place = "你的代码",
    .library = "抛出位置",
    .ranks = "rank",
    .times = "共出现 {} 次",
    .others = "其他 rank",
    .rules = "规则",
    .possible = "可能的规则",
    .meaning = "含义",
    .advice = "处理方法",
    .next = "下一个错误",
    .fix = "修复",
    .note = "注",
    .run = "第 {} 次运行（共 {} 次），从第 {} 行开始",
    .other_runs = "其他运行",
    .finished = "没有发现失败：训练一直进行到日志末尾。",
    .went_on = "训练一直进行到日志末尾；其间出现的错误没有使它停止。",
    .caught = "错误",
    .no_log = "这段文本里没有训练日志。",
    .unknown = "mmlint 不认识这个错误；它是这次运行中最先出现的错误。",
    .outcomes = {"未见结束", "已完成", "失败"}};

// "0-7", "0, 2-3".
std::string ranges(const std::vector<int>& ranks) {
  std::string out;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i;
    while (end + 1 < ranks.size() && ranks[end + 1] == ranks[end] + 1) ++end;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", ranks[i]);
    if (end > i) out += fmt::format("-{}", ranks[end]);
    i = end + 1;
  }
  return out;
}

class Text {
 public:
  Text(const Diagnosis& diagnosis, const Settings& settings)
      : d_(diagnosis),
        paint_(settings.color),
        words_(settings.language == Language::kChinese ? kChinese : kEnglish) {}

  std::string render() {
    out_ = paint_(Style::kStrong, fmt::format("{}:", printable(d_.file)));
    if (d_.verdict == Verdict::kFinished)
      finished();
    else if (d_.verdict == Verdict::kNoLog)
      out_ += fmt::format(" {}\n", words_.no_log);
    else
      failure();
    for (const std::string& note : d_.notes) item(words_.note, note);
    other_runs();
    return out_;
  }

 private:
  void item(const char* name, std::string_view text) {
    out_ += fmt::format("  {} {}: {}\n", paint_(Style::kFrame, "="), name, printable(text));
  }

  void place(const char* name, const logs::Place& place) {
    std::string text = place.line > 0 ? fmt::format("{}:{}", place.path, place.line) : place.path;
    if (!place.text.empty()) text += "  " + place.text;
    item(name, text);
  }

  void others(const char* name) {
    for (const logs::Other& other : d_.others) {
      const std::string who = other.ranks.empty() ? "" : fmt::format("{}: ", ranges(other.ranks));
      item(name, fmt::format("{}{} ({})", who, other.cause, other.line));
    }
  }

  void finished() {
    out_ += fmt::format(" {}\n", d_.others.empty() ? words_.finished : words_.went_on);
    others(words_.caught);
  }

  void failure() {
    const bool ours = d_.verdict == Verdict::kFault;
    out_ += fmt::format(
        "{}: {}\n", d_.line,
        paint_(ours ? Style::kError : Style::kWarning,
               fmt::format("[{}] {}", catalog::name_of(d_.verdict), printable(d_.cause))));
    if (d_.runs > 1)
      item(words_.note, fmt::format(fmt::runtime(words_.run), d_.run, d_.runs, d_.run_line));
    if (!d_.ranks.empty())
      item(words_.ranks, fmt::format("{} ({})", d_.ranks.size(), ranges(d_.ranks)));
    else if (d_.processes > 1)
      item(words_.ranks, fmt::format(fmt::runtime(words_.times), d_.processes));
    others(words_.others);
    if (d_.library) place(words_.library, *d_.library);
    if (d_.mmengine) {
      const auto& [first, last] = *d_.mmengine;
      item("MMEngine",
           first == last ? catalog::printed(first)
                         : fmt::format("{} - {}", catalog::printed(first), catalog::printed(last)));
    }
    if (d_.place) place(words_.place, *d_.place);
    item(words_.meaning, d_.meaning.empty() ? words_.unknown : d_.meaning);
    if (!d_.rules.empty())
      item(ours ? words_.rules : words_.possible, fmt::format("{}", fmt::join(d_.rules, ", ")));
    if (!d_.advice.empty()) item(words_.advice, d_.advice);
    if (!d_.fix.empty()) item(words_.fix, d_.fix);
    for (const std::string& next : d_.next) item(words_.next, next);
  }

  void other_runs() {
    constexpr std::size_t kShown = 5;
    for (std::size_t i = 0; i < d_.other_runs.size(); ++i) {
      if (i == kShown) {
        item(words_.other_runs, fmt::format("+{}", d_.other_runs.size() - kShown));
        return;
      }
      const logs::OtherRun& run = d_.other_runs[i];
      item(words_.other_runs, fmt::format("{}: {}{}{}", run.first_line,
                                          words_.outcomes[static_cast<std::size_t>(run.outcome)],
                                          run.cause.empty() ? "" : ": ", run.cause));
    }
  }

  const Diagnosis& d_;
  Paint paint_;
  const DiagnosisWords& words_;
  std::string out_;
};

using Json = nlohmann::ordered_json;

const char* name_of(logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::kFinished:
      return "finished";
    case logs::Outcome::kFailed:
      return "failed";
    case logs::Outcome::kNoEnd:
      break;
  }
  return "no end";
}

Json json(const std::optional<logs::Place>& place) {
  if (!place) return nullptr;
  return Json{{"path", place->path}, {"line", place->line}, {"text", place->text}};
}

Json json(const logs::Diagnosis& d) {
  Json others = Json::array();
  for (const logs::Other& each : d.others)
    others.push_back(Json{{"cause", each.cause}, {"line", each.line}, {"ranks", each.ranks}});
  Json runs = Json::array();
  for (const logs::OtherRun& each : d.other_runs) {
    runs.push_back(
        Json{{"line", each.first_line}, {"outcome", name_of(each.outcome)}, {"cause", each.cause}});
  }
  return Json{{"file", d.file},
              {"verdict", catalog::name_of(d.verdict)},
              {"cause", d.cause},
              {"line", d.line},
              {"run", Json{{"number", d.run}, {"of", d.runs}, {"line", d.run_line}}},
              {"ranks", d.ranks},
              {"processes", d.processes},
              {"rules", d.rules},
              {"signature", d.signature},
              {"place", json(d.place)},
              {"library", json(d.library)},
              {"meaning", d.meaning},
              {"advice", d.advice},
              {"fix", d.fix},
              {"next", d.next},
              {"others", std::move(others)},
              {"other_runs", std::move(runs)},
              {"mmengine", d.mmengine ? Json::array({catalog::printed(d.mmengine->first),
                                                     catalog::printed(d.mmengine->last)})
                                      : Json(nullptr)},
              {"notes", d.notes}};
}

}  // namespace

std::string render_diagnoses(std::span<const Diagnosis> diagnoses, const Settings& settings) {
  std::string out;
  for (const Diagnosis& each : diagnoses) out += Text(each, settings).render();
  return out;
}

std::string render_diagnoses_json(std::span<const logs::Diagnosis> diagnoses) {
  Json list = Json::array();
  for (const logs::Diagnosis& each : diagnoses) list.push_back(json(each));
  const Json root{{"version", 1}, {"diagnoses", std::move(list)}};
  // A log may hold any bytes; what is no UTF-8 becomes U+FFFD.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mmlint::report
