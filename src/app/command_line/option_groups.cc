#include "app/command_line/option_groups.h"

#include <CLI/CLI.hpp>

#include "app/settings/settings_file.h"

namespace mmlint::app {
namespace {

// The groups in which help lists options.
const LocalizedText kRead = {"What is read", "读取的内容"};
const LocalizedText kProject = {"The project", "项目"};
const LocalizedText kJudged = {"By what is judged", "判断的依据"};
const LocalizedText kPrinted = {"What is printed", "输出"};
const LocalizedText kFixed = {"What is fixed", "修复"};
const LocalizedText kRan = {"What ran", "运行的内容"};
const LocalizedText kWritten = {"What is written", "写出的内容"};
const LocalizedText kOwnRules = {"Rules of your own", "自定义规则"};

// One of some words, which the text of the option lists.
CLI::Validator one_of(std::vector<std::string> words) {
  CLI::IsMember out(std::move(words));
  return out.description("");
}

CLI::Validator folder() {
  return CLI::Validator(CLI::ExistingDirectory).description("");
}

}  // namespace

template <class To>
CLI::Option* OptionGroups::option(CLI::App& c, const char* names, To& to, const char* takes,
                                  const LocalizedText& group, const LocalizedText& help) const {
  return c.add_option(names, to, help.in(language_))
      ->allow_extra_args(false)
      ->type_name(takes)
      ->group(group.in(language_));
}

template <class To>
void OptionGroups::argument(CLI::App& c, const char* name, To& to,
                            const LocalizedText& help) const {
  c.add_option(name, to, help.in(language_))->type_name("");
}

void OptionGroups::flag(CLI::App& c, const char* name, bool& to, const LocalizedText& group,
                        const LocalizedText& help) const {
  c.add_flag(name, to, help.in(language_))->group(group.in(language_));
}

void OptionGroups::input(CLI::App& c) const {
  Options& o = raw_.options;
  option(
      c, "--exclude", o.exclude, "PATTERN", kRead,
      {"Leave out files and folders with this name or pattern", "排除名称或模式匹配的文件和文件夹"})
      ->check(CLI::Validator([](const std::string& given) { return wrong_in_pattern(given); }, ""));
  option(c, "--files-from", o.files_from, "FILE", kRead,
         {"Read paths from a file ('-': standard input), one per line",
          "从文件读取路径（'-' 为标准输入），每行一个"});
  option(c, "--kind", o.kind, "KIND", kRead,
         {"config: take every passed file for a config", "config：把传入的每个文件都当作配置"})
      ->check(one_of({"config"}));
  flag(c, "--no-gitignore", raw_.no_gitignore, kRead,
       {"Look at files that git ignores as well", "也查看被 git 忽略的文件"});
  option(c, "--jobs", o.jobs, "N", kRead,
         {"Threads; default: one per processor", "线程数；默认每个处理器一个"})
      ->check(CLI::Range(1, 256).description(""));
}

void OptionGroups::standard_input(CLI::App& c) const {
  option(c, "--stdin-filename", raw_.options.stdin_filename, "PATH", kRead,
         {"The path that standard input stands for", "标准输入所代表的路径"});
}

void OptionGroups::packages(CLI::App& c) const {
  option(c, "--package", raw_.packages, "PKG=DIR", kProject,
         {"The repository or folder of a package whose files are asked for",
          "被引用的包所在的仓库或文件夹"});
  option(
      c, "--python-path", raw_.options.python_paths, "DIR", kProject,
      {"A Python environment or folder where packages are found", "查找包的 Python 环境或文件夹"});
}

void OptionGroups::project(CLI::App& c) const {
  option(c, "--root", raw_.options.root, "DIR", kProject,
         {"Its root; default: the nearest folder with .git or settings",
          "根目录；默认是最近的含 .git 或设置的文件夹"});
  packages(c);
  option(c, "--env", raw_.environment, "NAME=VALUE", kProject,
         {"An environment variable that configs read", "配置读取的环境变量"});
}

void OptionGroups::process_environment(CLI::App& c) const {
  flag(c, "--env-from-process", raw_.options.env_from_process, kProject,
       {"Read the environment variables of this process as well", "也读取当前进程的环境变量"});
}

void OptionGroups::mmengine(CLI::App& c) const {
  option(c, "--mmengine", raw_.options.mmengine, "VERSION", kJudged,
         {"MMEngine's release; default: what requirements*.txt pin, else the newest",
          "MMEngine 的版本；默认取 requirements*.txt 中固定的版本，否则为最新"});
}

void OptionGroups::more_rules(CLI::App& c) const {
  option(c, "--rules", raw_.options.rules, "DIR", kJudged,
         {"A folder with rules of your own", "存放自定义规则的文件夹"})
      ->check(folder());
}

void OptionGroups::lang(CLI::App& c) const {
  option(c, "--lang", raw_.options.lang, "LANG", kPrinted,
         {"en or zh; default: on a terminal the locale's, else en",
          "en 或 zh；默认在终端上随区域设置，其他情况为 en"})
      ->check(one_of({"en", "zh"}));
}

void OptionGroups::color(CLI::App& c) const {
  option(c, "--color", raw_.color, "WHEN", kPrinted,
         {"auto, always or never", "auto、always 或 never"})
      ->check(one_of({"auto", "always", "never"}));
}

void OptionGroups::output_file(CLI::App& c) const {
  option(c, "--output", raw_.options.outputs, "FILE", kPrinted,
         {"Where to write; '-' is standard output", "写到哪里；'-' 为标准输出"});
}

void OptionGroups::rules(CLI::App& c) const {
  Options& o = raw_.options;
  option(c, "--target", o.target, "NAME", kJudged,
         {"The accelerator, or several with commas between them; default: gcu",
          "加速器，多个用逗号分隔；默认 gcu"});
  option(c, "--select", o.select, "RULES", kJudged,
         {"Only these rules: codes, names or prefixes", "只用这些规则：代码、名称或前缀"})
      ->delimiter(',');
  option(c, "--ignore", o.ignore, "RULES", kJudged, {"Not these rules", "不用这些规则"})
      ->delimiter(',');
  more_rules(c);
  mmengine(c);
  option(c, "--baseline", o.baseline, "FILE", kJudged,
         {"Leave out the findings that this file has", "不报告该文件中已有的问题"});
}

void OptionGroups::checking(CLI::App& c) const {
  Options& o = raw_.options;
  option(c, "--write-baseline", o.write_baseline, "FILE", kJudged,
         {"Write all findings to a file, for --baseline", "把所有问题写入文件，供 --baseline 使用"})
      ->excludes(c.get_option("--baseline"));
  flag(c, "--show-settings", o.show_settings, kJudged,
       {"Print the settings for each path and who said them; judge nothing",
        "显示各路径的设置及其来源；不做检查"});
}

void OptionGroups::output(CLI::App& c) const {
  Options& o = raw_.options;
  option(c, "--format", raw_.formats, "NAME", kPrinted,
         {"text (default), concise, json, jsonl, github, ...; repeatable",
          "text（默认）、concise、json、jsonl、github 等；可重复"});
  option(c, "--output", o.outputs, "FILE", kPrinted,
         {"Where the n-th format goes; '-' is standard output",
          "第 n 种格式写到哪里；'-' 为标准输出"});
  flag(c, "--verbose", o.verbose, kPrinted,
       {"Each finding, not some for all that are like it", "显示每一处，而不是合并相似的"});
  lang(c);
  color(c);
  flag(c, "--statistics", o.statistics, kPrinted,
       {"Count the findings of each rule", "统计每条规则的问题数"});
  flag(c, "--timing", o.timing, kPrinted, {"Say how long each phase took", "显示各阶段用时"});
  option(c, "--fail-on", raw_.fail_on, "LEVEL", kPrinted,
         {"The lowest severity that gives 1: info, warning (default), error",
          "使退出码为 1 的最低级别：info、warning（默认）或 error"})
      ->check(one_of({"info", "warning", "error"}));
  flag(c, "--exit-zero", o.exit_zero, kPrinted,
       {"Exit with 0 even if there are findings", "即使有问题也以 0 退出"});
}

void OptionGroups::fixing(CLI::App& c) const {
  Options& o = raw_.options;
  flag(c, "--diff", o.diff, kFixed,
       {"Write nothing, print a unified diff", "不写文件，只打印统一格式的差异"});
  flag(c, "--unsafe", o.unsafe, kFixed,
       {"Also apply fixes that need judgement", "也应用需要你判断的修复"});
  option(c, "--at", raw_.at, "WHERE", kFixed,
         {"Where to edit: auto, origin (any file below the root) or leaf",
          "在哪里修改：auto、origin（根目录下任何文件）或 leaf"})
      ->check(one_of({"auto", "origin", "leaf"}));
  flag(c, "--exit-non-zero-on-fix", o.exit_non_zero_on_fix, kPrinted,
       {"Exit with 1 if anything was changed", "有修改时以 1 退出"});
}

void OptionGroups::porting(CLI::App& c) const {
  Options& o = raw_.options;
  argument(c, "CONFIG", o.paths, {"The config that the new one inherits", "新配置所继承的配置"});
  option(c, "-o,--output", o.out, "FILE", kFixed,
         {"The config to write, a .py file", "要写出的配置，一个 .py 文件"});
  flag(
      c, "--force", o.force, kFixed,
      {"Overwrite it, and the module that an earlier run wrote", "覆盖它，以及之前运行写出的模块"});
  option(
      c, "--target", o.target, "NAME", kJudged,
      {"The accelerator that the new config is for; default: gcu", "新配置面向的加速器；默认 gcu"});
  mmengine(c);
}

void OptionGroups::showing(CLI::App& c) const {
  Options& o = raw_.options;
  option(c, "--key", o.key, "KEY", kPrinted,
         {"Only the part at this key, such as model.backbone.depth",
          "只显示该键下的部分，例如 model.backbone.depth"});
  flag(c, "--origins", o.origins, kPrinted,
       {"Say where each value was set", "说明每个值在哪里设置"});
  option(c, "--format", o.value_format, "NAME", kPrinted,
         {"python (default), json or jsonl (one config per line)",
          "python（默认）、json 或 jsonl（每行一个配置）"})
      ->check(one_of({"python", "json", "jsonl"}));
  output_file(c);
  color(c);
}

void OptionGroups::explaining(CLI::App& c) const {
  Options& o = raw_.options;
  argument(c, "CONFIG", raw_.config,
           {"A config; '-' reads standard input", "一个配置；'-' 读取标准输入"});
  argument(c, "KEY", o.key,
           {"The key, such as model.backbone.depth or train_pipeline.0.type, or [\"a.b\"]",
            "键，例如 model.backbone.depth、train_pipeline.0.type，带点的键写作 [\"a.b\"]"});
  option(c, "--format", o.value_format, "NAME", kPrinted,
         {"text (default) or json", "text（默认）或 json"})
      ->check(one_of({"text", "json"}));
  output_file(c);
  color(c);
}

void OptionGroups::diagnosing(CLI::App& c) const {
  Options& o = raw_.options;
  argument(c, "LOG", o.paths,
           {"Logs of training runs; '-' reads standard input", "训练日志；'-' 读取标准输入"});
  option(c, "--config", o.log_config, "FILE", kRan, {"The config of that run", "该次运行的配置"});
  option(c, "--script", o.log_script, "FILE", kRan, {"Its training script", "训练脚本"});
  option(c, "--launcher", o.log_launcher, "FILE", kRan,
         {"The launch script that started it", "启动它的脚本"});
  option(c, "--target", o.target, "NAME", kRan,
         {"The accelerator that it ran on; default: gcu", "运行所在的加速器；默认 gcu"});
  mmengine(c);
  option(c, "--format", o.value_format, "NAME", kPrinted,
         {"text (default) or json", "text（默认）或 json"})
      ->check(one_of({"text", "json"}));
  output_file(c);
  lang(c);
  color(c);
}

void OptionGroups::probing(CLI::App& c) const {
  Options& o = raw_.options;
  argument(c, "ACTION", o.action,
           {"write: the module as a file; install: into an MMEngine; restore: take it out",
            "write：写出模块文件；install：装入某个 MMEngine；restore：再取出"});
  argument(c, "MMENGINE", o.paths,
           {"install, restore: mmengine, its folder or runner.py, or an environment",
            "install、restore：名称 mmengine、它的文件夹或 runner.py，或一个环境"});
  option(c, "-o,--output", o.out, "FILE", kWritten,
         {"write: the module to write, a .py file; '-' is standard output",
          "write：要写出的模块，一个 .py 文件；'-' 为标准输出"});
  flag(c, "--force", o.force, kWritten,
       {"write: overwrite an existing file", "write：覆盖已有文件"});
}

void OptionGroups::rule_catalog(CLI::App& c) const {
  Options& o = raw_.options;
  argument(c, "CODE", o.paths,
           {"A rule: its code, its name, or the beginning of codes (MM3)",
            "规则：代码、名称，或代码的开头（MM3）"});
  more_rules(c);
  mmengine(c);
  lang(c);
  CLI::Option* target =
      option(c, "--target", o.target, "NAME", kJudged,
             {"The accelerator to speak of; default: gcu", "所说的加速器；默认 gcu"});
  option(c, "--check", o.checked_rules, "DIR", kOwnRules,
         {"Judge the rules of a folder by their examples, in place of explaining any",
          "用示例检验一个文件夹中的规则，而不是解释规则"})
      ->check(folder())
      ->excludes(target, c.get_option("--rules"));
  option(c, "--examples", o.examples, "DIR", kOwnRules,
         {"Their examples, a folder for each code; default: its folder examples",
          "它们的示例，每个代码一个文件夹；默认其中的 examples"})
      ->check(folder());
}

void OptionGroups::target_catalog(CLI::App& c) const {
  argument(c, "NAME", raw_.options.paths, {"A target", "一个目标"});
  more_rules(c);
  mmengine(c);
  lang(c);
}

void OptionGroups::completion(CLI::App& c) const {
  argument(c, "SHELL", raw_.options.paths, {"bash, zsh or fish", "bash、zsh 或 fish"});
}

}  // namespace mmlint::app
