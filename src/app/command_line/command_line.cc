#include "app/command_line/command_line.h"

#include <CLI/CLI.hpp>

#include "catalog/embedded.h"

namespace mmlint::app {
namespace {

using Add = void (OptionGroups::*)(CLI::App&) const;

// A command in one place: its texts, two examples, and its options in the order of help.
struct Command {
  const char* name;
  LocalizedText text;
  LocalizedText examples;
  std::vector<Add> options;
  const char* paths = "";  // the name of its paths; empty: they are among the options
  bool is_listed = true;
};

LocalizedText both(const char* text) {
  return {text, text};
}

const std::vector<Command>& commands() {
  using G = OptionGroups;
  static const std::vector<Command> all = {
      {"check",
       {"Lint files and folders; the current one if none is named",
        "检查文件和文件夹；不指定时检查当前文件夹"},
       both("  mmlint check configs --target npu\n"
            "  mmlint check . --format github --format sarif --output - --output mmlint.sarif"),
       {&G::input, &G::standard_input, &G::project, &G::rules, &G::checking, &G::output},
       "PATH"},
      {"fix",
       {"Apply safe fixes until nothing changes", "应用安全的修复，直到没有变化"},
       {"  mmlint fix configs --diff          # show, write nothing\n  mmlint fix configs --unsafe "
        "       # also what changes numerics",
        "  mmlint fix configs --diff          # 只显示，不写文件\n  mmlint fix configs --unsafe    "
        "    # 也应用会改变数值的修复"},
       {&G::fixing, &G::input, &G::standard_input, &G::project, &G::rules, &G::output},
       "PATH"},
      {"port",
       {"Write a config that inherits another for a target", "为某个目标写出继承另一配置的新配置"},
       both("  mmlint port configs/a.py --target gcu -o configs/a_gcu.py\n"
            "  mmlint port configs/a.py -o configs/a_gcu.py --force"),
       {&G::porting, &G::project}},
      {"show",
       {"Print what a config means, its bases included", "显示配置的含义，包括其基础配置"},
       both("  mmlint show configs/a.py --key model.backbone --origins\n"
            "  mmlint show configs --format jsonl"),
       {&G::showing, &G::input, &G::standard_input, &G::project, &G::process_environment},
       "CONFIG"},
      {"why",
       {"Say who set a key of a config, and whom it overrode", "说明配置中的键由谁设置、覆盖了谁"},
       both("  mmlint why configs/a.py optim_wrapper.optimizer.lr\n"
            "  mmlint why configs/a.py train_pipeline.0.type --format json"),
       {&G::explaining, &G::standard_input, &G::project, &G::process_environment}},
      {"diagnose",
       {"Say what a training log shows, and which line to change",
        "说明训练日志显示的问题，以及该改哪一行"},
       both("  mmlint diagnose train.log --config configs/a.py\n"
            "  tail -n 2000 nohup.out | mmlint diagnose -"),
       {&G::diagnosing, &G::project}},
      {"probe",
       {"Print where parameters are when DDP wraps them", "打印 DDP 包装时参数所在的设备"},
       both("  mmlint probe write -o probe_ddp.py\n"
            "  mmlint probe install .venv"),
       {&G::probing, &G::packages, &G::process_environment}},
      {"groups",
       {"List the files that are judged together, a line for each group",
        "列出一起检查的文件，每组一行"},
       both("  mmlint groups . > groups.txt\n"
            "  mmlint groups configs --exclude work_dirs | wc -l"),
       {&G::input, &G::project},
       "PATH"},
      {"rules",
       {"List the rules, or explain one", "列出规则，或解释其中一条"},
       both("  mmlint rules MM101 --target npu\n"
            "  mmlint rules --check lint/rules"),
       {&G::rule_catalog}},
      {"targets",
       {"List the targets, or say what one needs", "列出目标，或说明其中一个的需求"},
       both("  mmlint targets\n"
            "  mmlint targets npu"),
       {&G::target_catalog}},
      {"completion",
       {"Print what a shell needs to complete commands and options",
        "打印 shell 补全命令和选项所需的脚本"},
       both("  mmlint completion bash > ~/.local/share/bash-completion/completions/mmlint\n"
            "  mmlint completion zsh > ~/.zfunc/_mmlint"),
       {&G::completion}},
      {"man",
       {"Print the manual page", "打印手册页"},
       both("  mmlint man | man -l -\n"
            "  mmlint man > mmlint.1"),
       {}},
  };
  return all;
}

// Help as CLI11 writes it, with our words, and one empty line at a time.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(Language language) {
    column_width(28);
    const bool is_chinese = language == Language::kChinese;
    label("Usage", is_chinese ? "用法" : "Usage");
    label("OPTIONS", is_chinese ? "选项" : "OPTIONS");
    label("Options", is_chinese ? "选项" : "Options");
    label("Positionals", is_chinese ? "参数" : "Arguments");
    label("SUBCOMMAND", is_chinese ? "命令" : "COMMAND");
    label("Excludes", is_chinese ? "不能同时用" : "Excludes");
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    std::string out;
    for (const char c : text) {
      if (c != '\n' || !out.ends_with("\n\n")) out += c;
    }
    return out;
  }
};

}  // namespace

std::unique_ptr<CLI::App> command_line(RawOptions& raw, Language language) {
  static const LocalizedText kWhat = {
      "Reads MMEngine configs, training scripts and launch scripts without running them, and says "
      "what\nwill keep training from starting, or from being right, on the accelerator you name.",
      "不运行代码，读取 MMEngine "
      "配置、训练脚本和启动脚本，说明在你指定的加速器上\n什么会使训练无法启动或结果不对。"};
  static const LocalizedText kPaths = {"Files and folders; '-' reads standard input",
                                       "文件和文件夹；'-' 读取标准输入"};
  static const LocalizedText kExamples = {"Examples", "示例"};
  static const LocalizedText kHelp = {"Print this help and exit", "显示帮助并退出"};
  static const LocalizedText kVersion = {"Print version, rules and targets, and exit",
                                         "显示版本、规则和目标并退出"};
  static const LocalizedText kPrinted = {"What is printed", "输出"};
  static const LocalizedText kCommands = {"Commands", "命令"};
  static const LocalizedText kMore = {"mmlint COMMAND --help says more, with examples.",
                                      "更多说明和示例见 mmlint 命令 --help。"};
  auto app = std::make_unique<CLI::App>(kWhat.in(language), "mmlint");
  const auto formatter = std::make_shared<HelpFormatter>(language);
  app->formatter(formatter);
  app->set_help_flag("-h,--help", kHelp.in(language));
  app->set_version_flag(
      "--version", [] { return version_text(); }, kVersion.in(language));
  app->footer(kMore.in(language));
  app->require_subcommand(1);
  const OptionGroups groups(raw, language);
  for (const Command& each : commands()) {
    CLI::App* command = app->add_subcommand(each.name, each.text.in(language));
    command->formatter(formatter);
    command->set_help_flag("-h,--help", kHelp.in(language))->group(kPrinted.in(language));
    command->allow_extras();
    command->group(each.is_listed ? kCommands.in(language) : "");
    if (*each.paths != '\0')
      command->add_option(each.paths, raw.options.paths, kPaths.in(language))->type_name("");
    for (const Add add : each.options) (groups.*add)(*command);
    command->footer(fmt::format("{}:\n{}", kExamples.in(language), each.examples.in(language)));
  }
  return app;
}

std::vector<const CLI::App*> listed_commands(const CLI::App& all) {
  std::vector<const CLI::App*> out;
  for (const CLI::App* command : all.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) out.push_back(command);
  }
  return out;
}

std::string version_text() {
  const auto catalog = catalog::Catalog::of_image(catalog::embedded_image());
  return fmt::format("mmlint {}\n{} rules, {} targets", MMLINT_VERSION, catalog.rules().size(),
                     catalog.targets().size());
}

}  // namespace mmlint::app
