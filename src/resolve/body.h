#pragma once

#include "resolve/workspace.h"
#include "syntax/templates.h"

namespace mmlint::resolve {

// What the body of one config is evaluated with.
struct BodyInput {
  const syntax::Document& document;  // templates expanded if it is classic
  syntax::Parser& parser;
  const Settings& settings;
  std::span<const syntax::BaseVariable> base_variables;  // tokens in the text, classic only
};

// Both fill in root, exports and problems of `out`, whose links and bases are there and loaded.
// `out` is frozen afterwards.
void evaluate_classic(Resolved& out, const BodyInput& input);
void evaluate_lazy(Resolved& out, const BodyInput& input);

// The part that both share: an exception of the config as a problem.
void add_problem(Resolved& out, const struct Raised& raised);
void add_problem(Resolved& out, const struct LimitReached& limit);
// Keys MMEngine keeps for itself (mmengine/config/config.py, RESERVED_KEYS; rule F1).
void find_reserved_keys(Resolved& out);
// Makes the values of a finished config read-only; a container inside itself is a problem.
bool finish(Resolved& out, Value& value);

}  // namespace mmlint::resolve
