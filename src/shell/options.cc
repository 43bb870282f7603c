#include "shell/options.h"

#include <algorithm>

#include "shell/shell_value.h"

namespace mmlint::shell {
namespace {

constexpr std::string_view kTorchRunValues[] = {"nnodes",
                                                "nproc_per_node",
                                                "rdzv_backend",
                                                "rdzv_endpoint",
                                                "rdzv_id",
                                                "rdzv_conf",
                                                "max_restarts",
                                                "monitor_interval",
                                                "start_method",
                                                "event_log_handler",
                                                "role",
                                                "log_dir",
                                                "r",
                                                "redirects",
                                                "t",
                                                "tee",
                                                "local_ranks_filter",
                                                "node_rank",
                                                "master_addr",
                                                "master_port",
                                                "local_addr",
                                                "logs_specs",
                                                "numa_binding",
                                                "signals_to_handle",
                                                "shutdown_timeout",
                                                "duplicate_stdout_filters",
                                                "duplicate_stderr_filters"};
constexpr std::string_view kTorchRunSwitches[] = {"standalone", "m",        "module",
                                                  "no_python",  "run_path", "use_env",
                                                  "h",          "help",     "virtual_local_rank"};

// Of the other programs only what says where their options end. A long option that does not stand
// here takes the next word, unless that is an option or a script; a short one takes none.
constexpr std::string_view kMpirunValues[] = {"np",       "n",     "N",    "npernode", "ppn",
                                              "hostfile", "H",     "f",    "x",        "map_by",
                                              "bind_to",  "mca 2", "env 2"};
constexpr std::string_view kMpirunSwitches[] = {"allow_run_as_root", "oversubscribe", "tag_output",
                                                "report_bindings", "display_map"};
constexpr std::string_view kHorovodrunValues[] = {"np", "H"};
constexpr std::string_view kHorovodrunSwitches[] = {"verbose", "gloo"};
constexpr std::string_view kDeepspeedValues[] = {"H", "i", "e"};
constexpr std::string_view kDeepspeedSwitches[] = {"module", "no_local_rank", "bind_cores_to_rank"};
constexpr std::string_view kAccelerateSwitches[] = {"multi_gpu", "use_deepspeed", "use_fsdp",
                                                    "module"};
// All that srun and sbatch take: behind one that is not known, sbatch's script would not be found.
constexpr std::string_view kSlurmValues[] = {"A", "a", "B", "b", "C", "c", "D", "d", "e",
                                             "G", "i", "J", "L", "M", "m", "N", "n", "o",
                                             "p", "q", "r", "S", "T", "t", "w", "x", "Z"};
constexpr std::string_view kSlurmSwitches[] = {"unbuffered",       "exclusive", "label",
                                               "kill_on_bad_exit", "pty",       "verbose"};
constexpr std::string_view kSudoValues[] = {"u"};

std::string normal_name(std::string_view option) {
  option.remove_prefix(option.starts_with("--") ? 2 : 1);
  std::string out(option);
  if (out.size() > 1) std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// How many values an option takes; none for a name that the set does not hold.
std::optional<std::size_t> arity(std::string& name, const OptionSet& set) {
  const auto look = [&](auto&& fits) -> std::optional<std::size_t> {
    for (const std::string_view each : set.values) {
      const std::string_view plain = each.substr(0, each.find(' '));
      if (!fits(plain)) continue;
      name = plain;
      return plain.size() == each.size() ? 1 : 2;
    }
    for (const std::string_view each : set.switches) {
      if (!fits(each)) continue;
      name = each;
      return 0;
    }
    return std::nullopt;
  };
  if (const auto found = look([&](std::string_view each) { return each == name; })) return found;
  if (!set.abbreviates || name.size() < 2) return std::nullopt;
  const std::string written = name;
  std::size_t count = 0;
  const auto begins = [&](std::string_view each) { return each.starts_with(written); };
  for (const std::string_view each : set.values) count += begins(each);
  for (const std::string_view each : set.switches) count += begins(each);
  return count == 1 ? look(begins) : std::nullopt;
}

bool has_name(const OptionSet& set, std::string_view name) {
  return std::count(set.values.begin(), set.values.end(), name) != 0 ||
         std::count(set.switches.begin(), set.switches.end(), name) != 0;
}

bool may_be_value(const ExpandedWord& word) {
  return !word.value.starts_with('-') && !names_script(word);
}

}  // namespace

const OptionSet kTorchRunOptions{kTorchRunValues, kTorchRunSwitches, true};
const OptionSet kMpirunOptions{kMpirunValues, kMpirunSwitches, false};
const OptionSet kHorovodrunOptions{kHorovodrunValues, kHorovodrunSwitches, false};
const OptionSet kDeepspeedOptions{kDeepspeedValues, kDeepspeedSwitches, false};
const OptionSet kAccelerateOptions{{}, kAccelerateSwitches, false};
const OptionSet kSlurmOptions{kSlurmValues, kSlurmSwitches, false};
const OptionSet kSudoOptions{kSudoValues, {}, false};

bool names_script(const ExpandedWord& word) {
  const auto ends = [&](std::string_view end) { return word.value.ends_with(end); };
  return ends(".py") || ends(".sh") || ends(".slurm") || ends(".sbatch");
}

Span between(const ExpandedWord& first, const ExpandedWord& last) {
  Span out = first.span;
  if (last.span.file == out.file && last.span.end > out.end) out.end = last.span.end;
  return out;
}

ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         const OptionSet& set) {
  ReadOptions out;
  std::size_t at = first;
  for (; at < words.size(); ++at) {
    const ExpandedWord& word = words[at];
    if (word.precision == ExpandedWord::Precision::kAnyWords && word.value.empty()) {
      // $FLAGS before more options or a script; a script itself if nothing like that follows.
      const bool more_options =
          at + 1 < words.size() && words[at + 1].precision != ExpandedWord::Precision::kAnyWords &&
          (words[at + 1].value.starts_with('-') || !may_be_value(words[at + 1]));
      const bool only_rest = word.depends_on == "@";
      if (!more_options && !only_rest) break;
      out.more = true;
      continue;
    }
    if (!word.value.starts_with('-') || word.in_script_folder || word.value.size() < 2) break;
    if (word.is("--")) {
      ++at;
      break;
    }
    const std::size_t equals = word.value.find('=');
    Flag flag{normal_name(std::string_view(word.value).substr(0, equals)), word.span, std::nullopt};
    const bool is_long = word.value.starts_with("--");
    const auto takes = arity(flag.name, set);
    const std::string_view letters = flag.name;
    const bool attached = !is_long && has_name(set, letters.substr(0, 1));  // -r3
    const bool joined =
        !takes && !is_long && !attached && !letters.empty() &&  // -ds NAME
        std::count(set.values.begin(), set.values.end(), letters.substr(letters.size() - 1)) != 0;
    flag.known = takes || attached ||
                 (word.precision != ExpandedWord::Precision::kExact && equals == word.value.npos);
    if (equals != word.value.npos) {
      const ShellValue whole = from_text(word);
      flag.value = to_text(whole.part(equals + 1, whole.bytes.size()), word.span);
      if (!word.is_known()) flag.value->overridable = word.overridable;
    } else if (word.precision != ExpandedWord::Precision::kExact) {
      flag.value = word;  // `--name` and more that is not known
      flag.value->value.clear();
      flag.value->runs.clear();
      flag.value->sole_dependency = false;
    } else {
      const bool unlisted = is_long && at + 1 < words.size() && may_be_value(words[at + 1]);
      std::size_t count = takes.value_or(joined || unlisted ? 1 : 0);
      out.guessed = out.guessed || (!takes && unlisted &&
                                    words[at + 1].precision != ExpandedWord::Precision::kExact);
      while (count > 0 && at + 1 < words.size()) {
        ++at;
        flag.value = words[at];
        flag.span = between(word, words[at]);
        --count;
      }
    }
    out.flags.push_back(std::move(flag));
  }
  out.next = at;
  return out;
}

}  // namespace mmlint::shell
