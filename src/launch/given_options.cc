#include "launch/given_options.h"

#include "launch/launch_start.h"
#include "script/symbols.h"

namespace mmlint::launch {

using script::Summary;

namespace {

// Whether a word is the beginning of an option's name and no option's whole name, so that argparse
// takes it for that option.
bool abbreviates(std::string_view word, const script::Option& option, const Summary& script) {
  const auto begins = [&](const std::string& name) { return name.starts_with(word); };
  const auto is_whole = [&](const script::Option& each) { return is_in(word, each.names); };
  return word.starts_with("--") && std::ranges::any_of(option.names, begins) &&
         std::ranges::none_of(script.options, is_whole);
}

}  // namespace

bool gives_option(const LinkedLaunch& launch, const Summary& script, std::string_view dest) {
  const auto is_own = [&](const auto& option) { return option.dest == dest; };
  if (std::ranges::none_of(script.options, is_own)) {  // of a parser that is not known
    std::string name = fmt::format("--{}", dest), value;
    if (launch.option(name, &value)) return true;
    std::ranges::replace(name, '_', '-');
    return launch.option(name, &value) != nullptr;
  }
  return std::ranges::any_of(script.options, [&](const auto& option) {
    if (option.dest != dest || !option.names.front().starts_with('-')) return false;
    std::string value;
    const auto has = [&](const std::string& name) {
      return launch.option(name, &value) != nullptr;
    };
    if (std::ranges::any_of(option.names, has))
      return value.empty() || value != script::text_of(option.default_value);
    const script::Start start = start_of(launch);
    const auto passes = [&](const std::string& name) { return is_in(name, start.words); };
    if (std::ranges::any_of(option.names, passes)) return true;  // by torch.distributed.launch
    return !start.more && std::ranges::any_of(start.words, [&](const auto& word) {
      return abbreviates(word, option, script);
    });
  });
}

bool gives_pairs(const LinkedLaunch& launch, const Summary& script) {
  return std::ranges::any_of(script.options, [&](const script::Option& option) {
    return option.is_dict && std::ranges::any_of(option.names, [&](const std::string& name) {
             return launch.option(name, nullptr) != nullptr;
           });
  });
}

bool none_names_launcher(const std::vector<const LinkedLaunch*>& launches) {
  return !launches.empty() && std::ranges::all_of(launches, [](const LinkedLaunch* linked) {
    const bool known = std::ranges::none_of(linked->launch->arguments, [](const auto& word) {
      return word.precision == shell::ExpandedWord::Precision::kAnyWords;
    });
    std::string launcher;
    return known && (!linked->option("--launcher", &launcher) || launcher == "none");
  });
}

std::set<std::string> given_options(const std::vector<const LinkedLaunch*>& launches,
                                    const Summary& script) {
  std::set<std::string> out;
  for (const script::Option& option : script.options) {
    if (std::ranges::any_of(launches, [&](const LinkedLaunch* launch) {
          return gives_option(*launch, script, option.dest);
        }))
      out.insert(option.dest);
  }
  return out;
}

}  // namespace mmlint::launch
