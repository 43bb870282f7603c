#include "script/recorder.h"

#include "base/algorithms.h"

namespace mmlint::script {
namespace {

enum FactKind {
  kCall,
  kWrite,
  kStore,
  kSet,
  kRead,
  kImport,
  kOption,
  kFailure,
  kAttempt,
  kLoop,
  kLeft
};

// The ways to a place that two paths reach, told apart if only some of them ask for CUDA: a run
// without it takes one of the others. Empty if they are not told apart.
std::vector<Guard> ways_of_both(const ProgramPoint& a, const ProgramPoint& b) {
  constexpr std::size_t kMostWays = 4;
  std::vector<Guard> out;
  for (const ProgramPoint* each : {&a, &b}) {
    if (each->ways.empty()) out.push_back(each->guard);
    for (Guard way : each->ways) {
      if (way.add(each->guard) && !is_in(way, out)) out.push_back(std::move(way));
    }
  }
  const auto with_cuda = std::ranges::count_if(out, [](const Guard& way) {
    return way.answer({Question::Kind::kDevice, "cuda"}) == true;
  });
  const bool differ = with_cuda != 0 && with_cuda != std::ssize(out);
  return differ && out.size() <= kMostWays ? out : std::vector<Guard>();
}

}  // namespace

template <class Fact, class Merge>
std::size_t Recorder::add_or_merge(std::vector<Fact>& facts, const Key& key, Fact fact,
                                   Merge merge) {
  const auto [known, is_new] = known_.try_emplace(key, facts.size());
  if (is_new)
    facts.push_back(std::move(fact));
  else
    merge(facts[known->second], std::move(fact));
  return known->second;
}

std::size_t Recorder::call(Call call) {
  const Key key{kCall, call.span, call.symbol};
  const auto is_one = [](const Argument& each) {
    return each.value.size() == 1 && each.value.front().sites.calls().size() <= 1;
  };
  call.with_each = call.certain && std::ranges::all_of(call.arguments, is_one);
  return add_or_merge(out_.calls, key, std::move(call), [](Call& known, Call more) {
    // What is passed in code that no run gets to says nothing of runs.
    if (known.point.reached && !more.point.reached) return;
    if (more.point.reached && !known.point.reached) {
      known = std::move(more);
      return;
    }
    for (std::size_t i = 0; i < known.arguments.size() && i < more.arguments.size(); ++i) {
      // What is passed on one path need not be passed on the other.
      Alternatives& value = known.arguments[i].value;
      value = either(on_path(value, known.point.guard),
                     on_path(more.arguments[i].value, more.point.guard));
    }
    const auto lacks = [](const Call& each) { return each.point.group == OnPaths::kNone; };
    if (!known.groupless && lacks(known) != lacks(more))
      known.groupless =
          std::make_shared<const ProgramPoint>(lacks(known) ? known.point : more.point);
    known.object = either(known.object, more.object);
    std::vector<Guard> ways = ways_of_both(known.point, more.point);
    known.point = meet(std::move(known.point), more.point);
    if (!ways.empty()) known.point.ways = std::move(ways);
    known.own = known.own && more.own;
    known.certain = known.certain || more.certain;
    known.with_each = known.with_each && more.with_each;
    known.loops = std::max(known.loops, more.loops);
  });
}

std::size_t Recorder::write(ConfigWrite write) {
  const Key key{kWrite, write.span, Symbol(write.key)};
  return add_or_merge(out_.writes, key, std::move(write), [](ConfigWrite& known, ConfigWrite more) {
    known.point = meet(std::move(known.point), more.point);
    if (!known.value.empty()) known.value = either(std::move(known.value), more.value);
  });
}

void Recorder::store(AttributeWrite store) {
  const Key key{kStore, store.span, store.symbol};
  add_or_merge(out_.stores, key, std::move(store), [](AttributeWrite& known, AttributeWrite more) {
    known.point = meet(std::move(known.point), more.point);
    known.value = either(std::move(known.value), more.value);
  });
}

void Recorder::set(EnvironmentWrite write) {
  const Key key{kSet, write.span, Symbol(write.name)};
  add_or_merge(out_.environment, key, std::move(write),
               [](EnvironmentWrite& known, EnvironmentWrite more) {
                 known.point = meet(std::move(known.point), more.point);
                 known.only_if_unset = known.only_if_unset && more.only_if_unset;
                 known.value = either(std::move(known.value), more.value);
               });
}

void Recorder::read(EnvironmentRead read) {
  const Key key{kRead, read.span, Symbol(read.name)};
  add_or_merge(out_.environment_reads, key, std::move(read),
               [](EnvironmentRead& known, EnvironmentRead more) {
                 known.point = meet(std::move(known.point), more.point);
               });
}

void Recorder::import(Import import) {
  const Key key{kImport, import.span, import.symbol};
  add_or_merge(out_.imports, key, std::move(import), [](Import& known, Import more) {
    known.point = meet(std::move(known.point), more.point);
  });
}

void Recorder::option(Option option) {
  const Key key{kOption, option.span, Symbol(option.dest)};
  add_or_merge(out_.options, key, std::move(option), [](Option&, Option) {});
}

void Recorder::failure(Failure failure) {
  // Of those at one place, what holds for one need not hold for the other.
  std::string guard;
  for (const Condition& each : failure.point.guard.conditions())
    guard += (each.holds ? "+" : "-") + name_of(each.question);
  const Key key{kFailure, failure.span, Symbol(guard)};
  add_or_merge(out_.failures, key, std::move(failure), [](Failure& known, const Failure& more) {
    known.point = meet(std::move(known.point), more.point);
  });
}

void Recorder::attempt(Attempt attempt) {
  const Key key{kAttempt, attempt.body, {}};
  add_or_merge(out_.attempts, key, attempt, [](Attempt& known, const Attempt& more) {
    if (known.around != more.around) known.around = {};
    known.again = known.again || more.again;
    known.for_cuda = known.for_cuda || more.for_cuda;
  });
}

void Recorder::loop(Loop loop) {
  const Key key{kLoop, loop.span, {}};
  add_or_merge(out_.loops, key, std::move(loop), [](Loop& known, const Loop& more) {
    known.point = meet(std::move(known.point), more.point);
    known.over = either(std::move(known.over), more.over);
  });
}

void Recorder::loop_exit(LoopExit left) {
  const Key key{kLeft, left.span, {}};
  add_or_merge(out_.loop_exits, key, std::move(left), [](LoopExit& known, const LoopExit& more) {
    known.point = meet(std::move(known.point), more.point);
  });
}

void Recorder::build(std::size_t call, bool wraps_itself, const State& state) {
  const auto [index, is_first] = builds_.try_emplace(call, out_.builds.size());
  if (is_first) {
    out_.builds.push_back({call, state.definitions, wraps_itself});
    return;
  }
  Build& known = out_.builds[index->second];
  known.wraps_itself = known.wraps_itself && wraps_itself;
  // It is built on another path as well, on which other keys are written.
  add(known.keys, Guard(), state.definitions, state.point.guard);
}

void Recorder::config(const Alternatives& path) {
  out_.config = out_.config.empty() ? path : either(std::move(out_.config), path);
}

void Recorder::finish() {
  for (ConfigWrite& write : out_.writes) {
    const bool is_recursive = std::ranges::any_of(
        recursive_, [&](Span function) { return function.contains(write.span); });
    if (is_recursive) write.point.guard.forget_all(Question::Kind::kConfigText);
  }
  // Where a run stops with CUDA and without, CUDA is not the reason.
  const Question cuda{Question::Kind::kDevice, "cuda"};
  std::map<Span, std::set<bool>> stops;
  for (const Failure& each : out_.failures) {
    if (const auto answer = each.point.guard.answer(cuda)) stops[each.span].insert(*answer);
  }
  for (Failure& each : out_.failures) {
    const auto at = stops.find(each.span);
    if (at != stops.end() && at->second.size() == 2) each.point.guard.forget(cuda);
  }
}

}  // namespace mmlint::script
