#pragma once

#include "catalog/example.h"
#include "catalog/image.h"
#include "catalog/image_fix_members.h"
#include "catalog/image_struct.h"
#include "catalog/match.h"
#include "catalog/rule.h"
#include "catalog/target.h"

// The members of rules and targets, as image_struct.h says.
namespace mmlint::catalog::image {

// --- match.h ---
void members(Of<ValueTest> auto& x, auto f) {
  auto& [kind, negate, operand, regex] = x;
  f(kind, negate, operand, regex);
}
void members(Of<ScriptPlace> auto& x, auto f) {
  auto& [group, runner, handled, open, under, not_under] = x;
  f(group, runner, handled, open, under, not_under);
}
void members(Of<does::Call> auto& x, auto f) {
  auto& [argument, position, without] = x;
  f(argument, position, without);
}
void members(Of<does::Option> auto& x, auto f) {
  auto& [read, lacks_given] = x;
  f(read, lacks_given);
}
void members(Of<does::Environment> auto& x, auto f) {
  auto& [unset] = x;
  f(unset);
}
void members(Of<does::Launch> auto& x, auto f) {
  auto& [flag] = x;
  f(flag);
}
void members(Of<does::Variable> auto& x, auto f) {
  auto& [unread] = x;
  f(unread);
}
void members(Of<ScriptFact> auto& x, auto f) {
  auto& [kind, names, except, place, within, of_option, not_of_type] = x;
  f(kind, names, except, place, within, of_option, not_of_type);
}
void members(Of<Match> auto& x, auto f) {
  auto& [kind, children, key, except, tests, ignore_case, name, facts, does] = x;
  f(kind, children, key, except, tests, ignore_case, name, facts, does);
}

// --- rule.h and example.h ---
void members(Of<RunFailure::Error> auto& x, auto f) {
  auto& [text, value, when] = x;
  f(text, value, when);
}
void members(Of<RunFailure> auto& x, auto f) {
  auto& [stage, errors] = x;
  f(stage, errors);
}
void members(Of<At> auto& x, auto f) {
  auto& [kind, key, other] = x;
  f(kind, key, other);
}
void members(Of<Variant> auto& x, auto f) {
  auto& [value, when, forms, severity, why, message, label, fix] = x;
  f(value, when, forms, severity, why, message, label, fix);
}
void members(Of<OnlyIn> auto& x, auto f) {
  auto& [style, why] = x;
  f(style, why);
}
void members(Of<SeverityLevel> auto& x, auto f) {
  auto& [severity, match, message] = x;
  f(severity, match, message);
}
void members(Of<Related> auto& x, auto f) {
  auto& [label, match] = x;
  f(label, match);
}
void members(Of<ExamplePlace> auto& x, auto f) {
  auto& [line, begin, end, told_line] = x;
  f(line, begin, end, told_line);
}
void members(Of<ExampleFile> auto& x, auto f) {
  auto& [path, text, fixed, made, found_at, source, fixed_source, markers] = x;
  f(path, text, fixed, made, found_at, source, fixed_source, markers);
}
void members(Of<Example> auto& x, auto f) {
  auto& [name, target, style, good, files] = x;
  f(name, target, style, good, files);
}
void members(Of<Rule> auto& x, auto f) {
  auto& [file, code, name, since, documents, severity, on_by_default, once_per_run, since_mmengine,
         summary, message, why, label, when, match, at, fix, failure, variants, cause_in_script,
         only_in, levels, related, examples, links] = x;
  f(file, code, name, since, documents, severity, on_by_default, once_per_run, since_mmengine,
    summary, message, why, label, when, match, at, fix, failure, variants, cause_in_script, only_in,
    levels, related, examples, links);
}

// --- target.h ---
void members(Of<Target::Display> auto& x, auto f) {
  auto& [rules, why] = x;
  f(rules, why);
}
void members(Of<Target::Past> auto& x, auto f) {
  auto& [before, facts, severities, display, source] = x;
  f(before, facts, severities, display, source);
}
void members(Of<Target> auto& x, auto f) {
  auto& [name, aliases, title, facts, severities, off, display, sources, history] = x;
  f(name, aliases, title, facts, severities, off, display, sources, history);
}
void members(Of<Image> auto& x, auto f) {
  auto& [rules, targets] = x;
  f(rules, targets);
}

}  // namespace mmlint::catalog::image
