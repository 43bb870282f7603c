#pragma once

#include "script/state.h"

namespace mmlint::script {

// Records the facts of a summary while the script is walked. Each fact is listed once: one that was
// recorded before at the same place and under the same name is joined with the new one. Its value
// becomes the union of the alternatives, its program point what both paths share.
class Recorder {
 public:
  // Writes into a summary that outlives it.
  explicit Recorder(Summary& out) : out_(out) {}

  // These two return the 0-based index of the fact in Summary::calls and in Summary::writes.
  std::size_t call(Call call);
  std::size_t write(ConfigWrite write);
  // These only record.
  void store(AttributeWrite store);
  void set(EnvironmentWrite write);
  void read(EnvironmentRead read);
  void import(Import import);
  void option(Option option);
  void failure(Failure failure);
  void attempt(Attempt attempt);
  void loop(Loop loop);
  void loop_exit(LoopExit left);
  // Records that the call at this index of Summary::calls builds a Runner in this state.
  // `wraps_itself` is Build::wraps_itself.
  void build(std::size_t call, bool wraps_itself, const State& state);
  // Records the path that a config is loaded from.
  void config(const Alternatives& path);
  // Records that a function calls itself, which the walk does not follow: what it writes may be in
  // another part of the config than its conditions ask about.
  void recursion(Span function) { recursive_.insert(function); }
  // Takes out of guards what does not decide there: the answers of the config out of what such
  // functions write, and whether CUDA is there where the run stops with it as well. Call it last.
  void finish();

 private:
  // Tells facts apart: by the list that they are in, their place and their name.
  struct Key {
    int kind;
    Span span;
    Symbol name;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::size_t out = key.name.hash();
      for (const std::size_t part : {static_cast<std::size_t>(key.span.file),
                                     std::size_t{key.span.begin}, std::size_t(key.kind)})
        out = (out ^ part) * 0x9e3779b97f4a7c15;
      return out ^ (out >> 32);
    }
  };
  template <class Fact, class Merge>
  std::size_t add_or_merge(std::vector<Fact>& facts, const Key& key, Fact fact, Merge merge);

  Summary& out_;
  std::unordered_map<Key, std::size_t, Hash> known_;  // the index of each fact in its list
  std::map<std::size_t, std::size_t> builds_;         // the index of the build of each call
  std::set<Span> recursive_;                          // functions
};

}  // namespace mmlint::script
