#pragma once

#include "catalog/target.h"
#include "value/key_path.h"

// The evaluation of `all`, `any`, `not` and `facts`, the same for rules about configs, scripts and
// launch scripts.
namespace mmlint::check {

// Whether a match holds for a document; kUnknown if that depends on an unknown value.
enum class Answer : std::uint8_t { kNo, kYes, kUnknown };

// Returns kYes or kNo.
constexpr Answer answer(bool yes) {
  return yes ? Answer::kYes : Answer::kNo;
}

// Returns whether `match`, in which the facts of `target` are filled in, holds for a document. If
// it does, the hits that the rule reports are appended to `hits`: those of the last child of an
// `all` that has any, those of each child of an `any` that holds, and none from below a `not`.
//
// `leaf` answers for the other kinds of match. It is called as leaf(const catalog::Match&,
// std::vector<Hit>&) with an empty list, returns an Answer, and appends its hits to the list.
template <class Hit, class Leaf>
Answer evaluate(const catalog::Match& match, const catalog::Target& target, const Leaf& leaf,
                std::vector<Hit>& hits) {
  using Kind = catalog::Match::Kind;
  const std::size_t before = hits.size();
  const auto drop = [&hits](std::size_t from, std::size_t to) {
    if (from != to) hits.erase(hits.begin() + from, hits.begin() + to);
  };
  switch (match.kind) {
    case Kind::kAll: {
      Answer all = Answer::kYes;
      for (const catalog::Match& child : match.children) {
        const std::size_t others = hits.size();
        const Answer one = evaluate(child, target, leaf, hits);
        if (one == Answer::kNo) {
          all = one;
          break;
        }
        if (one == Answer::kUnknown) all = Answer::kUnknown;
        if (hits.size() != others) drop(before, others);
      }
      if (all != Answer::kYes) drop(before, hits.size());
      return all;
    }
    case Kind::kAny: {
      Answer any = Answer::kNo;
      for (const catalog::Match& child : match.children) {
        const Answer one = evaluate(child, target, leaf, hits);
        if (one == Answer::kYes || any == Answer::kNo) any = one;
      }
      return any;
    }
    case Kind::kNot: {
      const Answer one = evaluate(match.children.front(), target, leaf, hits);
      drop(before, hits.size());
      return one == Answer::kUnknown ? one : answer(one == Answer::kNo);
    }
    case Kind::kFacts:
      return answer(target.has(match.facts));
    default: {
      if (hits.empty()) {
        const Answer one = leaf(match, hits);
        if (one != Answer::kYes) hits.clear();
        return one;
      }
      std::vector<Hit> own;
      const Answer one = leaf(match, own);
      if (one == Answer::kYes) std::move(own.begin(), own.end(), std::back_inserter(hits));
      return one;
    }
  }
}

// The value tests of rules, which are the same for all kinds of documents.
// Returns whether a value, which may be absent, passes a test; kUnknown if that depends on an
// unknown part of the value. `ignore_case` applies to strings.
Answer passes(const catalog::ValueTest& test, bool ignore_case, const FoundValue& found);
// Returns true if the value equals the literal. `ignore_case` applies to strings.
bool equals(const Value& value, const catalog::Literal& literal, bool ignore_case);

}  // namespace mmlint::check
