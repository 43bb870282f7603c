#include "shell/carriers.h"

#include <algorithm>

#include "base/text.h"
#include "shell/launch_reader.h"

namespace mmlint::shell {
namespace {

using Words = std::span<const ExpandedWord>;
using Carried = std::vector<CarriedCommand>;

bool is_option(const ExpandedWord& word) {
  return word.value.starts_with('-') && word.value.size() > 1 && !word.in_script_folder;
}

// Any number of words of which nothing is known.
bool is_open(const ExpandedWord& word) {
  return word.precision == ExpandedWord::Precision::kAnyWords && word.value.empty();
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool starts_something(Words words, std::size_t at) {
  if (at >= words.size()) return false;
  const std::size_t first = at + unwrap(words.subspan(at)).first;
  return first < words.size() && (read_launch(words, first) || shell_text(words, first) ||
                                  is_one_of(program_name(words[first]), {"bash", "sh"}));
}

// Behind single-letter options, of which `values` take a value, attached or as the next word.
// `--long` ones take none unless they stand in `long_values`.
std::size_t behind_options(Words words, std::size_t at, std::string_view values,
                           std::initializer_list<std::string_view> long_values = {}) {
  for (; at < words.size() && is_option(words[at]); ++at) {
    const std::string_view word = words[at].value;
    if (word == "--") return at + 1;
    if (word.starts_with("--")) {
      at += is_one_of(word, long_values) ? 1 : 0;
      continue;
    }
    const std::size_t letter = word.find_first_of(values, 1);
    if (letter != word.npos && letter + 1 == word.size() &&
        words[at].precision == ExpandedWord::Precision::kExact)
      ++at;
  }
  return std::min(at, words.size());
}

// ssh(1)
Carried of_ssh(Words words, std::size_t at) {
  const std::size_t host = behind_options(words, at, "bcDEeFIiJLlmOopQRSWw");
  if (host >= words.size()) return {};
  CarriedCommand out;
  out.elsewhere = out.is_text = true;
  out.first = host + 1;
  out.end = words.size();
  out.reads_input = out.first == out.end;
  return {out};
}

bool is_docker_switch(std::string_view option) {
  if (!option.starts_with("--")) return option.find_first_not_of("-dtiPqT") == option.npos;
  return is_one_of(option, {"--detach",
                            "--interactive",
                            "--tty",
                            "--rm",
                            "--init",
                            "--privileged",
                            "--publish-all",
                            "--read-only",
                            "--no-healthcheck",
                            "--quiet",
                            "--no-deps",
                            "--oom-kill-disable",
                            "--nv",
                            "--rocm",
                            "--cleanenv",
                            "--contain",
                            "--containall",
                            "--writable",
                            "--writable-tmpfs",
                            "--fakeroot",
                            "--no-home",
                            "--no-TTY",
                            "--build",
                            "--service-ports"});
}

// docker run IMAGE COMMAND, docker exec CONTAINER COMMAND and what takes the same words.
Carried of_docker(Words words, std::size_t at) {
  while (at < words.size() && !is_one_of(words[at].value, {"run", "exec"})) {
    const bool goes_on = is_option(words[at]) || words[at].is("compose") ||
                         words[at].is("container") || words[at].is("shell");
    if (!goes_on) return {};
    ++at;
  }
  CarriedCommand out;
  for (++at; at < words.size(); ++at) {
    const ExpandedWord& word = words[at];
    if (is_open(word) && !starts_something(words, at + 1)) continue;  // $OPTIONS
    if (!is_option(word)) break;
    const std::size_t equals = word.value.find('=');
    const std::string option = word.value.substr(0, equals);
    const bool one_word = equals != word.value.npos || is_docker_switch(option) ||
                          word.precision != ExpandedWord::Precision::kExact;
    const bool sets = option == "-e" || option == "--env";
    if (one_word || at + 1 >= words.size()) continue;
    ++at;
    if (sets && words[at].value.find('=') != word.value.npos) out.settings.push_back(at);
  }
  if (at + 1 >= words.size()) return {};
  out.elsewhere = true;
  out.first = at + 1;
  out.end = words.size();
  return {out};
}

bool is_key(std::string_view word) {
  return is_one_of(word,
                   {"Enter", "C-m", "KPEnter", "C-c", "C-d", "C-l", "C-z", "Escape", "Space"});
}

// tmux(1): the commands of tmux that stand between words ";".
Carried of_tmux(Words words, std::size_t at) {
  Carried out;
  at = behind_options(words, at, "cfLST");
  for (std::size_t end = at; at < words.size(); at = end + 1) {
    end = at;
    while (end < words.size() && !words[end].is(";")) ++end;
    if (at == end) continue;
    const Words command = words.first(end);
    const std::string_view name = words[at].value;
    CarriedCommand carried;
    carried.end = end;
    if (is_one_of(name, {"send-keys", "send"})) {
      carried.first = behind_options(command, at + 1, "tNc");
      while (carried.end > carried.first && is_key(words[carried.end - 1].value)) --carried.end;
    } else if (is_one_of(name,
                         {"new-session", "new", "new-window", "neww", "split-window", "splitw",
                          "respawn-pane", "respawnp", "respawn-window", "respawnw"})) {
      carried.first = behind_options(command, at + 1, "cefFnstxylp");
    } else {
      continue;
    }
    carried.is_text = carried.end == carried.first + 1;
    if (carried.first < carried.end) out.push_back(carried);
  }
  return out;
}

// screen(1)
Carried of_screen(Words words, std::size_t at) {
  CarriedCommand out;
  out.end = words.size();
  bool sends = false;
  for (; at < words.size() && is_option(words[at]); ++at) {
    const std::string_view word = words[at].value;
    if (word == "-Logfile") {
      ++at;
      continue;
    }
    sends = sends || word.find('X') != word.npos;
    if (word.find_first_of("cehpsStT", 1) == word.size() - 1) ++at;
  }
  if (sends) {  // screen -S NAME -X stuff TEXT
    if (at + 1 >= words.size() || !words[at].is("stuff")) return {};
    ++at;
    out.is_text = true;
  }
  out.first = at;
  return out.first < out.end ? Carried{out} : Carried{};
}

// Of a number of commands at once; 0 is as many as there are.
bool is_one(std::string_view jobs) {
  return jobs == "1";
}

// xargs(1)
Carried of_xargs(Words words, std::size_t at) {
  CarriedCommand out;
  out.end = words.size();
  out.placeholder = "";
  for (; at < words.size() && is_option(words[at]); ++at) {
    const std::string_view word = words[at].value;
    if (word == "--") {
      ++at;
      break;
    }
    if (word.starts_with("--")) {
      const std::size_t equals = std::min(word.find('='), word.size());
      const std::string_view name = word.substr(0, equals);
      const bool has_next = equals == word.size() && at + 1 < words.size() &&
                            is_one_of(name, {"--arg-file", "--delimiter", "--max-args",
                                             "--max-chars", "--max-procs", "--process-slot-var"});
      if (has_next) ++at;
      const std::string_view value = has_next ? std::string_view(words[at].value)
                                              : word.substr(std::min(equals + 1, word.size()));
      if (name == "--replace") out.placeholder = value.empty() ? "{}" : std::string(value);
      if (name == "--max-procs") out.at_once = !is_one(value);
      continue;
    }
    const std::size_t letter = word.find_first_of("InLPsdaEi", 1);
    if (letter == word.npos) continue;
    const bool attached = letter + 1 < word.size();
    if (word[letter] == 'i') {
      out.placeholder = attached ? std::string(word.substr(letter + 1)) : "{}";
      continue;
    }
    if (!attached) ++at;
    if (at >= words.size()) break;
    const std::string value = attached ? std::string(word.substr(letter + 1)) : words[at].value;
    if (word[letter] == 'I') out.placeholder = value;
    if (word[letter] == 'P') out.at_once = !is_one(value);
  }
  out.first = at;
  return out.first < out.end ? Carried{out} : Carried{};
}

// find PATH -exec COMMAND {} \;
Carried of_find(Words words, std::size_t at) {
  Carried out;
  for (; at < words.size(); ++at) {
    if (!is_one_of(words[at].value, {"-exec", "-execdir", "-ok"})) continue;
    CarriedCommand carried;
    carried.first = carried.end = at + 1;
    while (carried.end < words.size() && !is_one_of(words[carried.end].value, {";", "+"}))
      ++carried.end;
    carried.placeholder = "{}";
    at = carried.end;
    if (carried.first < carried.end) out.push_back(carried);
  }
  return out;
}

// parallel COMMAND ::: WORDS, of GNU
Carried of_parallel(Words words, std::size_t at) {
  CarriedCommand out;
  out.first = behind_options(words, at, "jPnNSa", {"--jobs", "--delay", "--joblog", "--colsep"});
  out.end = out.first;
  while (out.end < words.size() && !words[out.end].value.starts_with(":::")) ++out.end;
  out.is_text = true;
  out.placeholder = "{}";
  out.at_once = true;  // one for each core, unless a number is given
  for (std::size_t i = at; i < out.first; ++i) {
    const std::string_view word = words[i].value;
    const bool next = (word == "-j" || word == "--jobs") && i + 1 < out.first;
    const std::string_view jobs = next                     ? std::string_view(words[i + 1].value)
                                  : word.starts_with("-j") ? word.substr(2)
                                  : word.starts_with("--jobs=") ? word.substr(7)
                                                                : std::string_view();
    if (is_one(jobs)) out.at_once = false;
  }
  return out.first < out.end ? Carried{out} : Carried{};
}

// sbatch SCRIPT, sbatch --wrap=TEXT, or the script in a here-document.
Carried of_sbatch(Words words, std::size_t at) {
  CarriedCommand out;
  for (std::size_t i = at; i < words.size(); ++i) {
    if (!words[i].value.starts_with("--wrap")) continue;
    out.first = words[i].is("--wrap") ? i + 1 : i;
    out.end = std::min(out.first + 1, words.size());
    out.is_text = true;
    return out.first < out.end ? Carried{out} : Carried{};
  }
  out.first = behind_options(words, at, "AaBCcDdeFGGhiJkLMmNnopqSstwx",
                             {"--job-name", "--output", "--error", "--partition", "--nodes",
                              "--ntasks", "--gres", "--time", "--account", "--cpus-per-task",
                              "--mem", "--qos", "--export", "--dependency", "--array"});
  out.end = words.size();
  out.reads_input = out.first == out.end;
  out.is_script = !out.reads_input;
  return {out};
}

// The words behind `--` (kubectl exec POD -- COMMAND).
Carried of_kubectl(Words words, std::size_t at) {
  const auto dashes = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                   [](const ExpandedWord& word) { return word.is("--"); });
  CarriedCommand out;
  out.elsewhere = true;
  out.first = static_cast<std::size_t>(dashes - words.begin()) + 1;
  out.end = words.size();
  return out.first < out.end ? Carried{out} : Carried{};
}

// su USER -c TEXT, script -c TEXT FILE
Carried of_dash_c(Words words, std::size_t at) {
  for (; at + 1 < words.size(); ++at) {
    if (!words[at].is("-c") && !words[at].is("-qc") && !words[at].is("--command")) continue;
    CarriedCommand out;
    out.first = at + 1;
    out.end = at + 2;
    out.is_text = true;
    return {out};
  }
  return {};
}

}  // namespace

Carried carried_commands(Words words, std::size_t first) {
  if (first >= words.size()) return {};
  struct Carrier {
    std::initializer_list<std::string_view> names;
    Carried (*read)(Words words, std::size_t at);
  };
  static const Carrier kCarriers[] = {
      {{"ssh"}, of_ssh},
      {{"docker", "podman", "nvidia-docker", "docker-compose", "singularity", "apptainer"},
       of_docker},
      {{"tmux"}, of_tmux},
      {{"screen"}, of_screen},
      {{"xargs"}, of_xargs},
      {{"find"}, of_find},
      {{"parallel"}, of_parallel},
      {{"sbatch"}, of_sbatch},
      {{"kubectl"}, of_kubectl},
      {{"su", "script"}, of_dash_c},
  };
  const std::string_view name = program_name(words[first]);
  for (const Carrier& each : kCarriers) {
    if (is_one_of(name, each.names)) return each.read(words, first + 1);
  }
  return {};
}

}  // namespace mmlint::shell
