#include "app/command_line/option_groups.h"

#include <CLI/CLI.hpp>

#include "app/settings/settings_file.h"

namespace mmlint::app {
namespace {

// One of some words, which the text of the option lists.
CLI::Validator one_of(std::vector<std::string> words) {
  CLI::IsMember out(std::move(words));
  return out.description("");
}

CLI::Validator folder() {
  return CLI::Validator(CLI::ExistingDirectory).description("");
}

}  // namespace

void OptionGroups::input(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What is read", "读取的内容");
  c.add_option("--exclude", o.exclude,
               in("Leave out files and folders with this name or pattern",
                  "排除名称或模式匹配的文件和文件夹"))
      ->allow_extra_args(false)
      ->check(CLI::Validator([](const std::string& given) { return wrong_in_pattern(given); }, ""))
      ->type_name("PATTERN")
      ->group(group);
  c.add_option("--files-from", o.files_from,
               in("Read paths from a file ('-': standard input), one per line",
                  "从文件读取路径（'-' 为标准输入），每行一个"))
      ->type_name("FILE")
      ->group(group);
  c.add_option(
       "--kind", o.kind,
       in("config: take every passed file for a config", "config：把传入的每个文件都当作配置"))
      ->check(one_of({"config"}))
      ->type_name("KIND")
      ->group(group);
  c.add_flag("--no-gitignore", raw_.no_gitignore,
             in("Look at files that git ignores as well", "也查看被 git 忽略的文件"))
      ->group(group);
  c.add_option("--jobs", o.jobs,
               in("Threads; default: one per processor", "线程数；默认每个处理器一个"))
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N")
      ->group(group);
}

void OptionGroups::standard_input(CLI::App& c) const {
  c.add_option("--stdin-filename", raw_.options.stdin_filename,
               in("The path that standard input stands for", "标准输入所代表的路径"))
      ->type_name("PATH")
      ->group(in("What is read", "读取的内容"));
}

void OptionGroups::packages(CLI::App& c) const {
  const char* group = in("The project", "项目");
  c.add_option("--package", raw_.packages,
               in("The repository or folder of a package whose files are asked for",
                  "被引用的包所在的仓库或文件夹"))
      ->allow_extra_args(false)
      ->type_name("PKG=DIR")
      ->group(group);
  c.add_option("--python-path", raw_.options.python_paths,
               in("A Python environment or folder where packages are found",
                  "查找包的 Python 环境或文件夹"))
      ->allow_extra_args(false)
      ->type_name("DIR")
      ->group(group);
}

void OptionGroups::project(CLI::App& c) const {
  const char* group = in("The project", "项目");
  c.add_option("--root", raw_.options.root,
               in("Its root; default: the nearest folder with .git or settings",
                  "根目录；默认是最近的含 .git 或设置的文件夹"))
      ->type_name("DIR")
      ->group(group);
  packages(c);
  c.add_option("--env", raw_.environment,
               in("An environment variable that configs read", "配置读取的环境变量"))
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE")
      ->group(group);
}

void OptionGroups::process_environment(CLI::App& c) const {
  c.add_flag(
       "--env-from-process", raw_.options.env_from_process,
       in("Read the environment variables of this process as well", "也读取当前进程的环境变量"))
      ->group(in("The project", "项目"));
}

void OptionGroups::mmengine(CLI::App& c) const {
  c.add_option("--mmengine", raw_.options.mmengine,
               in("MMEngine's release; default: what requirements*.txt pin, else the newest",
                  "MMEngine 的版本；默认取 requirements*.txt 中固定的版本，否则为最新"))
      ->type_name("VERSION")
      ->group(in("By what is judged", "判断的依据"));
}

void OptionGroups::more_rules(CLI::App& c) const {
  c.add_option("--rules", raw_.options.rules,
               in("A folder with rules of your own", "存放自定义规则的文件夹"))
      ->allow_extra_args(false)
      ->check(folder())
      ->type_name("DIR")
      ->group(in("By what is judged", "判断的依据"));
}

void OptionGroups::lang(CLI::App& c) const {
  c.add_option("--lang", raw_.options.lang,
               in("en or zh; default: on a terminal the locale's, else en",
                  "en 或 zh；默认在终端上随区域设置，其他情况为 en"))
      ->check(one_of({"en", "zh"}))
      ->type_name("LANG")
      ->group(in("What is printed", "输出"));
}

void OptionGroups::color(CLI::App& c) const {
  c.add_option("--color", raw_.color, in("auto, always or never", "auto、always 或 never"))
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group(in("What is printed", "输出"));
}

void OptionGroups::output_file(CLI::App& c) const {
  c.add_option("--output", raw_.options.outputs,
               in("Where to write; '-' is standard output", "写到哪里；'-' 为标准输出"))
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(in("What is printed", "输出"));
}

void OptionGroups::rules(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("By what is judged", "判断的依据");
  c.add_option("--target", o.target,
               in("The accelerator, or several with commas between them; default: gcu",
                  "加速器，多个用逗号分隔；默认 gcu"))
      ->type_name("NAME")
      ->group(group);
  c.add_option("--select", o.select,
               in("Only these rules: codes, names or prefixes", "只用这些规则：代码、名称或前缀"))
      ->allow_extra_args(false)
      ->delimiter(',')
      ->type_name("RULES")
      ->group(group);
  c.add_option("--ignore", o.ignore, in("Not these rules", "不用这些规则"))
      ->allow_extra_args(false)
      ->delimiter(',')
      ->type_name("RULES")
      ->group(group);
  more_rules(c);
  mmengine(c);
  c.add_option("--baseline", o.baseline,
               in("Leave out the findings that this file has", "不报告该文件中已有的问题"))
      ->type_name("FILE")
      ->group(group);
}

void OptionGroups::checking(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("By what is judged", "判断的依据");
  c.add_option(
       "--write-baseline", o.write_baseline,
       in("Write all findings to a file, for --baseline", "把所有问题写入文件，供 --baseline 使用"))
      ->type_name("FILE")
      ->excludes(c.get_option("--baseline"))
      ->group(group);
  c.add_flag("--show-settings", o.show_settings,
             in("Print the settings for each path and who said them; judge nothing",
                "显示各路径的设置及其来源；不做检查"))
      ->group(group);
}

void OptionGroups::output(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What is printed", "输出");
  c.add_option("--format", raw_.formats,
               in("text (default), concise, json, jsonl, github, ...; repeatable",
                  "text（默认）、concise、json、jsonl、github 等；可重复"))
      ->allow_extra_args(false)
      ->type_name("NAME")
      ->group(group);
  c.add_option("--output", o.outputs,
               in("Where the n-th format goes; '-' is standard output",
                  "第 n 种格式写到哪里；'-' 为标准输出"))
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(group);
  c.add_flag("--verbose", o.verbose,
             in("Each finding, not some for all that are like it", "显示每一处，而不是合并相似的"))
      ->group(group);
  lang(c);
  color(c);
  c.add_flag("--statistics", o.statistics,
             in("Count the findings of each rule", "统计每条规则的问题数"))
      ->group(group);
  c.add_flag("--timing", o.timing, in("Say how long each phase took", "显示各阶段用时"))
      ->group(group);
  c.add_option("--fail-on", raw_.fail_on,
               in("The lowest severity that gives 1: info, warning (default), error",
                  "使退出码为 1 的最低级别：info、warning（默认）或 error"))
      ->check(one_of({"info", "warning", "error"}))
      ->type_name("LEVEL")
      ->group(group);
  c.add_flag("--exit-zero", o.exit_zero,
             in("Exit with 0 even if there are findings", "即使有问题也以 0 退出"))
      ->group(group);
}

void OptionGroups::fixing(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What is fixed", "修复");
  c.add_flag("--diff", o.diff,
             in("Write nothing, print a unified diff", "不写文件，只打印统一格式的差异"))
      ->group(group);
  c.add_flag("--unsafe", o.unsafe,
             in("Also apply fixes that need judgement", "也应用需要你判断的修复"))
      ->group(group);
  c.add_option("--at", raw_.at,
               in("Where to edit: auto, origin (any file below the root) or leaf",
                  "在哪里修改：auto、origin（根目录下任何文件）或 leaf"))
      ->check(one_of({"auto", "origin", "leaf"}))
      ->type_name("WHERE")
      ->group(group);
  c.add_flag("--exit-non-zero-on-fix", o.exit_non_zero_on_fix,
             in("Exit with 1 if anything was changed", "有修改时以 1 退出"))
      ->group(in("What is printed", "输出"));
}

void OptionGroups::porting(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What is fixed", "修复");
  c.add_option("CONFIG", o.paths, in("The config that the new one inherits", "新配置所继承的配置"))
      ->type_name("");
  c.add_option("-o,--output", o.out,
               in("The config to write, a .py file", "要写出的配置，一个 .py 文件"))
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(group);
  c.add_flag("--force", o.force,
             in("Overwrite it, and the module that an earlier run wrote",
                "覆盖它，以及之前运行写出的模块"))
      ->group(group);
  c.add_option("--target", o.target,
               in("The accelerator that the new config is for; default: gcu",
                  "新配置面向的加速器；默认 gcu"))
      ->type_name("NAME")
      ->group(in("By what is judged", "判断的依据"));
  mmengine(c);
}

void OptionGroups::showing(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What is printed", "输出");
  c.add_option("--key", o.key,
               in("Only the part at this key, such as model.backbone.depth",
                  "只显示该键下的部分，例如 model.backbone.depth"))
      ->type_name("KEY")
      ->group(group);
  c.add_flag("--origins", o.origins, in("Say where each value was set", "说明每个值在哪里设置"))
      ->group(group);
  c.add_option("--format", o.value_format,
               in("python (default), json or jsonl (one config per line)",
                  "python（默认）、json 或 jsonl（每行一个配置）"))
      ->check(one_of({"python", "json", "jsonl"}))
      ->type_name("NAME")
      ->group(group);
  output_file(c);
  color(c);
}

void OptionGroups::explaining(CLI::App& c) const {
  Options& o = raw_.options;
  c.add_option("CONFIG", raw_.config,
               in("A config; '-' reads standard input", "一个配置；'-' 读取标准输入"))
      ->type_name("");
  c.add_option("KEY", o.key,
               in("The key, such as model.backbone.depth or train_pipeline.0.type, or [\"a.b\"]",
                  "键，例如 model.backbone.depth、train_pipeline.0.type，带点的键写作 [\"a.b\"]"))
      ->type_name("");
  c.add_option("--format", o.value_format, in("text (default) or json", "text（默认）或 json"))
      ->check(one_of({"text", "json"}))
      ->type_name("NAME")
      ->group(in("What is printed", "输出"));
  output_file(c);
  color(c);
}

void OptionGroups::diagnosing(CLI::App& c) const {
  Options& o = raw_.options;
  const char* group = in("What ran", "运行的内容");
  c.add_option("LOG", o.paths,
               in("Logs of training runs; '-' reads standard input", "训练日志；'-' 读取标准输入"))
      ->type_name("");
  c.add_option("--config", o.log_config, in("The config of that run", "该次运行的配置"))
      ->type_name("FILE")
      ->group(group);
  c.add_option("--script", o.log_script, in("Its training script", "训练脚本"))
      ->type_name("FILE")
      ->group(group);
  c.add_option("--launcher", o.log_launcher,
               in("The launch script that started it", "启动它的脚本"))
      ->type_name("FILE")
      ->group(group);
  c.add_option("--target", o.target,
               in("The accelerator that it ran on; default: gcu", "运行所在的加速器；默认 gcu"))
      ->type_name("NAME")
      ->group(group);
  mmengine(c);
  c.add_option("--format", o.value_format, in("text (default) or json", "text（默认）或 json"))
      ->check(one_of({"text", "json"}))
      ->type_name("NAME")
      ->group(in("What is printed", "输出"));
  output_file(c);
  lang(c);
  color(c);
}

void OptionGroups::probing(CLI::App& c) const {
  Options& o = raw_.options;
  c.add_option("ACTION", o.action,
               in("write: the module as a file; install: into an MMEngine; restore: take it out",
                  "write：写出模块文件；install：装入某个 MMEngine；restore：再取出"))
      ->type_name("");
  c.add_option("MMENGINE", o.paths,
               in("install, restore: mmengine, its folder or runner.py, or an environment",
                  "install、restore：名称 mmengine、它的文件夹或 runner.py，或一个环境"))
      ->type_name("");
  c.add_option("-o,--output", o.out,
               in("write: the module to write, a .py file; '-' is standard output",
                  "write：要写出的模块，一个 .py 文件；'-' 为标准输出"))
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(in("What is written", "写出的内容"));
  c.add_flag("--force", o.force, in("write: overwrite an existing file", "write：覆盖已有文件"))
      ->group(in("What is written", "写出的内容"));
}

void OptionGroups::rule_catalog(CLI::App& c) const {
  Options& o = raw_.options;
  c.add_option("CODE", o.paths,
               in("A rule: its code, its name, or the beginning of codes (MM3)",
                  "规则：代码、名称，或代码的开头（MM3）"))
      ->type_name("");
  more_rules(c);
  mmengine(c);
  lang(c);
  CLI::Option* target =
      c.add_option("--target", o.target,
                   in("The accelerator to speak of; default: gcu", "所说的加速器；默认 gcu"))
          ->type_name("NAME")
          ->group(in("By what is judged", "判断的依据"));
  const char* group = in("Rules of your own", "自定义规则");
  c.add_option("--check", o.checked_rules,
               in("Judge the rules of a folder by their examples, in place of explaining any",
                  "用示例检验一个文件夹中的规则，而不是解释规则"))
      ->check(folder())
      ->excludes(target, c.get_option("--rules"))
      ->type_name("DIR")
      ->group(group);
  c.add_option("--examples", o.examples,
               in("Their examples, a folder for each code; default: its folder examples",
                  "它们的示例，每个代码一个文件夹；默认其中的 examples"))
      ->check(folder())
      ->type_name("DIR")
      ->group(group);
}

void OptionGroups::target_catalog(CLI::App& c) const {
  c.add_option("NAME", raw_.options.paths, in("A target", "一个目标"))->type_name("");
  more_rules(c);
  mmengine(c);
  lang(c);
}

void OptionGroups::completion(CLI::App& c) const {
  c.add_option("SHELL", raw_.options.paths, in("bash, zsh or fish", "bash、zsh 或 fish"))
      ->type_name("");
}

}  // namespace mmlint::app
