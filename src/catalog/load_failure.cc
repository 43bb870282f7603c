#include "catalog/load_failure.h"

#include <algorithm>

#include "catalog/vocabulary.h"

namespace mmlint::catalog {

RunFailure load_failure(const Node& node, const Bindings& bindings) {
  node.only({"stage", "errors"});
  RunFailure failure;
  failure.stage = node.at("stage").one_of(kStages);
  for (const Node& one : node.at("errors").items()) {
    one.only({"text", "value", "when"});
    RunFailure::Error error;
    error.text = load_sentence(one.at("text"), bindings);
    if (const auto value = one.get("value")) error.value = load_literal(*value, bindings.targets);
    if (const auto when = one.get("when")) error.when = load_facts(*when, bindings.targets);
    failure.errors.push_back(std::move(error));
  }
  return failure;
}

}  // namespace mmlint::catalog
