#include "logs/signatures.h"

namespace mmlint::logs {

using catalog::SaidBy;
using catalog::Signature;
using catalog::SignatureCase;

catalog::Verdict Known::verdict() const {
  if (!signature) return catalog::Verdict::kUnknown;
  return special ? special->verdict : signature->verdict;
}

const std::vector<std::string>& Known::rules() const {
  static const std::vector<std::string> kNone;
  if (!signature) return kNone;
  return special ? special->rules : signature->rules;
}

const LocalizedText& Known::meaning() const {
  static const LocalizedText kNone;
  if (!signature) return kNone;
  return special && !special->meaning.en.empty() ? special->meaning : signature->meaning;
}

const LocalizedText& Known::advice() const {
  static const LocalizedText kNone;
  if (!signature) return kNone;
  return special && !special->advice.en.empty() ? special->advice : signature->advice;
}

std::string named_by(const Signature& signature, std::string_view text) {
  for (const auto& error : signature.errors) {
    if (auto named = error->group(text)) return *named;
  }
  return {};
}

Signatures::Signatures(const std::vector<Signature>& all, const catalog::Target& target)
    : target_(target) {
  std::vector<std::string> words;
  for (const Signature& each : all) {
    if (!each.errors.empty()) by_error_.push_back(&each);
    if (!each.words.empty()) by_line_.push_back(&each);
    words.insert(words.end(), each.words.begin(), each.words.end());
  }
  const auto general_last = [](const Signature* a, const Signature* b) {
    return a->general < b->general;
  };
  std::ranges::stable_sort(by_error_, general_last);
  std::ranges::stable_sort(by_line_, general_last);
  if (words.empty()) return;
  auto regex = catalog::Regex::compile(catalog::Regex::any_of(words));
  MM_CHECK(regex.has_value());
  words_ = *regex;
}

namespace {

std::string named(const Frame& frame) {
  return frame.path + ':' + frame.function;
}

bool has_frame(const catalog::Regex& regex, const Trace& trace) {
  return std::ranges::any_of(trace.frames,
                             [&](const Frame& frame) { return regex.matches(named(frame)); });
}

// Whether the circumstances are those that a signature is meant for.
bool is_meant(const Signature& signature, const Trace& trace, std::string_view facts) {
  if (signature.run && !signature.run->matches(facts)) return false;
  return !signature.frame || has_frame(*signature.frame, trace);
}

bool is_said(SaidBy by, const Signatures::Speakers& speakers) {
  switch (by) {
    case SaidBy::kAnyone:
      return true;
    case SaidBy::kSeveral:
      return speakers.several;
    case SaidBy::kApart:
      return speakers.apart;
    case SaidBy::kFirst:
      return speakers.first;
    case SaidBy::kAll:
      return speakers.all;
  }
  return false;
}

}  // namespace

// The signature with the first of its cases that holds.
Known Signatures::with_case(const Signature& signature, const Trace& trace, std::string_view facts,
                            const Speakers& speakers) const {
  const Frame* inner = trace.frames.empty() ? nullptr : &trace.frames.back();
  const Frame* ours = project_frame(trace);
  const auto fits = [&](const SignatureCase& each) {
    if (!is_said(each.said_by, speakers)) return false;
    if (each.error && !each.error->matches(trace.text())) return false;
    if (each.innermost && (!inner || !each.innermost->matches(named(*inner)))) return false;
    if (each.source && (!ours || !each.source->matches(ours->source))) return false;
    if (each.run && !each.run->matches(facts)) return false;
    if (!each.names.empty() &&
        !catalog::lists(target_.fact(each.names), named_by(signature, trace.text())))
      return false;
    return !each.frame || has_frame(*each.frame, trace);
  };
  for (const SignatureCase& each : signature.cases) {
    if (fits(each)) return {&signature, &each};
  }
  return {&signature, nullptr};
}

Known Signatures::settled(const Known& known, const Trace& trace, std::string_view facts,
                          const Speakers& speakers) const {
  if (!known) return known;
  Known out = with_case(*known.signature, trace, facts, speakers);
  out.told = known.told;
  return out;
}

Known Signatures::of(const Trace& trace, std::string_view facts) const {
  const std::string text = trace.text();
  for (const Signature* each : by_error_) {
    if (!is_meant(*each, trace, facts)) continue;
    for (const auto& error : each->errors) {
      if (error->matches(text)) return with_case(*each, trace, facts, {});
    }
  }
  return of_line(text, facts);
}

Known Signatures::of_line(std::string_view text, std::string_view facts) const {
  if (!words_ || !words_->matches(text)) return {};
  for (const Signature* each : by_line_) {
    const bool worded = std::ranges::any_of(
        each->words, [&](const auto& word) { return text.find(word) != text.npos; });
    if (!worded || !is_meant(*each, Trace(), facts)) continue;
    const bool fits =
        each->lines.empty() ||
        std::ranges::any_of(each->lines, [&](const auto& line) { return line->matches(text); });
    if (!fits) continue;
    Trace line;
    line.message = text;
    Known known = with_case(*each, line, facts, {});
    for (const auto& regex : each->lines) {
      if (known.told.empty()) known.told = regex->group(text).value_or("");
    }
    return known;
  }
  return {};
}

}  // namespace mmlint::logs
