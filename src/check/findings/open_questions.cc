#include "check/findings/open_questions.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kMostKeys = 3;  // that are named

const LocalizedText kNobody = {"nothing here starts these configs", "这里没有任何东西启动这些配置"};
const LocalizedText kTold = {
    "{}, which starts these configs, was not passed, and {} is found there",
    "启动这些配置的 {} 没有传入，而其中存在 {}"};
const LocalizedText kToldInMany = {
    "{} and {} more scripts, which start these configs, were not passed, and {} is found there",
    "启动这些配置的 {} 等脚本（另有 {} 个）没有传入，而其中存在 {}"};
const LocalizedText kNotLoaded = {"{} of the configs does not load and was judged in part",
                                  "有 {} 个配置无法加载，只检查了一部分"};
const LocalizedText kManyNotLoaded = {"{} of the configs do not load and were judged in part",
                                      kNotLoaded.zh};
const LocalizedText kAnyName = {
    "eval, exec, import * or a base that is not known may have set any key of {}",
    "eval、exec、import * 或未知的父配置可能设置了 {} 的任何键"};
const LocalizedText kAnyNames = {
    "eval, exec, import * or a base that is not known may have set any key of {} and {} more",
    "eval、exec、import * 或未知的父配置可能设置了 {} 等配置（另有 {} 个）的任何键"};
const LocalizedText kUnknown = {"{} is not known in {}", "{} 的值未知：{}"};
const LocalizedText kUnknownInMany = {"{} is not known in {} and {} more",
                                      "{} 的值未知：{} 等，另有 {} 个"};
const LocalizedText kGroup = {"what decides if the processes of {} make a group is not known",
                              "无法得知 {} 的各进程是否会创建进程组"};
const LocalizedText kGroups = {
    "what decides if the processes of {} and {} more scripts make a group is not known",
    "无法得知 {} 等脚本（另有 {} 个）的各进程是否会创建进程组"};
const LocalizedText kMore = {"{} more keys are not known", "另有 {} 个键的值未知"};
const LocalizedText kNotFound = {
    "module {} of custom_imports in {} is not in this project and was not found as a package",
    "custom_imports 中的模块 {} 不在项目中，也没有找到这样的软件包：{}"};
const LocalizedText kNotFoundInMany = {
    "module {} of custom_imports in {} and {} more configs is not in this project and was not "
    "found as a package",
    "custom_imports 中的模块 {} 不在项目中，也没有找到这样的软件包：{} 等，另有 {} 个"};
const LocalizedText kMoreNotFound = {"{} more modules of custom_imports were not found",
                                     "custom_imports 中另有 {} 个模块没有找到"};

}  // namespace

void OpenQuestions::add(const OpenQuestions& other) {
  nobody_starts_ = nobody_starts_ || other.nobody_starts_;
  not_loaded_.insert(other.not_loaded_.begin(), other.not_loaded_.end());
  any_name_.insert(other.any_name_.begin(), other.any_name_.end());
  groups_open_.insert(other.groups_open_.begin(), other.groups_open_.end());
  for (const auto& [code, scripts] : other.told_)
    told_[code].insert(scripts.begin(), scripts.end());
  for (const auto& [key, configs] : other.unknown_)
    unknown_[key].insert(configs.begin(), configs.end());
  for (const auto& [module, configs] : other.not_found_)
    not_found_[module].insert(configs.begin(), configs.end());
}

std::vector<std::string> OpenQuestions::texts(Language language) const {
  std::vector<std::string> out;
  const auto say = [&](const LocalizedText& text, const auto&... parts) {
    out.push_back(fmt::format(fmt::runtime(text.in(language)), parts...));
  };
  if (nobody_starts_) say(kNobody);
  for (const auto& [code, scripts] : told_) {
    if (scripts.size() == 1)
      say(kTold, *scripts.begin(), code);
    else
      say(kToldInMany, *scripts.begin(), scripts.size() - 1, code);
  }
  if (!not_loaded_.empty())
    say(not_loaded_.size() == 1 ? kNotLoaded : kManyNotLoaded, not_loaded_.size());
  if (any_name_.size() == 1) say(kAnyName, *any_name_.begin());
  if (any_name_.size() > 1) say(kAnyNames, *any_name_.begin(), any_name_.size() - 1);
  if (groups_open_.size() == 1) say(kGroup, *groups_open_.begin());
  if (groups_open_.size() > 1) say(kGroups, *groups_open_.begin(), groups_open_.size() - 1);
  const auto say_each = [&](const auto& configs_by, const LocalizedText& in_one,
                            const LocalizedText& in_many, const LocalizedText& more) {
    std::size_t named = 0;
    for (const auto& [name, configs] : configs_by) {
      if (++named > kMostKeys) break;
      if (configs.size() == 1)
        say(in_one, name, *configs.begin());
      else
        say(in_many, name, *configs.begin(), configs.size() - 1);
    }
    if (configs_by.size() > kMostKeys) say(more, configs_by.size() - kMostKeys);
  };
  say_each(unknown_, kUnknown, kUnknownInMany, kMore);
  say_each(not_found_, kNotFound, kNotFoundInMany, kMoreNotFound);
  return out;
}

std::string text_of_ignored(Language language) {
  static const LocalizedText kIgnored = {"comments ignore what was found", "注释忽略了发现的问题"};
  return kIgnored.in(language);
}

}  // namespace mmlint::check
