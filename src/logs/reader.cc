#include "logs/reader.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "logs/progress.h"

namespace mmlint::logs {

namespace {

// These tell what kind of line stands in a log; the text is without prefixes.

// The collective that a rank of NCCL or HCCL waited for too long: "[Rank 3] ... SeqNum=123".
struct Collective {
  int rank;
  std::uint64_t number;
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// "python tools/train.py" or "torchrun ..." behind a shell's prompt or the "+ " of set -x.
bool is_start_of_python(std::string_view text) {
  for (const std::string_view program : {"python ", "python3 ", "torchrun ", "srun ", "bash ",
                                         "sh ", "mim ", "accelerate ", "mpirun ", "nohup "}) {
    if (text.starts_with(program)) return true;
  }
  return false;
}

// The number behind a word; nullopt if the word is not there or has none.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return std::nullopt;
  const std::string_view rest = text.substr(at + word.size());
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out);
  return error == std::errc() ? std::optional(out) : std::nullopt;
}

// What a shell, nohup or a job system prints when a command starts.
bool starts_command(std::string_view text) {
  if (text.starts_with("nohup: ")) return true;
  if (text.starts_with("Script started on ")) return true;
  if (text.starts_with("+ ")) return is_start_of_python(text.substr(2));
  const std::size_t prompt = std::min(text.find("$ "), text.find("# "));
  return prompt != text.npos && prompt < 120 && is_start_of_python(text.substr(prompt + 2));
}

// What torchrun and torch.distributed.launch print when they start.
bool starts_launcher(std::string_view text) {
  return has(text, "Setting OMP_NUM_THREADS environment variable for each process") ||
         has(text, "The module torch.distributed.launch is deprecated") ||
         has(text, "torch.distributed.launcher.api:Starting elastic_operator");
}

// The name of the table that torchrun prints of the processes that failed.
bool begins_summary(std::string_view text) {
  return has(text, "ChildFailedError");
}

// "  rank      : 1 (local_rank: 1)" of that table.
std::optional<int> failed_rank(std::string_view text) {
  if (!has(text, "(local_rank: ")) return std::nullopt;
  const auto rank = number_behind(text, "rank      : ");
  return rank && *rank < 100'000 ? std::optional(static_cast<int>(*rank)) : std::nullopt;
}

// The rank that a line of PyTorch's own names: "[Rank 3] Watchdog caught ...".
std::optional<int> spoken_rank(std::string_view text) {
  for (const std::string_view word : {"[Rank ", "[rank"}) {
    if (const auto rank = number_behind(text, word); rank && *rank < 100'000)
      return static_cast<int>(*rank);
  }
  return std::nullopt;
}

std::optional<Collective> waiting_collective(std::string_view text) {
  const auto number = number_behind(text, "SeqNum=");
  const auto rank = number ? spoken_rank(text) : std::nullopt;
  return rank ? std::optional(Collective{*rank, *number}) : std::nullopt;
}

constexpr std::size_t kLine = 4096;       // bytes of a line that are kept
constexpr std::size_t kCauses = 300;      // of a run; later ones only repeat
constexpr std::size_t kRuns = 200;        // that are told apart; the oldest are forgotten
constexpr std::size_t kConfig = 1 << 20;  // bytes of a printed config
constexpr std::size_t kFacts = 16 << 10;  // bytes
constexpr std::size_t kProbes = 1024;
constexpr std::size_t kWays = 4;  // of a cause that are kept
constexpr int kMessages = 16;     // that one piece is cut into
// What is known of a run that has a launcher of several processes.
constexpr std::string_view kSeveral = "Processes: several\n";
constexpr std::string_view kProbe = "mmlint-probe ";

// Control characters but those that move the cursor or begin a colour.
bool is_odd(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte != 0x1b) || byte == 0x7f;
}

}  // namespace

Reader::Reader(const Signatures& signatures)
    : signatures_(signatures),
      splitter_([this](const Piece& each) { piece(each); }),
      assembler_([this](Trace&& each) { trace(std::move(each)); }) {
  begin_run(1);
}

void Reader::begin_run(std::uint64_t line) {
  if (runs_.size() >= kRuns) {
    runs_.erase(runs_.begin());
    ++dropped_;
  }
  runs_.emplace_back().first_line = line;
  known_.clear();
  dead_.clear();
  marks_ = 0;
  in_config_ = in_facts_ = in_summary_ = after_summary_ = false;
}

void Reader::feed(std::string_view bytes) {
  bytes_ += bytes.size();
  controls_ += static_cast<std::uint64_t>(std::ranges::count_if(bytes, is_odd));
  splitter_.feed(bytes);
}

void Reader::finish() {
  splitter_.finish();
  assembler_.finish();
  begin_other_run();
  for (Run& run : runs_) run.settle(signatures_);
}

void Reader::piece(const Piece& piece) {
  std::string_view text = without_colours(piece.text, plain_);
  for (int i = 0; i < kMessages; ++i) {
    const std::size_t at = second_message(text);
    if (at == text.npos) break;
    line(piece.line, text.substr(0, at));
    text.remove_prefix(at);
  }
  line(piece.line, text);
}

void Reader::line(std::uint64_t number, std::string_view text) {
  Unprefixed bare = unprefix(text);
  prefixes_.learn(bare.text);
  if (const std::string_view own = prefixes_.without(bare.text); own.size() < bare.text.size()) {
    const Unprefixed inner = unprefix(own);
    bare = {inner.text, inner.rank ? inner.rank : bare.rank, bare.stamped || inner.stamped};
  }
  run().last_line = number;
  if (bare.rank) run().ranks.insert(*bare.rank);
  read({number, bare.text, bare.rank, bare.stamped});
}

// A mark begins a new run if this one has it already or has got further than a run's beginning.
void Reader::mark(Mark mark, const LogLine& line) {
  const unsigned bit = 1U << static_cast<unsigned>(mark);
  const Run& now = run();
  const bool failed = std::ranges::any_of(
      now.causes, [](const Cause& each) { return !each.known || !each.known.signature->silent; });
  const bool another_rank = line.rank && !now.ranks.empty() && failed && now.trained.empty() &&
                            !now.summary && (marks_ & bit) == 0 && mark == Mark::kEnvironment;
  // Each process of a run that has no launcher prints its environment.
  const bool again = (marks_ & bit) != 0 && mark == Mark::kEnvironment;
  const bool over = now.summary || now.ended || !now.trained.empty() || (failed && !another_rank);
  if (over || ((marks_ & bit) != 0 && !line.rank && !again)) {
    assembler_.finish();
    begin_other_run();
    begin_run(line.number);
  } else if (again) {
    run().facts += kSeveral;
  }
  marks_ |= bit;
}

bool Reader::read_config(const LogLine& line) {
  if (!in_config_) {
    in_config_ = line.text == "Config:" || line.text.starts_with("Config:\r");
    if (in_config_) {
      run().config.clear();
      run().config_line = line.number + 1;
      in_facts_ = false;
    }
    return in_config_;
  }
  const bool ends = line.stamped || trim(line.text).empty() || begins_traceback(line.text) ||
                    line.text.starts_with("--------") || line.text.starts_with("=======");
  if (ends) return in_config_ = false;
  if (run().config.size() < kConfig) run().config.append(line.text).append("\n");
  return true;
}

// "    Distributed launcher: pytorch", below "System environment:".
void Reader::read_facts(const LogLine& line) {
  if (line.text == "System environment:") {
    mark(Mark::kEnvironment, line);
    in_facts_ = true;
    return;
  }
  if (!in_facts_) return;
  // PyTorch's own list of how it was built, which stands among them, is indented less.
  const bool inside = line.text.starts_with("  ") ||
                      line.text.starts_with("Runtime environment:") || trim(line.text).empty();
  if (!inside)
    in_facts_ = line.text.starts_with("----");
  else if (run().facts.size() < kFacts)
    run().facts.append(line.text).append("\n");
}

// The table of torchrun: which ranks failed, between two lines of '='.
void Reader::read_summary(const LogLine& line) {
  if (begins_summary(line.text)) {
    in_summary_ = run().summary = true;
    after_summary_ = false;
    table_lines_ = 0;
  }
  if (!in_summary_) return;
  if (line.text.starts_with("=====") && ++table_lines_ == 2) {
    in_summary_ = false;
    after_summary_ = true;
  }
  if (const auto rank = failed_rank(line.text)) run().failed.insert(*rank);
}

void Reader::read(const LogLine& line) {
  if (read_config(line)) return;
  read_facts(line);
  if (const std::size_t at = line.text.find(kProbe); at != line.text.npos) {
    auto probe = read_probe(line.text.substr(at));
    const auto same = [&](const ProbeReading& each) { return probe && each.rank == probe->rank; };
    auto& probes = run().probes;
    if (probe && probes.size() < kProbes && std::ranges::none_of(probes, same))
      probes.push_back(std::move(*probe));
    return;
  }
  if (starts_command(line.text)) mark(Mark::kShell, line);
  if (starts_launcher(line.text)) {
    mark(Mark::kLauncher, line);
    run().facts += kSeveral;
  }
  read_summary(line);
  if (const auto collective = waiting_collective(line.text))
    run().collectives.emplace(collective->rank, collective->number);
  const bool step = reports_step(line.text);
  // Behind the table of torchrun, what trains or fails is another run.
  if (after_summary_ && !line.rank && (step || begins_traceback(line.text))) {
    assembler_.finish();
    begin_run(line.number);
  }
  const bool end = reports_end(line.text);
  // What it completes stands before this line.
  if (assembler_.take(line, step || end)) return;
  if (step || end) trained(line, end);
  const std::string_view thrown = thrown_by_cpp(line.text);
  Known known = signatures_.of_line(line.text, run().facts);
  if (!known && thrown.empty()) return;
  Cause cause;
  cause.trace.message = !thrown.empty()      ? thrown.substr(0, kLine)
                        : known.told.empty() ? line.text.substr(0, kLine)
                                             : known.told;
  cause.trace.rank = line.rank ? line.rank : spoken_rank(line.text);
  cause.trace.line = cause.trace.first_line = line.number;
  if (!known) known = signatures_.of(cause.trace, run().facts);
  cause.known = known;
  cause.from_line = true;
  add(std::move(cause));
}

// A step of training was done, or all of them.
void Reader::trained(const LogLine& line, bool end) {
  const int rank = line.rank.value_or(-1);
  if (const auto found = dead_.find(rank); found != dead_.end()) {
    Steps& behind = found->second;
    if (behind.count++ == 0) behind.first = line.number;
    behind.last = line.number;
    // A process that is named does not train after its end. Without a rank it may be another one of
    // the same run, which prints a step or two before it fails for want of the first.
    if (rank != -1 || behind.count > kOthers) begin_other_run();
  }
  ++run().steps;
  run().trained[rank] = line.number;
  if (rank != -1) run().trained[-1] = line.number;
  run().ended |= end;
}

// What trained on after the end of a process is a run of its own, which nothing else in the log
// begins.
void Reader::begin_other_run() {
  const auto found =
      std::ranges::find_if(dead_, [](const auto& each) { return each.second.count > 0; });
  if (found == dead_.end() || run().summary || has(run().facts, kSeveral)) return;
  const Steps steps = found->second;
  const int rank = found->first;
  begin_run(steps.first);
  run().last_line = steps.last;
  run().beside = true;
  run().steps = steps.count;
  run().trained[rank] = run().trained[-1] = steps.last;
}

void Reader::trace(Trace&& trace) {
  Cause cause;
  if (trace.wrapped) return;  // the traceback behind it tells the cause
  cause.fatal = ends_program(trace, run().steps > 0);
  cause.known = signatures_.of(trace, run().facts);
  // What was raised while another error was handled may be known by that one alone.
  for (const Trace& each : trace.earlier) {
    if (cause.known && !cause.known.signature->general) break;
    if (const Known known = signatures_.of(each, run().facts);
        known && (!cause.known || !known.signature->general)) {
      cause.known = known;
      const std::uint64_t first = trace.first_line;
      Trace earlier = each;
      earlier.first_line = std::min(first, earlier.first_line);
      trace = std::move(earlier);
      break;
    }
  }
  cause.trace = std::move(trace);
  add(std::move(cause));
}

void Reader::add(Cause&& cause) {
  // Behind the first line of what is mixed, and among its calls, may stand what another process
  // said.
  const std::string text = cause.trace.text();
  std::string key =
      normalized(std::string_view(text).substr(0, cause.trace.mixed ? text.find('\n') : 400));
  if (!cause.trace.frames.empty() && !cause.trace.mixed)
    key += normalized(cause.trace.frames.back().path);
  const std::uint64_t line = cause.trace.line;
  for (auto& [rank, steps] : dead_) steps = {};  // it goes on to fail as well
  if (cause.fatal) dead_[cause.trace.rank.value_or(-1)] = {};
  std::vector<Frame> way;
  std::ranges::copy_if(cause.trace.frames, std::back_inserter(way), is_of_project);
  const auto rank = cause.trace.rank;
  auto [found, fresh] = known_.emplace(std::move(key), run().causes.size());
  if (fresh && run().causes.size() >= kCauses) {
    known_.erase(found);
    return;
  }
  if (fresh) run().causes.push_back(std::move(cause));
  Cause& one = run().causes[found->second];
  ++one.count;
  one.last = std::max(one.last, line);
  one.steps = run().steps;
  const bool fresh_way = !is_in(way, one.ways);
  if (!way.empty() && fresh_way && one.ways.size() < kWays) one.ways.push_back(std::move(way));
  if (rank) one.ranks.insert(*rank);
}

}  // namespace mmlint::logs
