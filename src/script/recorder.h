#pragma once

#include <map>
#include <tuple>

#include "script/state.h"

namespace mmlint::script {

// Writes down what happens, each place once: what several paths do there holds under what they
// share.
class Recorder {
 public:
  explicit Recorder(Summary& out) : out_(out) {}

  // Each gives the fact's index in its list of the script.
  std::size_t call(Call call);
  std::size_t write(ConfigWrite write);
  void store(AttributeWrite store);
  void set(EnvironmentWrite write);
  void import(Import import);
  void option(Option option);
  void build(std::size_t call, const State& state);
  void config(const Alternatives& alternatives);

 private:
  // The place and the name of a fact.
  using Key = std::tuple<int, std::uint32_t, std::uint32_t, std::string>;
  template <class Fact, class Merge>
  std::size_t add(std::vector<Fact>& facts, Key key, Fact fact, Merge merge);

  Summary& out_;
  std::map<Key, std::size_t> known_;
};

}  // namespace mmlint::script
