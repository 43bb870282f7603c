// Two metrics of val_evaluator report a result of the same name, which Evaluator.evaluate refuses
// (mmengine/evaluator/evaluator.py); values: the second metric.
// keys: val_evaluator

#include "check/config/metrics.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// Must: both are built alike, and report results. collect_device and collect_dir say only how the
// ranks exchange them.
bool are_alike(const Metric& a, const Metric& b) {
  const auto names = [](const Entry& entry) {
    return !is_in(entry.key->text(), {"collect_device", "collect_dir"});
  };
  const auto has_all = [&](const Dict& one, const Dict& other) {
    return std::ranges::all_of(one.entries(), [&](const Entry& entry) {
      const Value* value = other.get(entry.key->text());
      return !names(entry) || (value && equal(*entry.value, *value));
    });
  };
  const Dict &first = a.found.value->dict(), &second = b.found.value->dict();
  // With format_only, metrics of OpenMMLab report nothing.
  return has_all(first, second) && has_all(second, first) && !first.get("format_only") &&
         !(a.may && a.always->empty());
}

// Must: both report a result of one name.
bool share_name(const Metric& a, const Metric& b) {
  if (!a.prefix || a.prefix != b.prefix || !a.always || !b.always) return false;
  return std::ranges::any_of(*a.always,
                             [&](const std::string& each) { return b.always->contains(each); });
}

}  // namespace

Answer same_results(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  const Value* evaluator = view.root().dict().get("val_evaluator");
  const Value* inner = evaluator ? evaluator->dict().get("metrics") : nullptr;
  if (!evaluator || (inner ? inner : evaluator)->items().size() < 2) return Answer::kNo;
  const auto metrics = metrics_of(view, files);
  if (!metrics) return Answer::kNo;
  for (std::size_t i = 1; i < metrics->size(); ++i) {
    const Metric& own = (*metrics)[i];
    const auto clashes = [&](const Metric& other) {
      return are_alike(other, own) || share_name(other, own);
    };
    if (std::any_of(metrics->begin(), metrics->begin() + static_cast<std::ptrdiff_t>(i), clashes))
      hits.push_back({own.key, own.found});
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
