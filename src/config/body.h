#pragma once

#include <functional>

#include "config/resolved.h"
#include "python/eval/evaluator.h"
#include "python/eval/hazards.h"
#include "python/eval/outside.h"
#include "syntax/templates.h"

namespace mmlint::config {

// What the evaluation of one config's body needs. All of it must outlive the evaluation.
struct BodyInput {
  const syntax::Document& document;  // templates expanded if it is classic
  syntax::Parser& parser;
  python::Outside outside;
  std::span<const syntax::BaseVariable> base_variables;        // tokens in the text, classic only
  std::span<const syntax::UnknownTemplate> unknown_templates;  // in the text, classic only
  const Value* data = nullptr;      // what a JSON or YAML file holds, a dict; it has no body
  std::string_view file_name = {};  // lazy: what __file__ is
};

// These two evaluate a config in one of its styles. They fill in root, exports and problems of
// `out`, whose links and bases must be there, loaded. Its values are frozen afterwards.
void evaluate_classic(Resolved& out, const BodyInput& input);
void evaluate_lazy(Resolved& out, const BodyInput& input);

// Runs `body`. An exception of the config, or a limit that it reaches, becomes a problem of `out`
// and leaves it without a root. Then looks for keys that MMEngine reserves (rule F1).
void run_guarded(Resolved& out, const std::function<void()>& body);
// What the bases' bodies left of os.environ, which they share with this one.
void take_environment(python::Evaluator& e, const Resolved& out);
// A key of the finished config, whose startswith() MMEngine calls.
std::string_view checked_key(python::Evaluator& e, const Entry& entry);
// Adds to `out` what the body did although hardly anybody means it.
void take_hazards(Resolved& out, python::Hazards& hazards);
// Makes the values of a finished config read-only; a container inside itself is a problem.
bool finish(Resolved& out, Value& value);

}  // namespace mmlint::config
