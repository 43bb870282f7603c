#pragma once

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "catalog/match.h"
#include "catalog/target.h"

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
  const auto append = [&hits](std::vector<Hit>& more) {
    std::move(more.begin(), more.end(), std::back_inserter(hits));
  };
  switch (match.kind) {
    case Kind::kAll: {
      Answer all = Answer::kYes;
      std::vector<Hit> last;
      for (const catalog::Match& child : match.children) {
        std::vector<Hit> own;
        const Answer one = evaluate(child, target, leaf, own);
        if (one == Answer::kNo) return Answer::kNo;
        if (one == Answer::kUnknown) all = Answer::kUnknown;
        if (!own.empty()) last = std::move(own);
      }
      if (all == Answer::kYes) append(last);
      return all;
    }
    case Kind::kAny: {
      Answer any = Answer::kNo;
      for (const catalog::Match& child : match.children) {
        std::vector<Hit> own;
        const Answer one = evaluate(child, target, leaf, own);
        if (one == Answer::kYes) append(own);
        if (one == Answer::kYes || any == Answer::kNo) any = one;
      }
      return any;
    }
    case Kind::kNot: {
      std::vector<Hit> ignored;
      const Answer one = evaluate(match.children.front(), target, leaf, ignored);
      return one == Answer::kUnknown ? one : answer(one == Answer::kNo);
    }
    case Kind::kFacts:
      return answer(target.has(match.facts));
    default: {
      std::vector<Hit> own;
      const Answer one = leaf(match, own);
      if (one == Answer::kYes) append(own);
      return one;
    }
  }
}

}  // namespace mmlint::check
