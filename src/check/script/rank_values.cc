#include "check/script/rank_values.h"

#include "check/script/program_syntax.h"
#include "check/script/unshared_samples.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/numbers.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Alternatives;
using script::Argument;
using script::Call;
using script::Summary;

const Value* number_of(const Alternatives& alternatives) {
  const Value* value = script::only_data(alternatives);
  return value && !value->big &&
                 (value->kind == Value::Kind::kInt || value->kind == Value::Kind::kFloat)
             ? value
             : nullptr;
}

const Call* reached_at(Span span, const Summary& run) {
  const auto found = std::ranges::find_if(
      run.calls, [&](const Call& call) { return call.point.reached && call.span == span; });
  return found == run.calls.end() ? nullptr : &*found;
}

void add(const Call& call, Span at, const Summary& script, std::vector<ScriptPlace>& out) {
  const auto same = [&](const ScriptPlace& each) { return each.at == at; };
  if (std::ranges::none_of(out, same))
    out.push_back({at, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
}

// Whether a value does not come from a rank, however the script is started: as a quotient of ranks
// it may be the same for two of them.
bool is_set_beside_rank(const Alternatives& value) {
  return std::ranges::all_of(
      value, [](const Alternative& each) { return each.data() || each.symbol().option(); });
}

bool makes_optimizer(script::Symbol symbol) {
  return symbol.owner() == "torch.optim";
}

// Whether an optimizer gets what DistributedDataParallel returned.
bool is_of_wrapper(const Call& optimizer) {
  const Argument* parameters = optimizer.argument("params", 0);
  return parameters && std::ranges::any_of(parameters->value, [](const auto& each) {
           return each.symbol().is_inside("torch.nn.parallel.DistributedDataParallel()");
         });
}

bool is_of_rank(const Argument& rate) {
  return std::ranges::all_of(
      rate.value, [](const Alternative& each) { return script::is_rank(each.symbol()); });
}

// Whether a run trains with a loader that has the sampler that a call makes.
bool trains_with(const Call& sampler, const Summary& run) {
  const auto loops = training_loaders(run);
  return std::ranges::any_of(loops, [&](const auto& loaders) {
    return std::ranges::any_of(loaders, [&](const Call* loader) {
      const Argument* given = sampler_of(*loader);
      return given && std::ranges::any_of(given->value, [&](const Alternative& each) {
               return each.sites.has(sampler.span);
             });
    });
  });
}

// The values that an argument may have on a target: a number of cards, where there are none, is
// none of them.
Alternatives on_target(const Argument* argument, const catalog::Target& target) {
  Alternatives out = argument ? argument->value : Alternatives();
  std::erase_if(out, [&](const auto& each) { return !launch::may_hold(each.guard, target); });
  return out;
}

// Whether a sampler that has the same rank in all processes gives them the same samples: it knows
// of several processes, or takes all samples for one and is made to train with.
bool repeats_samples(const Call& sampler, const Summary& run, const launch::ProgramFacts& facts) {
  if (!sampler.argument("num_replicas", 1)) return true;
  const Alternatives replicas = on_target(sampler.argument("num_replicas", 1), facts.target());
  // A condition may ask for one process.
  const auto is_conditional = [&] {
    return facts.program().get_big<program_syntax>().is_conditional(sampler.span);
  };
  if (const Value* count = number_of(replicas))
    return count->integer > 1 ||
           (count->integer == 1 && trains_with(sampler, run) && !is_conditional());
  return std::ranges::all_of(replicas, [](const Alternative& each) {
    const script::Symbol symbol = each.symbol();
    return symbol.callee().is_method("get_world_size") || symbol.variable() == "WORLD_SIZE";
  });
}

bool is_wrap(const Call& call) {
  return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached;
}

}  // namespace

bool averages(const Summary& script) {
  const auto of_all = [](const Call& call) {
    return !call.argument("process_group", 5) && !call.more &&
           call.point.group == script::OnPaths::kAll;
  };
  const auto& calls = script.calls;
  return std::ranges::any_of(calls, is_wrap) && std::ranges::all_of(calls, [&](const Call& call) {
           return !is_wrap(call) || of_all(call);
         });
}

std::vector<ScriptPlace> samplers_of_one_rank(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  for (const Call& ever : script.calls) {
    const Argument* given = ever.argument("rank", 2);
    if (!ever.symbol.is_method("DistributedSampler") || !given || ever.more ||
        !is_set_beside_rank(on_target(given, facts.target())))
      continue;
    for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
      const Call* first = reached_at(ever.span, *each.first);
      const Call* second = reached_at(ever.span, *each.second);
      if (!first || !second || first->loops > 0) continue;
      const Argument* rank = first->argument("rank", 2);
      const Alternatives in_first = on_target(rank, facts.target());
      const Alternatives in_second = on_target(second->argument("rank", 2), facts.target());
      const Value* one = number_of(in_first);
      const Value* other = number_of(in_second);
      const bool is_same = one && other && one->kind == Value::Kind::kInt &&
                           other->kind == Value::Kind::kInt && one->integer == other->integer;
      if (is_same && repeats_samples(*first, *each.first, facts) &&
          first->point.group == script::OnPaths::kAll)
        add(*first, rank->span, script, out);
    }
  }
  return out;
}

std::vector<ScriptPlace> rates_of_rank(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  if (!averages(script)) return out;
  for (const Call& ever : script.calls) {
    const Argument* given = ever.argument("lr", 1);
    if (!makes_optimizer(ever.symbol) || !given || !ever.point.reached || !is_of_wrapper(ever))
      continue;
    for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
      const Call* first = reached_at(ever.span, *each.first);
      const Call* second = reached_at(ever.span, *each.second);
      if (!first || !second) continue;
      const Argument* rate = first->argument("lr", 1);
      const Value* one = rate ? number_of(rate->value) : nullptr;
      const Argument* other_rate = second->argument("lr", 1);
      const Value* other = other_rate ? number_of(other_rate->value) : nullptr;
      const bool differs = one && other && !equal(*one, *other);
      // Where the number is computed says more than where it is passed.
      const bool is_computed = is_of_rank(*given) && given->value.size() == 1;
      if (rate && (differs || is_of_rank(*given)))
        add(*first, is_computed ? given->value.front().at : rate->span, script, out);
    }
  }
  return out;
}

namespace {

// Whether the processes train on other samples, as far as the script says.
bool has_own_samples(const Summary& script, project::Workspace& workspace) {
  return std::ranges::any_of(script.calls, [&](const Call& call) {
    const SourceStore& sources = workspace.sources();
    const bool is_seed = sources.text(call.callee).find("seed") != std::string_view::npos;
    return call.point.reached && (call.symbol.name() == "DistributedSampler" ||
                                  (is_seed && speaks_of_rank(sources.text(call.span))));
  });
}

// Whether a scheduler gets the loss of a backward pass that its function has made before, and
// nothing is evaluated in between.
bool gets_loss_of(const Call& backward, const Call& step, const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const SourceStore& sources = program.workspace().sources();
  const syntax::Call *pass = syntax.call_at(backward.span), *own = syntax.call_at(step.span);
  if (!pass || !own || own->arguments.empty() || pass->callee->kind != syntax::ExprKind::kAttribute)
    return false;
  const syntax::Expr& loss = *syntax::as<syntax::Attribute>(*pass->callee).object;
  const syntax::Expr& given = *own->arguments.front().value;
  const std::string_view name = syntax.text(loss);
  if (loss.kind != syntax::ExprKind::kName || backward.span.begin > step.span.begin ||
      syntax.place(*pass).function != syntax.place(*own).function ||
      !is_in(syntax.text(given),
             {std::string(name), fmt::format("{}.item()", name), fmt::format("{}.detach()", name),
              fmt::format("float({})", name)}))
    return false;
  const std::string_view between =
      sources.text({step.span.file, backward.span.end, step.span.begin});
  return between.find("no_grad") == between.npos && between.find(".eval(") == between.npos;
}

}  // namespace

std::vector<ScriptPlace> plateaus_of_rank(const launch::ProgramFacts& facts) {
  static constexpr std::string_view kStep = "torch.optim.lr_scheduler.ReduceLROnPlateau().step";
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  const auto is_step = [](const Call& call) { return call.symbol == kStep && call.point.reached; };
  const auto moves = [](const Call& call) {
    return call.point.reached && facts::may_move_values(call.symbol.text());
  };
  if (std::ranges::none_of(script.calls, is_step) || !averages(script) ||
      !launch::walks_all_imports(script) || std::ranges::any_of(script.calls, moves) ||
      !has_own_samples(script, facts.program().workspace()))
    return out;
  for (const Call& step : script.calls) {
    const Argument* loss = is_step(step) ? step.argument("metrics", 0) : nullptr;
    const bool is_own = loss && std::ranges::any_of(script.calls, [&](const Call& call) {
                          return call.symbol.is_method("backward") && call.point.reached &&
                                 call.span.file == step.span.file &&
                                 gets_loss_of(call, step, facts.program());
                        });
    if (is_own) add(step, loss->span, script, out);
  }
  return out;
}

}  // namespace mmlint::check
