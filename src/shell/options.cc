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
constexpr std::string_view kMpirunValues[] = {"np",
                                              "n",
                                              "c",
                                              "N",
                                              "npernode",
                                              "ppn",
                                              "hostfile",
                                              "machinefile",
                                              "H",
                                              "host",
                                              "hosts",
                                              "f",
                                              "x",
                                              "wdir",
                                              "wd",
                                              "map_by",
                                              "bind_to",
                                              "rank_by",
                                              "output_filename",
                                              "mca 2",
                                              "gmca 2",
                                              "genv 2",
                                              "env 2",
                                              "rf",
                                              "rankfile",
                                              "path",
                                              "prefix",
                                              "timeout"};
constexpr std::string_view kMpirunSwitches[] = {"allow_run_as_root",
                                                "oversubscribe",
                                                "use_hwthread_cpus",
                                                "tag_output",
                                                "display_map",
                                                "report_bindings",
                                                "v",
                                                "q",
                                                "bynode",
                                                "byslot",
                                                "l"};
constexpr std::string_view kHorovodrunValues[] = {"np",
                                                  "num_proc",
                                                  "p",
                                                  "ssh_port",
                                                  "H",
                                                  "hosts",
                                                  "hostfile",
                                                  "host_discovery_script",
                                                  "min_np",
                                                  "max_np",
                                                  "slots_per_host",
                                                  "start_timeout",
                                                  "network_interfaces",
                                                  "output_filename",
                                                  "config_file",
                                                  "mpi_args",
                                                  "log_level"};
constexpr std::string_view kHorovodrunSwitches[] = {"verbose", "gloo",          "mpi",     "jsrun",
                                                    "tcp",     "disable_cache", "autotune"};
constexpr std::string_view kDeepspeedValues[] = {"H",
                                                 "hostfile",
                                                 "i",
                                                 "include",
                                                 "e",
                                                 "exclude",
                                                 "num_nodes",
                                                 "num_gpus",
                                                 "num_accelerators",
                                                 "min_elastic_nodes",
                                                 "max_elastic_nodes",
                                                 "master_port",
                                                 "master_addr",
                                                 "node_rank",
                                                 "launcher",
                                                 "launcher_args",
                                                 "autotuning",
                                                 "enable_each_rank_log",
                                                 "ssh_port",
                                                 "bind_core_list",
                                                 "save_pid",
                                                 "venv_script"};
constexpr std::string_view kDeepspeedSwitches[] = {
    "module", "no_python",   "no_local_rank",    "no_ssh_check",
    "no_ssh", "force_multi", "elastic_training", "bind_cores_to_rank"};
constexpr std::string_view kAccelerateValues[] = {"config_file",
                                                  "num_processes",
                                                  "num_machines",
                                                  "num_cpu_threads_per_process",
                                                  "machine_rank",
                                                  "main_process_ip",
                                                  "main_process_port",
                                                  "mixed_precision",
                                                  "gpu_ids",
                                                  "dynamo_backend",
                                                  "rdzv_backend",
                                                  "rdzv_conf",
                                                  "max_restarts",
                                                  "monitor_interval",
                                                  "log_dir",
                                                  "role",
                                                  "tee",
                                                  "deepspeed_config_file",
                                                  "zero_stage",
                                                  "gradient_accumulation_steps",
                                                  "gradient_clipping",
                                                  "fsdp_sharding_strategy",
                                                  "downcast_bf16"};
constexpr std::string_view kAccelerateSwitches[] = {"multi_gpu",
                                                    "cpu",
                                                    "mps",
                                                    "tpu",
                                                    "use_deepspeed",
                                                    "use_fsdp",
                                                    "use_megatron_lm",
                                                    "use_xpu",
                                                    "m",
                                                    "module",
                                                    "no_python",
                                                    "q",
                                                    "quiet",
                                                    "debug",
                                                    "same_network",
                                                    "enable_cpu_affinity"};
constexpr std::string_view kSrunValues[] = {"A", "B", "c", "C", "d", "D", "e", "G",
                                            "i", "J", "m", "n", "N", "o", "p", "q",
                                            "r", "S", "t", "T", "w", "x", "Z"};
constexpr std::string_view kSrunSwitches[] = {"E",
                                              "k",
                                              "K",
                                              "l",
                                              "O",
                                              "Q",
                                              "s",
                                              "u",
                                              "v",
                                              "X",
                                              "unbuffered",
                                              "exclusive",
                                              "pty",
                                              "overlap",
                                              "label",
                                              "quiet",
                                              "verbose",
                                              "no_kill",
                                              "kill_on_bad_exit",
                                              "overcommit",
                                              "oversubscribe",
                                              "share",
                                              "preserve_env",
                                              "disable_status",
                                              "spread_job",
                                              "wait_all_nodes"};
constexpr std::string_view kSudoValues[] = {"u",      "user", "g", "group", "h", "host", "p",
                                            "prompt", "C",    "D", "R",     "T", "r",    "t"};
constexpr std::string_view kSudoSwitches[] = {
    "E", "preserve_env", "H", "n", "i", "s", "S", "b", "k", "A", "P"};

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
  if (word.value.starts_with('-')) return false;
  return !word.value.ends_with(".py") && !word.value.ends_with(".sh");
}

}  // namespace

const OptionSet kTorchRunOptions{kTorchRunValues, kTorchRunSwitches, true};
const OptionSet kMpirunOptions{kMpirunValues, kMpirunSwitches, false};
const OptionSet kHorovodrunOptions{kHorovodrunValues, kHorovodrunSwitches, true};
const OptionSet kDeepspeedOptions{kDeepspeedValues, kDeepspeedSwitches, true};
const OptionSet kAccelerateOptions{kAccelerateValues, kAccelerateSwitches, true};
const OptionSet kSrunOptions{kSrunValues, kSrunSwitches, false};
const OptionSet kSudoOptions{kSudoValues, kSudoSwitches, false};

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
    const auto takes = arity(flag.name, set);
    const std::string_view letter = std::string_view(flag.name).substr(0, 1);
    const bool attached = !word.value.starts_with("--") && has_name(set, letter);  // -r3
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
      const bool is_long = word.value.starts_with("--");
      std::size_t count =
          takes.value_or(is_long && at + 1 < words.size() && may_be_value(words[at + 1]) ? 1 : 0);
      if (!takes && !is_long && word.value.size() > 2) count = 0;  // -N1
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
