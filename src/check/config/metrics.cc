#include "check/config/metrics.h"

#include "base/text.h"
#include "check/config/metric_results.h"

namespace mmlint::check {
namespace {

// Returns a metric of an evaluator; null for what is not one.
std::optional<Metric> metric_of(std::string key, const FoundValue& found, const ConfigView& view,
                                const FileSystem& files) {
  const Dict& dict = found.value->dict();
  const Value* type = dict.get("type");
  if (!type) return std::nullopt;
  Metric out{std::move(key), found, {}, {}, {}};
  if (type->text().ends_with("DumpResults")) {  // reports nothing
    out.prefix = "";
    out.may = out.always = std::set<std::string>();
    return out;
  }
  if (const auto own = own_class(view, type, files)) {
    out.prefix = prefix_of(*own, dict);
    const launch::ProjectClass* definer = own->definer("compute_metrics");
    const auto keys = definer && !own->definer("evaluate")
                          ? returned_keys(*definer->method("compute_metrics"))
                          : std::nullopt;
    if (keys) std::tie(out.may, out.always) = std::pair(keys->may, keys->always);
    return out;
  }
  // A class that is not here takes its prefix as all metrics do.
  const Value* prefix = dict.get("prefix");
  if (prefix && prefix->kind == Value::Kind::kString && !prefix->text().empty())
    out.prefix = std::string(prefix->text());
  return out;
}

// Returns the full name of a result.
std::string with_prefix(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}/{}", prefix, name);
}

// May: a validation loop gives hooks other results than those of the evaluator.
bool has_own_loop(const ConfigView& view, const FileSystem& files) {
  const Value* type = value_at(view.root(), "val_cfg.type").value;
  if (!type || is_of_mmengine(type, "ValLoop")) return false;
  const auto own = own_class(view, type, files);
  const auto is_val_loop = [](const std::string& base) {
    return base.starts_with("mmengine.") && base.ends_with(".ValLoop");
  };
  return !own || own->definer("run") || !std::ranges::all_of(own->foreign, is_val_loop);
}

bool changes_results(const OwnClass& hook) {
  if (hook.mentions("evaluator") || hook.mentions("val_loop")) return true;
  const launch::ProjectClass* definer = hook.definer("after_val_epoch");
  if (!definer) return false;
  const syntax::Function& method = *definer->method("after_val_epoch");
  // Runner.call_hook passes the results as `metrics`.
  return method.parameters.size() < 3 || may_change(method, "metrics");
}

// May: a script gives the Runner hooks that the config does not have.
bool registers_hooks(const launch::Builder& builder) {
  return std::ranges::any_of(builder.summary->calls, [](const script::Call& call) {
    return call.symbol.is_method("register_hook") || call.symbol.is_method("register_custom_hooks");
  });
}

// May: the hooks of a config get results of other names than its metrics report.
bool may_change_results(const ConfigView& view, const FileSystem& files) {
  if (has_own_loop(view, files)) return true;
  if (view.builders && std::ranges::any_of(*view.builders, registers_hooks)) return true;
  return std::ranges::any_of(hooks_of(view.root()), [&](const auto& hook) {
    const auto own = own_class(view, hook.second->dict().get("type"), files);
    return own && changes_results(*own);
  });
}

// Returns the result that a name most likely means; empty if several are possible.
std::string meant_result(std::string_view name, const std::vector<Metric>& metrics) {
  std::set<std::string> prefixes;
  std::vector<std::string> names;
  for (const Metric& each : metrics) {
    if (!each.prefix) return {};
    prefixes.insert(*each.prefix);
    if (!each.may) continue;
    for (const std::string& one : *each.may) names.push_back(with_prefix(*each.prefix, one));
  }
  const bool knows_all =
      std::ranges::all_of(metrics, [](const Metric& each) { return each.may.has_value(); });
  const std::string_view last = name.substr(name.rfind('/') + 1);
  const auto ends_so = [&](const std::string& each) {
    return std::string_view(each).substr(each.rfind('/') + 1) == last;
  };
  if (knows_all) {
    const auto count = std::ranges::count_if(names, ends_so);
    if (count == 1) return *std::ranges::find_if(names, ends_so);
    return count == 0 ? nearest(name, names).value_or("") : "";
  }
  // With one prefix, a bare name can only mean one result.
  if (name.find('/') != name.npos || prefixes.size() != 1 || prefixes.begin()->empty()) return {};
  return with_prefix(*prefixes.begin(), name);
}

}  // namespace

bool Metric::may_report(std::string_view name) const {
  if (!prefix)
    return !may || std::ranges::any_of(*may, [name](const std::string& each) {
      return name == each || name.ends_with("/" + each);
    });
  if (may)
    return std::ranges::any_of(
        *may, [&](const std::string& each) { return with_prefix(*prefix, each) == name; });
  return prefix->empty() || name.starts_with(*prefix + "/");
}

std::optional<std::vector<Metric>> metrics_of(const ConfigView& view, const FileSystem& files) {
  std::string key = "val_evaluator";
  FoundValue all = value_at(view.root(), key);
  if (!all.value) return std::nullopt;
  // A dict with `metrics` is an Evaluator (mmengine/runner/runner.py, build_evaluator).
  if (const Entry* metrics = all.value->dict().find("metrics")) {
    const Value* type = all.value->dict().get("type");
    if (type && !is_of_mmengine(type, "Evaluator")) return std::nullopt;
    all = {metrics->value, metrics, false};
    key += ".metrics";
  }
  std::vector<Metric> out;
  const auto add = [&](std::string own, const FoundValue& found) {
    auto metric = metric_of(std::move(own), found, view, files);
    if (metric) out.push_back(*std::move(metric));
    return metric.has_value();
  };
  if (!all.value->is_sequence())
    return add(key, all) ? std::optional(std::move(out)) : std::nullopt;
  const auto items = all.value->items();
  for (std::size_t i = 0; i < items.size(); ++i)
    if (!add(append_index(key, i), {items[i]})) return std::nullopt;
  return out;
}

std::vector<std::pair<std::string, const Value*>> hooks_of(const Value& root,
                                                           std::string_view type) {
  std::vector<std::pair<std::string, const Value*>> out;
  const Dict& keys = root.dict();
  const auto is_meant = [type](const Value& hook) {
    return type.empty() || is_of_mmengine(hook.dict().get("type"), type);
  };
  if (const Value* hooks = keys.get("default_hooks")) {
    for (const Entry& each : hooks->dict().entries())
      if (is_meant(*each.value))
        out.emplace_back(fmt::format("default_hooks.{}", each.key->text()), each.value);
  }
  if (const Value* hooks = keys.get("custom_hooks")) {
    const auto items = hooks->items();
    for (std::size_t i = 0; i < items.size(); ++i)
      if (is_meant(*items[i])) out.emplace_back(append_index("custom_hooks", i), items[i]);
  }
  return out;
}

void add_names(const std::string& key, const Value& dict, std::string_view name,
               std::vector<Hit>& names) {
  const Entry* entry = dict.dict().find(name);
  if (!entry) return;
  const std::string own = fmt::format("{}.{}", key, name);
  const auto items = entry->value->items();
  if (items.empty()) names.push_back({own, {entry->value, entry, false}});
  for (std::size_t i = 0; i < items.size(); ++i)
    names.push_back({append_index(own, i), {items[i]}});
}

std::vector<Hit> unreported(std::vector<Hit> names, const ConfigView& view,
                            const FileSystem& files) {
  std::erase_if(names, [](const Hit& hit) {
    const Value& name = *hit.found.value;
    // The validation loop adds the losses that a model returns (mmengine/runner/loops.py).
    return name.kind != Value::Kind::kString || name.text() == "auto" ||
           contains(name.text(), "loss");
  });
  if (names.empty()) return {};
  const auto metrics = metrics_of(view, files);
  if (!metrics || metrics->empty()) return {};
  std::erase_if(names, [&](const Hit& hit) {
    return std::ranges::any_of(
        *metrics, [&](const Metric& each) { return each.may_report(hit.found.value->text()); });
  });
  if (names.empty() || may_change_results(view, files)) return {};
  for (Hit& hit : names) hit.nearest = meant_result(hit.found.value->text(), *metrics);
  return names;
}

}  // namespace mmlint::check
