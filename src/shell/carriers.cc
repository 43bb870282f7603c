#include "shell/carriers.h"

#include "base/algorithms.h"
#include "facts/launch.h"
#include "shell/launch_reader.h"
#include "shell/options.h"

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

bool starts_something(Words words, std::size_t at) {
  if (at >= words.size()) return false;
  const std::size_t first = at + unwrap(words.subspan(at)).first;
  return first < words.size() && (read_launch(words, first) || shell_text(words, first) ||
                                  facts::is_shell(program_name(words[first])));
}

// ssh(1)
Carried of_ssh(Words words, std::size_t at) {
  const std::size_t host = read_options(words, at, "ssh").next;
  if (host >= words.size()) return {};
  CarriedCommand out;
  out.elsewhere = out.is_text = true;
  out.first = host + 1;
  out.end = words.size();
  out.reads_input = out.first == out.end;
  return {out};
}

bool is_docker_switch(std::string_view option) {
  if (!option.starts_with("--")) return option.find_first_not_of("-dit") == option.npos;
  return is_in(option, {"--detach", "--rm", "--init", "--privileged", "--nv"});
}

// docker run IMAGE COMMAND, docker exec CONTAINER COMMAND and what takes the same words.
Carried of_docker(Words words, std::size_t at) {
  while (at < words.size() && is_option(words[at])) ++at;
  if (at >= words.size() || !is_in(words[at].value, {"run", "exec"})) return {};
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
    if (sets && words[at].is_known()) out.settings.push_back(at);
  }
  if (at + 1 >= words.size()) return {};
  out.elsewhere = true;
  out.first = at + 1;
  out.end = words.size();
  return {out};
}

// Whether options, such as `-ds NAME` and `-dmS NAME`, leave the command in the background.
bool detaches(Words options) {
  return std::ranges::any_of(options, [](const ExpandedWord& word) {
    return is_option(word) && word.value.find('d') != word.value.npos;
  });
}

// tmux(1): the commands of tmux that stand between words ";".
Carried of_tmux(Words words, std::size_t at) {
  Carried out;
  for (std::size_t end = at; at < words.size(); at = end + 1) {
    end = at;
    while (end < words.size() && !words[end].is(";")) ++end;
    if (at == end) continue;
    const bool sends = words[at].is("send-keys");
    if (!sends && !is_in(words[at].value, {"new-session", "new"})) continue;
    CarriedCommand carried;
    carried.first = read_options(words.first(end), at + 1, "tmux").next;
    carried.end = end;
    while (sends && carried.end > carried.first &&
           is_in(words[carried.end - 1].value, {"Enter", "C-m"}))
      --carried.end;
    carried.is_text = carried.end == carried.first + 1;
    carried.at_once = sends || detaches(words.subspan(at, carried.first - at));
    if (carried.first < carried.end) out.push_back(carried);
  }
  return out;
}

// screen(1)
Carried of_screen(Words words, std::size_t at) {
  CarriedCommand out;
  out.end = words.size();
  bool sends = false;
  const std::size_t options = at;
  for (; at < words.size() && is_option(words[at]); ++at) {
    sends = sends || words[at].is("-X");
    if (words[at].value.ends_with('S')) ++at;
  }
  if (sends) {  // screen -S NAME -X stuff TEXT
    if (at + 1 >= words.size() || !words[at].is("stuff")) return {};
    ++at;
    out.is_text = true;
  }
  out.first = at;
  out.at_once = sends || detaches(words.subspan(options, at - options));
  return out.first < out.end ? Carried{out} : Carried{};
}

// xargs(1)
Carried of_xargs(Words words, std::size_t at) {
  CarriedCommand out;
  out.end = words.size();
  out.placeholder = "";
  for (; at < words.size() && is_option(words[at]); ++at) {
    const std::string_view word = words[at].value;
    if (word.starts_with("--")) {
      const bool counts = word.starts_with("--max-procs=");
      if (!counts && !word.starts_with("--max-args=")) return {};
      if (counts) out.at_once = !word.ends_with("=1");
      continue;
    }
    const std::size_t letter = word.find_first_of("IPin", 1);
    if (letter == word.npos) continue;
    const bool attached = letter + 1 < word.size();
    if (word[letter] == 'i') {
      out.placeholder = "{}";
      continue;
    }
    if (!attached && ++at >= words.size()) return {};
    const std::string value = attached ? std::string(word.substr(letter + 1)) : words[at].value;
    if (word[letter] == 'I') out.placeholder = value;
    if (word[letter] == 'P') out.at_once = value != "1";  // 0 is as many as there are
  }
  out.first = at;
  return out.first < out.end ? Carried{out} : Carried{};
}

// find PATH -exec COMMAND {} \;
Carried of_find(Words words, std::size_t at) {
  Carried out;
  for (; at < words.size(); ++at) {
    if (!words[at].is("-exec")) continue;
    CarriedCommand carried;
    carried.first = carried.end = at + 1;
    while (carried.end < words.size() && !is_in(words[carried.end].value, {";", "+"}))
      ++carried.end;
    carried.placeholder = "{}";
    at = carried.end;
    if (carried.first < carried.end) out.push_back(carried);
  }
  return out;
}

// parallel COMMAND ::: WORDS, of GNU
Carried of_parallel(Words words, std::size_t at) {
  const ReadOptions read = read_options(words, at, "parallel");
  CarriedCommand out;
  out.first = out.end = read.next;
  while (out.end < words.size() && !words[out.end].value.starts_with(":::")) ++out.end;
  out.is_text = true;
  out.placeholder = "{}";
  // One for each core, unless a number is given.
  out.at_once = std::ranges::none_of(read.flags, [](const Flag& flag) {
    return flag.name == "j1" || (flag.value && flag.value->is("1"));
  });
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
  const ReadOptions read = read_options(words, at, "srun");
  out.first = read.next;
  out.end = words.size();
  out.reads_input = out.first == out.end;
  if (read.guessed && !out.reads_input && !names_script(words[out.first])) return {};
  out.is_script = !out.reads_input;
  return {out};
}

}  // namespace

Carried carried_commands(Words words, std::size_t first) {
  if (first >= words.size()) return {};
  struct Carrier {
    std::string_view name;
    Carried (*read)(Words words, std::size_t at);
  };
  static constexpr Carrier kCarriers[] = {
      {"ssh", of_ssh},   {"tmux", of_tmux},         {"screen", of_screen}, {"xargs", of_xargs},
      {"find", of_find}, {"parallel", of_parallel}, {"sbatch", of_sbatch},
  };
  const std::string_view name = program_name(words[first]);
  if (facts::runs_containers(name)) return of_docker(words, first + 1);
  for (const Carrier& each : kCarriers) {
    if (name == each.name) return each.read(words, first + 1);
  }
  return {};
}

}  // namespace mmlint::shell
