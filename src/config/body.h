#pragma once

#include <functional>

#include "config/resolved.h"
#include "python/eval/evaluator.h"
#include "python/eval/hazards.h"
#include "python/eval/outside.h"
#include "syntax/templates.h"

namespace mmlint::config {

// What the body of one config is evaluated with.
struct BodyInput {
  const syntax::Document& document;  // templates expanded if it is classic
  syntax::Parser& parser;
  python::Outside outside;
  std::span<const syntax::BaseVariable> base_variables;        // tokens in the text, classic only
  std::span<const syntax::UnknownTemplate> unknown_templates;  // in the text, classic only
  const Value* data = nullptr;      // what a JSON or YAML file holds, a dict; it has no body
  std::string_view file_name = {};  // lazy: what __file__ is
};

// Both fill in root, exports and problems of `out`, whose links and bases are there and loaded.
// `out` is frozen afterwards.
void evaluate_classic(Resolved& out, const BodyInput& input);
void evaluate_lazy(Resolved& out, const BodyInput& input);

// Runs the body; an exception of the config, or a limit it hits, becomes a problem and leaves no
// root. Then looks for keys that MMEngine keeps for itself (rule F1).
void run_guarded(Resolved& out, const std::function<void()>& body);
// What the bases' bodies left of os.environ, which they share with this one.
void take_environment(python::Evaluator& e, const Resolved& out);
// A key of the finished config, whose startswith() MMEngine calls.
std::string_view checked_key(python::Evaluator& e, const Entry& entry);
// Adds what the body did that hardly anybody means.
void take_hazards(Resolved& out, python::Hazards& hazards);
// Makes the values of a finished config read-only; a container inside itself is a problem.
bool finish(Resolved& out, Value& value);

}  // namespace mmlint::config
