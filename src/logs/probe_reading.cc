#include "logs/probe_reading.h"

#include "catalog/json_reader.h"

namespace mmlint::logs {
namespace {

using catalog::Literal;

constexpr std::string_view kMark = "mmlint-probe 1 ";

std::string text_at(const Literal& record, std::string_view path) {
  const Literal* found = catalog::find(record, path);
  return found && found->string() ? *found->string() : "";
}

std::optional<std::int64_t> number_at(const Literal& record, std::string_view path) {
  const Literal* found = catalog::find(record, path);
  const auto* number = found ? std::get_if<std::int64_t>(&found->value) : nullptr;
  return number ? std::optional(*number) : std::nullopt;
}

// A card as a number, or as "cuda:1".
std::optional<int> card(const Literal& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.value))
    return static_cast<int>(*number);
  if (!value.string()) return std::nullopt;
  const std::size_t colon = value.string()->find(':');
  if (colon == std::string::npos || colon + 1 == value.string()->size()) return std::nullopt;
  const std::string digits = value.string()->substr(colon + 1);
  if (digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoi(digits);
}

// "12 on cpu, 3 on cuda:0".
std::string spread(const ProbeReading& reading) {
  std::string out;
  for (const auto& [device, tensors] : reading.devices)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", device, tensors);
  return out;
}

bool all_on_cpu(const ProbeReading& reading) {
  return reading.devices.size() == 1 && reading.devices.begin()->first == "cpu";
}

std::string ranks(const std::vector<const ProbeReading*>& readings) {
  std::string out;
  for (const ProbeReading* each : readings)
    out += fmt::format("{}{}", out.empty() ? "" : ", ",
                       each->rank ? std::to_string(*each->rank) : "?");
  return out;
}

class Judge {
 public:
  Judge(const std::vector<ProbeReading>& all, const catalog::Target& target, Language language)
      : all_(all), target_(target), chinese_(language == Language::kChinese) {}

  ProbeVerdict judge() {
    if (all_.empty()) return out_;
    where();
    if (disagree()) return out_;
    const ProbeReading& first = all_.front();
    if (first.devices.size() > 1)
      mixed(first);
    else if (all_on_cpu(first))
      on_cpu(first);
    else
      on_device();
    return out_;
  }

 private:
  void say(std::string en, std::string zh) {
    out_.notes.push_back(chinese_ ? std::move(zh) : std::move(en));
  }

  // One sentence for each way in which the parameters lie.
  void where() {
    std::map<std::string, std::vector<const ProbeReading*>> by_place;
    for (const ProbeReading& each : all_) by_place[spread(each)].push_back(&each);
    for (const auto& [place, readings] : by_place) {
      const std::string empty = place.empty() ? "-" : place;
      say(fmt::format("probe: before the model is wrapped, its parameters are on {}; rank {}",
                      empty, ranks(readings)),
          fmt::format("探针：包装之前模型参数在 {}；rank {}", empty, ranks(readings)));
    }
  }

  // Whether the ranks differ in more than the number of their card.
  bool disagree() {
    std::set<std::string> kinds;
    for (const ProbeReading& each : all_) {
      std::string kind;
      for (const auto& [device, tensors] : each.devices)
        kind += fmt::format("{} {};", device.substr(0, device.find(':')), tensors);
      kinds.insert(std::move(kind));
    }
    if (kinds.size() <= 1) return false;
    say("probe: the ranks differ in the devices or the size of the model: code that builds or "
        "moves it depends on the rank",
        "探针：各 rank 的模型所在设备或大小不一致：构建或移动模型的代码依赖 rank");
    return true;
  }

  void mixed(const ProbeReading& reading) {
    say("probe: one model is on several devices: a part of it was moved alone, or none was moved "
        "after a part was added",
        "探针：同一个模型在多个设备上：只移动了其中一部分，或者移动之后又加了新的部分");
    if (reading.device_ids.empty()) return;
    say("probe: with device_ids, DDP wants the whole model on one card; write device_ids=None",
        "探针：传了 device_ids 时，DDP 要求整个模型在同一张卡上；请写 device_ids=None");
    out_.rules = by_who({"MM301", "MM302", "MM303"}, reading);
  }

  void on_cpu(const ProbeReading& reading) {
    const auto* known = target_.fact("mmengine_device");
    const std::string device = !reading.get_device.empty() ? reading.get_device
                               : known && known->string()  ? *known->string()
                                                           : "cpu";
    if (device == "cpu") {
      say(fmt::format("probe: nobody moves the model to a card: MMEngine's Runner moves it to "
                      "get_device(), which is cpu on {}",
                      target_.name),
          fmt::format(
              "探针：没有代码把模型移到卡上：MMEngine 的 Runner 会把它移到 get_device()，而在 {} "
              "上那就是 cpu",
              target_.name));
    } else {
      say(fmt::format(
              "probe: get_device() is {}, but the model was wrapped before it was moved there",
              device),
          fmt::format("探针：get_device() 是 {}，但模型在移动之前就被包装了", device));
    }
    if (reading.device_ids.empty()) {
      say("probe: the wrapper is given no card, as it must be",
          "探针：包装器没有收到卡号，与之相符");
      return;
    }
    say(fmt::format(
            "probe: the wrapper is given card {} all the same; write model_wrapper_cfg with "
            "device_ids=None",
            reading.device_ids.front()),
        fmt::format("探针：包装器却收到了卡号 {}；在 model_wrapper_cfg 里写 device_ids=None",
                    reading.device_ids.front()));
    out_.rules = by_who({"MM301", "MM302", "MM303"}, reading);
  }

  void on_device() {
    for (const ProbeReading& each : all_) {
      if (each.device_ids.empty() || each.devices.empty()) continue;
      const auto there = card(Literal{each.devices.begin()->first});
      if (there && *there == each.device_ids.front() && each.device_ids.size() == 1) continue;
      say(fmt::format(
              "probe: the parameters are on {}, and the wrapper is given card {}: both must "
              "be LOCAL_RANK's",
              each.devices.begin()->first, fmt::join(each.device_ids, ", ")),
          fmt::format("探针：参数在 {}，而包装器收到的卡号是 {}：两者都应是 LOCAL_RANK 对应的卡",
                      each.devices.begin()->first, fmt::join(each.device_ids, ", ")));
      out_.rules = by_who({"MM303"}, each);
      return;
    }
    say("probe: the parameters are on the card that the wrapper is given",
        "探针：参数所在设备与包装器的卡号一致");
  }

  // The rules of the config where MMEngine wraps, else that of scripts.
  static std::vector<std::string> by_who(std::vector<std::string> config,
                                         const ProbeReading& reading) {
    const bool runner = reading.at.find("mmengine") != std::string::npos;
    return runner || reading.at.empty() ? config : std::vector<std::string>{"MM505"};
  }

  const std::vector<ProbeReading>& all_;
  const catalog::Target& target_;
  bool chinese_;
  ProbeVerdict out_;
};

}  // namespace

std::optional<ProbeReading> read_probe(std::string_view line) {
  if (!line.starts_with(kMark)) return std::nullopt;
  line.remove_prefix(kMark.size());
  const auto record = catalog::parse_json(line.substr(0, line.rfind('}') + 1), "");
  if (!record || !record->dict()) return std::nullopt;
  ProbeReading out;
  if (const auto rank = number_at(*record, "rank")) out.rank = static_cast<int>(*rank);
  if (const Literal* devices = catalog::find(*record, "devices"); devices && devices->dict()) {
    for (const auto& [device, count] : *devices->dict())
      out.devices[device] = number_at(count, "tensors").value_or(0);
  }
  out.wrapper = text_at(*record, "wrapper");
  out.backend = text_at(*record, "backend");
  out.get_device = text_at(*record, "get_device");
  out.at = text_at(*record, "at");
  if (const Literal* ids = catalog::find(*record, "arguments.device_ids")) {
    out.has_device_ids = true;
    for (const Literal& each : ids->list() ? *ids->list() : Literal::List())
      if (const auto number = card(each)) out.device_ids.push_back(*number);
  }
  return out;
}

ProbeVerdict judge_probes(const std::vector<ProbeReading>& readings, const catalog::Target& target,
                          Language language) {
  return Judge(readings, target, language).judge();
}

}  // namespace mmlint::logs
