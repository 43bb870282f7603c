#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "script/state.h"

namespace mmlint::script {

// Writes the facts of a summary while the script is walked. A fact that was recorded before at the
// same place, under the same name, is joined with the new one: its values become the union, its
// program point what both paths share.
class Recorder {
 public:
  // Writes into a summary that outlives it.
  explicit Recorder(Summary& out) : out_(out) {}

  // Each of these returns the index of the fact in its list of the summary.
  std::size_t call(Call call);
  std::size_t write(ConfigWrite write);
  void store(AttributeWrite store);
  void set(EnvironmentWrite write);
  void import(Import import);
  void option(Option option);
  void failure(Failure failure);
  void attempt(Attempt attempt);
  // Records that the call at this index builds a Runner in this state.
  void build(std::size_t call, const State& state);
  // Records what a config is loaded from.
  void config(const Alternatives& path);

 private:
  // The list, the place and the name of a fact.
  using Key = std::tuple<int, Span, std::string>;
  template <class Fact, class Merge>
  std::size_t add_or_merge(std::vector<Fact>& facts, Key key, Fact fact, Merge merge);

  Summary& out_;
  std::map<Key, std::size_t> known_;  // the index of each fact in its list
};

}  // namespace mmlint::script
