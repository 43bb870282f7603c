#include "check/script/unshared_samples.h"

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/loss_flow.h"
#include "check/script/rank_parameters.h"
#include "check/script/whole_strides.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "script/numbers.h"
#include "script/objects.h"

namespace mmlint::check {

using script::Alternative;
using script::Call;
using script::Summary;

const script::Argument* sampler_of(const Call& loader) {
  return loader.argument("sampler", 3);
}

bool speaks_of_rank(std::string_view text) {
  return text.find("rank") != text.npos || text.find("RANK") != text.npos;
}

namespace {

bool is_loader(const Call& call) {
  return call.symbol == "torch.utils.data.DataLoader" && call.point.reached;
}

// Whether what a call makes may depend on the rank: by its arguments, or by the project's class of
// it.
bool reads_rank(const Call& maker, const Summary& run, project::Workspace& workspace) {
  const bool is_given = std::ranges::any_of(maker.arguments, [](const script::Argument& argument) {
    return std::ranges::any_of(argument.value,
                               [](const auto& each) { return script::is_rank(each.symbol()); });
  });
  if (is_given || speaks_of_rank(workspace.sources().text(maker.span))) return true;
  const auto definition = definition_of(maker.symbol, run, workspace);
  return definition && speaks_of_rank(definition->text());
}

bool goes_through_all(script::Symbol sampler) {
  return sampler == "torch.utils.data.RandomSampler()" ||
         sampler == "torch.utils.data.SequentialSampler()";
}

// Whether a loader goes through all samples of its data set by itself.
bool takes_all(const Call& loader) {
  if (loader.more || loader.argument("batch_sampler", 4)) return false;
  const script::Argument* sampler = sampler_of(loader);
  return !sampler || std::ranges::all_of(sampler->value, [](const Alternative& each) {
    const Value* data = each.data();
    return (data && data->kind == Value::Kind::kNone) || goes_through_all(each.symbol());
  });
}

// The calls that have made what a loop goes through, if all of it is loaders; else none.
std::vector<const Call*> loaders_of(const script::Loop& loop, const script::Objects& objects) {
  std::vector<const Call*> out;
  for (const Alternative& each : loop.over) {
    const std::vector<const Call*> makers = objects.makers(each);
    const bool are_loaders = !makers.empty() && std::ranges::all_of(makers, [](const Call* maker) {
      return is_loader(*maker);
    });
    if (!are_loaders || !script::is_object(each.symbol())) return {};
    out.insert(out.end(), makers.begin(), makers.end());
  }
  return out;
}

// Whether the samples of a loader may differ between the ranks although it has no sampler for that.
bool may_share(const Call& loader, const Summary& run, project::Workspace& workspace) {
  const script::Argument* dataset = loader.argument("dataset", 0);
  if (!dataset) return true;
  const script::Objects objects(run);
  return std::ranges::any_of(dataset->value, [&](const Alternative& each) {
    const std::vector<const Call*> makers = objects.makers(each);
    return makers.empty() || std::ranges::any_of(makers, [&](const Call* maker) {
             return reads_rank(*maker, run, workspace);
           });
  });
}

// The loaders that a run trains with and that go through all samples in an order of their own.
std::vector<Span> unshared_in_training(const Summary& run, project::Workspace& workspace) {
  std::vector<Span> out;
  for (const std::vector<const Call*>& loaders : training_loaders(run)) {
    const bool all_plain = std::ranges::all_of(loaders, [&](const Call* loader) {
      const script::Argument* shuffle = loader->argument("shuffle", 2);
      const Value* shuffles = shuffle ? script::only_data(shuffle->value) : nullptr;
      return shuffles && shuffles->kind == Value::Kind::kBool && shuffles->boolean &&
             takes_all(*loader) && !may_share(*loader, run, workspace);
    });
    for (const Call* loader : all_plain ? loaders : std::vector<const Call*>()) {
      if (!is_in(loader->callee, out)) out.push_back(loader->callee);
    }
  }
  return out;
}

// Whether the processes of a run may have random numbers of their own, so that each draws other
// samples.
bool seeds_by_rank(const Summary& run, project::Workspace& workspace) {
  return std::ranges::any_of(run.calls, [&](const Call& call) {
    const std::string_view name = call.symbol.name();
    const bool seeds =
        name.ends_with("seed") || name.ends_with("seed_all") || name.ends_with("seed_everything");
    return seeds && call.point.reached && speaks_of_rank(workspace.sources().text(call.span));
  });
}

// Looks for loaders from which every process certainly gets the same samples, or all of them.
class Repeats {
 public:
  Repeats(const Summary& run, const launch::Program& program)
      : run_(run), program_(program), objects_(run) {
    for (const Call& call : run.calls) {
      const bool is_seed = call.point.reached && contains(text(call.callee), "seed");
      is_seeded_ = is_seeded_ || (is_seed && !speaks_of_rank(text(call.span)));
    }
  }

  bool has(const Call& loader) const {
    const script::Argument* dataset = loader.argument("dataset", 0);
    const script::Argument* batches = loader.argument("batch_sampler", 4);
    const script::Argument* sampler = batches ? batches : sampler_of(loader);
    return dataset && !loader.more && !seeds_by_rank(run_, program_.workspace()) &&
           all_of(*dataset, &Repeats::is_whole) &&
           (!sampler || all_of(*sampler, &Repeats::is_of_all));
  }

 private:
  std::string_view text(Span at) const { return program_.workspace().sources().text(at); }

  // Whether a test holds for each call that may have made an argument, and all are known.
  bool all_of(const script::Argument& argument, bool (Repeats::*test)(const Call&) const) const {
    return std::ranges::all_of(argument.value, [&](const Alternative& each) {
      const Value* data = each.data();
      if (data && data->kind == Value::Kind::kNone) return test == &Repeats::is_of_all;
      const std::vector<const Call*> makers = objects_.makers(each);
      return !makers.empty() && script::is_object(each.symbol()) &&
             std::ranges::all_of(makers, [&](const Call* maker) { return (this->*test)(*maker); });
    });
  }

  bool is_whole(const Call& dataset) const {
    if (dataset.symbol == "torch.utils.data.TensorDataset" ||
        dataset.symbol.is_inside("torchvision.datasets"))
      return is_same(dataset, {});
    return is_free_of_ranks(dataset);
  }

  bool is_of_all(const Call& sampler) const {
    if (sampler.symbol == "torch.utils.data.BatchSampler") {
      const script::Argument* inner = sampler.argument("sampler", 0);
      return inner && all_of(*inner, &Repeats::is_of_all);
    }
    return goes_through_all(sampler.symbol.result()) ? is_same(sampler, {})
                                                     : is_free_of_ranks(sampler);
  }

  // Whether an object is made alike in all processes, but for arguments that change nothing.
  bool is_same(const Call& maker, const std::set<Span>& ignored) const {
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    const syntax::Call* expr = syntax.call_at(maker.span);
    if (!expr || maker.more) return false;
    std::vector<const syntax::Expr*> given;
    for (const syntax::Argument& each : expr->arguments) {
      const Span at{maker.span.file, each.begin, each.end};
      if (ignored.contains(at)) continue;
      if (speaks_of_rank(text(at))) return false;
      given.push_back(each.value);
    }
    const bool gets_rank = std::ranges::any_of(maker.arguments, [&](const auto& each) {
      return !ignored.contains(each.span) && std::ranges::any_of(each.value, [](const auto& one) {
        return script::is_rank(one.symbol());
      });
    });
    const Sources sources(run_, syntax, given);
    return !gets_rank && std::ranges::none_of(sources.all(), [&](const syntax::Expr* each) {
      const std::string_view name = last_name(*each);
      return speaks_of_rank(name) || (!is_seeded_ && name.starts_with("rand"));
    });
  }

  // Whether an object of a class of the project, with library classes as its bases, cannot know in
  // which process it is: the class does not ask, and it calls nothing else of the project.
  bool is_free_of_ranks(const Call& maker) const {
    const auto definition = definition_of(maker.symbol, run_, program_.workspace());
    if (!definition || maker.symbol.class_of().kind() != script::Symbol::Kind::kClass) return false;
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    const syntax::Class* node = syntax.class_at(*definition->document, definition->begin);
    constexpr std::array<std::string_view, 3> kBases = {"Dataset", "IterableDataset", "Sampler"};
    const bool is_plain = node && std::ranges::all_of(node->bases, [&](const auto& base) {
                            return is_in(last_name(*base.value), kBases);
                          });
    if (!is_plain) return false;
    const Span inside{definition->document->source().id(), node->begin, node->end};
    const RankUse use =
        asks_through_others(inside, *node) ? RankUse() : rank_use(*node, maker, program_);
    return !use.reads && is_same(maker, use.ignored);
  }

  // May: a function of the project that a class calls, directly or indirectly, behaves differently
  // in each process.
  bool asks_through_others(Span inside, const syntax::Class& node) const {
    const Summary& script = program_.summary();
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    std::vector<Span> open{inside};
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Span outer = open[i];
      for (const Call& call : script.calls) {
        if (!call.own || !outer.contains(call.span)) continue;
        const syntax::Function* entered = syntax.function_of(call, script);
        if (entered && syntax.around(*entered) == &node) continue;
        const Span function = walked_function(call.symbol, script, program_.workspace());
        const bool may_draw = !is_seeded_ && contains(text(function), "rand");
        if (!entered || !function.known() || may_draw || speaks_of_process(text(function)))
          return true;
        if (!is_in(function, open)) open.push_back(function);
      }
    }
    return false;
  }

  const Summary& run_;
  const launch::Program& program_;
  const script::Objects objects_;
  bool is_seeded_ = false;
};

// The loaders that a run trains with and that give all processes the same, or everything.
std::vector<Span> repeated_in_training(const Summary& run, const launch::Program& program) {
  std::vector<Span> out;
  const Repeats repeats(run, program);
  for (const std::vector<const Call*>& loaders : training_loaders(run)) {
    for (const Call* loader : loaders) {
      if (!repeats.has(*loader)) return {};
      if (!is_in(loader->callee, out)) out.push_back(loader->callee);
    }
  }
  return out;
}

}  // namespace

bool has_distributed_sampler(const Call& loader) {
  const script::Argument* sampler = sampler_of(loader);
  return sampler && std::ranges::any_of(sampler->value, [](const Alternative& each) {
           return each.symbol().callee().is_method("DistributedSampler");
         });
}

std::vector<const script::Loop*> training_loops(const Summary& run) {
  std::vector<const script::Loop*> out;
  for (const script::Loop& loop : run.loops) {
    const bool trains = std::ranges::any_of(run.calls, [&](const Call& call) {
      return call.symbol.is_method("backward") && call.point.reached &&
             loop.span.contains(call.span);
    });
    if (trains && loop.point.reached) out.push_back(&loop);
  }
  return out;
}

std::vector<std::vector<const Call*>> training_loaders(const Summary& run) {
  std::vector<std::vector<const Call*>> out;
  const script::Objects objects(run);
  for (const script::Loop* loop : training_loops(run)) out.push_back(loaders_of(*loop, objects));
  return out;
}

std::vector<std::vector<const Call*>> evaluation_loaders(const Summary& run) {
  std::vector<std::vector<const Call*>> out;
  const script::Objects objects(run);
  for (const script::Loop& loop : run.loops) {
    const auto is_forward_in = [&](const Call& call) {
      return loop.span.contains(call.span) && script::is_forward(call);
    };
    const bool evaluates = std::ranges::any_of(run.calls, is_forward_in) &&
                           std::ranges::all_of(run.calls, [&](const Call& call) {
                             return !is_forward_in(call) || call.point.no_gradients;
                           });
    if (evaluates || loop.point.no_gradients) out.push_back(loaders_of(loop, objects));
  }
  return out;
}

bool shares_by_hand(const launch::Program& program) {
  const Summary& script = program.summary();
  const script::Objects objects(script);
  return std::ranges::any_of(script.calls, [&](const Call& call) {
    const script::Argument* dataset = is_loader(call) ? call.argument("dataset", 0) : nullptr;
    return dataset && std::ranges::any_of(dataset->value, [&](const Alternative& each) {
             const std::vector<const Call*> makers = objects.makers(each);
             return std::ranges::any_of(makers, [&](const Call* maker) {
               return reads_rank(*maker, script, program.workspace());
             });
           });
  });
}

namespace {

// Those of one run.
std::vector<Span> unshared_in(const Summary& run, const launch::Program& program) {
  const Summary& script = program.summary();
  project::Workspace& workspace = program.workspace();
  const bool wraps = std::ranges::any_of(run.calls, [](const Call& call) {
    return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached &&
           call.point.group == script::OnPaths::kAll;
  });
  std::vector<Span> out;
  if (!wraps) return out;
  const bool has_sampler = std::ranges::any_of(script.calls, [](const Call& call) {
    return call.symbol.is_method("DistributedSampler") && call.point.reached;
  });
  if (has_sampler && !seeds_by_rank(run, workspace)) out = unshared_in_training(run, workspace);
  if (out.empty()) out = repeated_in_training(run, program);
  if (out.empty() && !has_sampler && !seeds_by_rank(run, workspace))
    out = whole_strides(run, program);
  if (!out.empty()) return out;
  for (const Call& loader : run.calls) {
    if (!is_loader(loader)) continue;
    if (!takes_all(loader)) return {};
    const bool meant = std::ranges::any_of(script.calls, [&](const Call& each) {
      return is_loader(each) && each.span == loader.span && has_distributed_sampler(each);
    });
    if (meant && !is_in(loader.callee, out)) out.push_back(loader.callee);
  }
  return out;
}

}  // namespace

std::vector<ScriptPlace> unshared_samples(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  std::vector<ScriptPlace> out;
  for (const launch::KnownRun& each : facts.get_big<launch::group_runs>()) {
    for (const Span loader : unshared_in(*each.run, program))
      out.push_back({loader, loader, {}, {}});
    if (!out.empty()) break;
  }
  return out;
}

// Whether a script starts as many processes as a value says, whatever it is.
bool starts_as_many(const Summary& script, const Alternative& count) {
  return std::ranges::any_of(script.calls, [&](const Call& call) {
    const bool spawns = call.symbol == "torch.multiprocessing.spawn" ||
                        call.symbol == "torch.multiprocessing.start_processes";
    const script::Argument* processes = spawns ? call.argument("nprocs", 2) : nullptr;
    return processes && std::ranges::any_of(processes->value, [&](const Alternative& each) {
             return each.at == count.at;
           });
  });
}

std::vector<ScriptPlace> short_samplers(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  const bool in_several = facts.program().is_started_in_several();
  std::vector<ScriptPlace> out;
  for (const Call& call : script.calls) {
    if (!call.symbol.is_method("DistributedSampler") || !call.point.reached) continue;
    const script::Argument* count = call.argument("num_replicas", 1);
    const script::Argument* rank = call.argument("rank", 2);
    const bool is_of_all = !rank || std::ranges::any_of(rank->value, [](const Alternative& each) {
      return script::is_rank(each.symbol());
    });
    if (!count || call.point.group != script::OnPaths::kAll) continue;
    for (const Alternative& each : count->value) {
      const Value* number = each.data();
      if (!number || number->kind != Value::Kind::kInt || number->big) continue;
      const bool of_cards = each.guard.answer({Question::Kind::kDevice, "cuda"}) == false;
      const bool is_fixed = number->integer == 1 && call.span.contains(each.at) && in_several &&
                            !facts.program().get_big<program_syntax>().is_conditional(call.span);
      const bool is_short =
          number->integer == 0 || (number->integer == 1 && in_several && is_of_all);
      script::ProgramPoint point = call.point;
      if ((!of_cards && !is_fixed) || !is_short || !point.guard.add(each.guard) ||
          !launch::may_hold(point.guard, facts.target()) || starts_as_many(script, each))
        continue;
      out.push_back({count->span, call.span, "num_replicas", std::move(point)});
    }
  }
  return out;
}

}  // namespace mmlint::check
