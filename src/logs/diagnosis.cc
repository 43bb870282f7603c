#include "logs/diagnosis.h"

#include "base/text.h"

namespace mmlint::logs {
namespace {

using catalog::Verdict;

// The first line of what an exception says; of an empty one its type.
std::string headline(const Trace& trace) {
  const std::string text = trace.text();
  const std::size_t begin = text.find_first_not_of(" \n\t");
  if (begin == std::string::npos) return {};
  std::string out = text.substr(begin, text.find('\n', begin) - begin);
  if (out.ends_with(": ") || out.ends_with(':')) {  // the text stands below its type
    const std::size_t next = text.find_first_not_of(" \n\t", begin + out.size());
    if (next != std::string::npos) {
      if (!out.ends_with(' ')) out += ' ';
      out += text.substr(next, text.find('\n', next) - next);
    }
  }
  return out;
}

std::vector<int> sorted(const std::set<int>& ranks) {
  return {ranks.begin(), ranks.end()};
}

// The run to speak of: the last that failed, else the last one with anything in it.
std::size_t chosen(const std::vector<Run>& runs) {
  for (std::size_t i = runs.size(); i-- > 0;) {
    const Cause* cause = runs[i].cause();
    // The processes of one run may look like two, and the later one only lost the first.
    const bool lost = runs[i].beside && cause && cause->known.verdict() == Verdict::kConsequence;
    if (cause != nullptr && !lost) return i;
  }
  for (std::size_t i = runs.size(); i-- > 0;) {
    if (!runs[i].trained.empty() || runs[i].ended || !runs[i].probes.empty()) return i;
  }
  return runs.size() - 1;
}

OtherRun other_run(const Run& run) {
  OtherRun out{run.first_line, Outcome::kNoEnd, {}};
  if (const Cause* cause = run.cause()) {
    out.outcome = Outcome::kFailed;
    out.cause = headline(cause->trace);
  } else if (run.ended || !run.trained.empty()) {
    out.outcome = Outcome::kFinished;
  }
  return out;
}

void place(Diagnosis& out, const Trace& trace) {
  if (trace.frames.empty()) return;
  for (auto each = trace.frames.rbegin(); each != trace.frames.rend(); ++each) {
    if (is_of_project(*each)) out.calls.push_back({each->path, each->line, each->source});
  }
  const Frame* ours = project_frame(trace);
  const Frame& inner = trace.frames.back();
  if (ours != nullptr) out.place = Place{ours->path, ours->line, ours->source};
  if (ours != &inner) out.library = Place{inner.path, inner.line, inner.source};
}

// What the ranks that ended otherwise say, the first of each kind; without a cause, the errors
// after which training went on.
void others(Diagnosis& out, const Run& run, const Cause* cause) {
  for (const Cause& each : run.causes) {
    if (&each == cause || (cause != nullptr && run.survived(each))) continue;
    if (each.known && (each.known.signature->silent ||
                       (cause != nullptr && each.known.verdict() == Verdict::kConsequence))) {
      continue;
    }
    if ((each.from_line && cause != nullptr) || each.trace.is_unfinished()) continue;
    if (out.others.size() >= 8) break;
    out.others.push_back({headline(each.trace), each.trace.line, sorted(each.ranks)});
  }
}

// What an error names; empty if it names nothing.
std::string named(const Cause& cause) {
  return named_by(*cause.known.signature, cause.trace.text());
}

// A text of a signature. {group} is what the first group of its case's `error` is in the log.
std::string filled(std::string text, const Cause& cause) {
  constexpr std::string_view kGroup = "{group}";
  const catalog::SignatureCase* special = cause.known.special;
  const std::size_t at = text.find(kGroup);
  if (at == text.npos || !special || !special->error) return text;
  return text.replace(at, kGroup.size(), special->error->group(cause.trace.text()).value_or(""));
}

void explain(Diagnosis& out, const Cause& cause, Language language) {
  const Known& known = cause.known;
  out.verdict = known.verdict();
  out.rules = known.rules();
  out.meaning = filled(known.meaning().in(language), cause);
  out.advice = filled(known.advice().in(language), cause);
  if (!known) return;
  out.signature = known.signature->name;
  if (!known.signature->next.en.empty()) out.next = {known.signature->next.in(language)};
  out.in_config = known.signature->in_config;
  if (out.in_config != catalog::InConfig::kNothing) out.named = named(cause);
}

// What is a fault on other accelerators is right on this one, so that the machine is wrong.
void leave_out_silent(Diagnosis& out, const Cause& cause, const Question& question) {
  static const LocalizedText kMachine = {
      "On {} what the project says is right here: look at the driver, at the cards that the "
      "process "
      "sees, and at what this PyTorch was built for.",
      "在 {} 上项目的写法没有错：请检查驱动、进程可见的卡，以及这个 PyTorch 的编译选项。"};
  if (out.rules.empty()) return;
  const std::string& fact = cause.known.signature->right_if;
  const catalog::Literal* value = fact.empty() ? nullptr : question.target.fact(fact);
  const bool is_right = value && value->string() && same_letters(named(cause), *value->string());
  std::erase_if(out.rules, [&](const std::string& code) {
    return is_right || question.silent.count(code) != 0;
  });
  if (!out.rules.empty()) return;
  if (out.verdict == Verdict::kFault) out.verdict = Verdict::kEnvironment;
  out.advice = fmt::format(fmt::runtime(kMachine.in(question.language)), question.target.name);
  out.next.clear();
}

// The ranks that say it: those that are named, else all that torchrun's table or MMEngine counts,
// if it stands there as often.
std::vector<int> ranks_of(const Run& run, const Cause& cause) {
  if (!cause.ranks.empty()) return sorted(cause.ranks);
  if (!run.failed.empty() && run.failed.size() == cause.count) return sorted(run.failed);
  constexpr std::string_view kCount = "GPU number: ";
  const std::size_t at = run.facts.find(kCount);
  if (at == std::string::npos || !run.ranks.empty()) return {};
  std::uint64_t count = 0;
  const char* begin = run.facts.data() + at + kCount.size();
  std::from_chars(begin, run.facts.data() + run.facts.size(), count);
  if (count == 0 || count != cause.count || count > 100'000) return {};
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// The rank that lags, where several wait for one another.
std::optional<std::string> lagging(const Run& run, bool chinese) {
  if (run.collectives.size() < 2) return std::nullopt;
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [low, high] =
      std::minmax_element(run.collectives.begin(), run.collectives.end(), less);
  if (low->second == high->second) return std::nullopt;
  return chinese ? fmt::format("rank {} 落后（SeqNum {}，其他 {}）：先看它的日志", low->first,
                               low->second, high->second)
                 : fmt::format("rank {} lags (SeqNum {}, others {}): look at its log first",
                               low->first, low->second, high->second);
}

// The release of MMEngine: the one that it prints, else those whose lines the traceback fits.
std::optional<catalog::ReleaseLines::Span> release(const Run& run, const Trace& trace,
                                                   const catalog::ReleaseLines& releases) {
  constexpr std::string_view kPrinted = "MMEngine: ";
  if (const std::size_t at = run.facts.find(kPrinted); at != std::string::npos) {
    const std::string_view rest = std::string_view(run.facts).substr(at + kPrinted.size());
    if (const auto version = catalog::parse_version(rest.substr(0, rest.find_first_of("+ \n"))))
      return catalog::ReleaseLines::Span{*version, *version};
  }
  std::vector<catalog::ReleaseLines::Call> calls;
  for (const Frame& frame : trace.frames) calls.push_back({frame.path, frame.function, frame.line});
  return releases.releases(calls);
}

// What the probe saw is a verdict of its own where the log shows no error; beside one it says more
// of the same rules.
void add_probes(Diagnosis& out, const Run& run, const catalog::Target& target, Language language) {
  ProbeVerdict probes = judge_probes(run.probes, target, language);
  out.notes.insert(out.notes.end(), probes.notes.begin(), probes.notes.end());
  if (probes.rules.empty()) return;
  const bool nothing_else = out.verdict == Verdict::kNoLog || out.verdict == Verdict::kFinished ||
                            out.verdict == Verdict::kConsequence;
  if (nothing_else) {
    out.verdict = Verdict::kFault;
    out.rules = std::move(probes.rules);
    if (out.cause.empty()) out.cause = probes.notes.back();
  }
}

}  // namespace

Diagnosis diagnose(const Reader& reader, const std::string& file, const Question& question) {
  const Language language = question.language;
  const catalog::Target& target = question.target;
  Diagnosis out;
  out.file = file;
  const std::vector<Run>& runs = reader.runs();
  const std::size_t number = chosen(runs);
  const Run& run = runs[number];
  out.run = number + 1 + reader.dropped_runs();
  out.runs = runs.size() + reader.dropped_runs();
  out.run_line = run.first_line;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i != number) out.other_runs.push_back(other_run(runs[i]));
  }
  out.config = run.config;
  out.config_line = run.config_line;
  const Cause* cause = run.cause();
  if (cause == nullptr) {
    const bool trained = run.ended || !run.trained.empty();
    out.verdict = trained ? Verdict::kFinished : Verdict::kNoLog;
    if (!reader.is_text()) {
      out.notes.emplace_back(
          language == Language::kChinese
              ? "这不是文本；如果是 UTF-16，请先转换：iconv -f UTF-16 -t UTF-8"
              : "this is no text that mmlint can read; if it is UTF-16, convert it first: "
                "iconv -f UTF-16 -t UTF-8");
    }
    others(out, run, nullptr);
    add_probes(out, run, target, language);
    return out;
  }
  out.mmengine = release(run, cause->trace, question.releases);
  out.cause = headline(cause->trace);
  out.line = cause->trace.line;
  out.ranks = ranks_of(run, *cause);
  out.processes = std::max<std::uint64_t>(cause->count, 1);
  explain(out, *cause, language);
  leave_out_silent(out, *cause, question);
  place(out, cause->trace);
  others(out, run, cause);
  const bool chinese = language == Language::kChinese;
  if (cause->trace.mixed && cause->ranks.empty() && !out.others.empty()) {
    out.notes.emplace_back(chinese ? "多个进程的输出行混在一起，无法还原哪个 rank 最先失败"
                                   : "lines of several processes are mixed: which rank failed "
                                     "first cannot be rebuilt");
  }
  if (number + 1 < runs.size() && runs[number + 1].beside) {
    const std::uint64_t line = runs[number + 1].first_line;
    out.notes.push_back(
        chinese
            ? fmt::format("从第 {} 行起训练仍在继续：另一次运行也写入这个日志", line)
            : fmt::format("training goes on at line {}: another run writes into this log", line));
  }
  if (auto note = lagging(run, chinese)) out.notes.push_back(std::move(*note));
  if (reader.cut_pieces() > 0) {
    out.notes.emplace_back(
        chinese ? fmt::format("有 {} 行过长，只读了首尾", reader.cut_pieces())
                : fmt::format("of {} very long line{} only the beginning and the end were read",
                              reader.cut_pieces(), reader.cut_pieces() == 1 ? "" : "s"));
  }
  add_probes(out, run, target, language);
  return out;
}

}  // namespace mmlint::logs
