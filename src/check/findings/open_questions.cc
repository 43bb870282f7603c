#include "check/findings/open_questions.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kMostKeys = 3;  // that are named

const LocalizedText kNobody = {"nothing here starts these configs", "这里没有任何东西启动这些配置"};
const LocalizedText kNotPassed = {"{} starts these configs but was not passed",
                                  "启动这些配置的 {} 没有传入"};
const LocalizedText kManyNotPassed = {"{} start these configs but were not passed",
                                      "启动这些配置的 {}没有传入"};
const LocalizedText kFound = {"{}; {} is found there", "{}，而其中存在 {}"};
const LocalizedText kManyFound = {"{}; {} are found there", kFound.zh};
const LocalizedText kOneMore = {"{} and 1 more script", "{} 等脚本（另有 1 个）"};
const LocalizedText kMoreScripts = {"{} and {} more scripts", "{} 等脚本（另有 {} 个）"};
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
const LocalizedText kGroups = {kGroup.en, "无法得知 {}的各进程是否会创建进程组"};
const LocalizedText kNotFollowed = {
    "{} was not followed to its end, so mmlint did not check all of it",
    "没有分析到 {} 的结尾，因此只检查了一部分"};
const LocalizedText kManyNotFollowed = {
    "{} were not followed to their end, so mmlint did not check all of them",
    "没有分析到 {}的结尾，因此只检查了一部分"};
const LocalizedText kOneMoreKey = {"1 more key is not known", "另有 1 个键的值未知"};
const LocalizedText kMoreKeys = {"{} more keys are not known", "另有 {} 个键的值未知"};
const LocalizedText kNotFound = {
    "module {} of custom_imports in {} is not in this project and was not found as a package",
    "custom_imports 中的模块 {} 不在项目中，也没有找到这样的软件包：{}"};
const LocalizedText kNotFoundInMany = {
    "module {} of custom_imports in {} and {} more configs is not in this project and was not "
    "found as a package",
    "custom_imports 中的模块 {} 不在项目中，也没有找到这样的软件包：{} 等，另有 {} 个"};
const LocalizedText kUnread = {
    "package {} is not known, so mmlint did not check if the ranks of {} train together",
    "软件包 {} 未知，因此没有检查 {} 的各进程是否一起训练"};
const LocalizedText kUnreadInMany = {
    "package {} is not known, so mmlint did not check if the ranks of {} and {} more train "
    "together",
    "软件包 {} 未知，因此没有检查 {} 等脚本（另有 {} 个）的各进程是否一起训练"};
const LocalizedText kOneMoreUnread = {"1 more package is not known", "另有 1 个软件包未知"};
const LocalizedText kMoreUnread = {"{} more packages are not known", "另有 {} 个软件包未知"};
const LocalizedText kOneMoreNotFound = {"1 more module of custom_imports was not found",
                                        "custom_imports 中另有 1 个模块没有找到"};
const LocalizedText kMoreNotFound = {"{} more modules of custom_imports were not found",
                                     "custom_imports 中另有 {} 个模块没有找到"};

template <typename... Parts>
std::string filled(const LocalizedText& text, Language language, const Parts&... parts) {
  return fmt::format(fmt::runtime(text.in(language)), parts...);
}

// Returns the first of some scripts and how many more there are.
std::string shown(const std::set<std::string>& scripts, Language language) {
  const std::string& first = *scripts.begin();
  if (scripts.size() == 1) return first;
  return scripts.size() == 2 ? filled(kOneMore, language, first)
                             : filled(kMoreScripts, language, first, scripts.size() - 1);
}

// Returns codes as a list: "MM101, MM301 and MM503".
std::string listed(const std::set<std::string>& codes, Language language) {
  std::string out = *codes.begin();
  for (auto each = std::next(codes.begin()); each != codes.end(); ++each) {
    const bool is_last = std::next(each) == codes.end();
    out += language == Language::kChinese ? "、" : is_last ? " and " : ", ";
    out += *each;
  }
  return out;
}

}  // namespace

void OpenQuestions::add(const OpenQuestions& other) {
  nobody_starts_ = nobody_starts_ || other.nobody_starts_;
  not_loaded_.insert(other.not_loaded_.begin(), other.not_loaded_.end());
  not_followed_.insert(other.not_followed_.begin(), other.not_followed_.end());
  any_name_.insert(other.any_name_.begin(), other.any_name_.end());
  groups_open_.insert(other.groups_open_.begin(), other.groups_open_.end());
  for (const auto& [script, codes] : other.told_) told_[script].insert(codes.begin(), codes.end());
  for (const auto& [key, configs] : other.unknown_)
    unknown_[key].insert(configs.begin(), configs.end());
  for (const auto& [module, configs] : other.not_found_)
    not_found_[module].insert(configs.begin(), configs.end());
  for (const auto& [package, scripts] : other.unread_)
    unread_[package].insert(scripts.begin(), scripts.end());
}

std::vector<std::string> OpenQuestions::texts(Language language) const {
  std::vector<std::string> out;
  const auto say = [&](const LocalizedText& text, const auto&... parts) {
    out.push_back(filled(text, language, parts...));
  };
  if (nobody_starts_) say(kNobody);
  std::map<std::set<std::string>, std::set<std::string>> alike;  // scripts by what is found there
  for (const auto& [script, codes] : told_) alike[codes].insert(script);
  for (const auto& [codes, scripts] : alike) {
    const LocalizedText& start = scripts.size() == 1 ? kNotPassed : kManyNotPassed;
    say(codes.size() == 1 ? kFound : kManyFound, filled(start, language, shown(scripts, language)),
        listed(codes, language));
  }
  if (!not_loaded_.empty())
    say(not_loaded_.size() == 1 ? kNotLoaded : kManyNotLoaded, not_loaded_.size());
  if (!not_followed_.empty())
    say(not_followed_.size() == 1 ? kNotFollowed : kManyNotFollowed,
        shown(not_followed_, language));
  if (any_name_.size() == 1) say(kAnyName, *any_name_.begin());
  if (any_name_.size() > 1) say(kAnyNames, *any_name_.begin(), any_name_.size() - 1);
  if (!groups_open_.empty())
    say(groups_open_.size() == 1 ? kGroup : kGroups, shown(groups_open_, language));
  const auto say_each = [&](const auto& configs_by, const LocalizedText& in_one,
                            const LocalizedText& in_many, const LocalizedText& one_more,
                            const LocalizedText& more) {
    std::size_t named = 0;
    for (const auto& [name, configs] : configs_by) {
      if (++named > kMostKeys) break;
      if (configs.size() == 1)
        say(in_one, name, *configs.begin());
      else
        say(in_many, name, *configs.begin(), configs.size() - 1);
    }
    const std::size_t rest = configs_by.size() - std::min(kMostKeys, configs_by.size());
    if (rest > 0) say(rest == 1 ? one_more : more, rest);
  };
  say_each(unknown_, kUnknown, kUnknownInMany, kOneMoreKey, kMoreKeys);
  say_each(not_found_, kNotFound, kNotFoundInMany, kOneMoreNotFound, kMoreNotFound);
  say_each(unread_, kUnread, kUnreadInMany, kOneMoreUnread, kMoreUnread);
  return out;
}

std::string text_of_ignored(Language language) {
  static const LocalizedText kIgnored = {"comments ignore what was found", "注释忽略了发现的问题"};
  return kIgnored.in(language);
}

}  // namespace mmlint::check
