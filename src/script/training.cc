#include "script/training.h"

#include "script/symbols.h"

namespace mmlint::script {
namespace {

// The training of a Runner, or of an object of somebody's Trainer.
bool trains_all(Symbol callee) {
  if (callee.is_method(Symbol::Kind::kRunner, "train")) return true;
  return (callee.is_method("train") || callee.is_method("fit")) &&
         callee.owner().callee().name().ends_with("Trainer");
}

// DataParallel speeds up a model that is only timed or evaluated, too.
bool is_wrapper_for_cards(const Call& call) {
  return call.symbol.is_method("DataParallel") || call.symbol.is_method("MMDataParallel");
}

bool is_training(const Call& call) {
  const bool wraps = call.symbol.name().ends_with("DataParallel") && !is_wrapper_for_cards(call);
  return wraps || trains_all(call.symbol);
}

// A call that belongs to training and not to the benchmark of a layer, which calls backward() too.
bool is_beside_training(const Call& call) {
  const Symbol symbol = call.symbol;
  return symbol.is_method("step") || symbol.is_method("zero_grad") ||
         symbol.is_inside("torch.optim") || symbol.is_inside("torch.utils.data") ||
         makes_group(symbol);
}

// A call that changes weights, or does so below.
bool is_update(const Call& call) {
  const bool steps = call.symbol.is_method("step") &&
                     call.symbol.text().find("lr_scheduler") == std::string_view::npos;
  return steps || trains_all(call.symbol);
}

// A call that raises where there is no CUDA, if it fails there.
bool is_of_cuda(const Call& call) {
  return call.symbol.is_inside("torch.cuda") || call.symbol.is_method("cuda") ||
         call.symbol.is_method("to");
}

// What of a script's training stands in the body of a `try`, or is called there.
struct Inside {
  std::size_t count = 0;
  std::size_t first = 0;  // in Summary::calls
};

class VainHandlers {
 public:
  explicit VainHandlers(const Summary& script) {
    for (const Attempt& each : script.attempts) attempts_.emplace(each.body, &each);
    for (std::size_t i = 0; i < script.calls.size(); ++i) {
      const Call& call = script.calls[i];
      if (!call.point.reached || !is_update(call)) continue;
      ++updates_;
      add(i, call.point.handled_by);
    }
  }

  // Takes the next handler around a call in place of one that cannot catch what it raises.
  void leave_to_next(const Call& call, ProgramPoint& point) const {
    std::size_t left = attempts_.size();
    for (auto at = attempts_.find(point.handled_by);
         is_of_cuda(call) && at != attempts_.end() && !at->second->for_cuda && left > 0; --left) {
      point.handled_by = at->second->around;
      point.handled = point.handled_by.known();
      at = attempts_.find(point.handled_by);
    }
  }

  // Forgets the handler of a fact, if all training comes behind it and is in the same body. What is
  // no call is taken for a preparation of training.
  void settle(ProgramPoint& point, std::size_t call = 0) const {
    const auto attempt = attempts_.find(point.handled_by);
    const auto inside = inside_.find(point.handled_by);
    if (attempt == attempts_.end() || inside == inside_.end() || attempt->second->again) return;
    if (inside->second.count != updates_ || inside->second.first < call) return;
    point.handled = false;
    point.handled_by = {};
  }

 private:
  // Adds an update to this body and those around it.
  void add(std::size_t call, Span body) {
    std::size_t left = attempts_.size();  // recursive functions go in circles
    for (auto at = attempts_.find(body); at != attempts_.end() && left > 0; --left) {
      Inside& inside = inside_[at->first];
      if (inside.count++ == 0) inside.first = call;
      at = attempts_.find(at->second->around);
    }
  }

  std::map<Span, const Attempt*> attempts_;  // by their bodies
  std::map<Span, Inside> inside_;            // the same
  std::size_t updates_ = 0;
};

// Whether a call hands its arguments to code that the walk does not follow. What functools.partial
// binds to a function of the project stays in the project.
bool hands_out(const Call& call) {
  const bool binds = call.symbol == "functools.partial" && !call.arguments.empty() &&
                     std::ranges::all_of(call.arguments.front().value, [](const auto& each) {
                       return each.symbol().is_defined();
                     });
  return call.point.reached && !call.own && !binds;
}

// Whether a script that builds a Runner starts none of its loops: it only reads a part, such as the
// model. False if code that the walk does not follow gets the Runner.
bool leaves_runners(const Summary& script) {
  constexpr std::array<std::string_view, 4> kLoops = {"train", "val", "test", "run"};
  const auto is_runner = [](const Alternative& value) {
    return value.symbol() == Symbol::runner();
  };
  const auto gets_one = [&](const Argument& argument) {
    return std::ranges::any_of(argument.value, is_runner);
  };
  return script.complete && !script.skips &&
         std::ranges::none_of(script.calls, [&](const Call& call) {
           const bool starts =
               call.symbol.root() != Symbol::Kind::kName && is_in(call.symbol.name(), kLoops);
           return starts || (hands_out(call) && std::ranges::any_of(call.arguments, gets_one));
         });
}

}  // namespace

void forget_vain_handlers(Summary& script) {
  const VainHandlers vain(script);
  for (std::size_t i = 0; i < script.calls.size(); ++i) {
    vain.leave_to_next(script.calls[i], script.calls[i].point);
    vain.settle(script.calls[i].point, i);
  }
  const auto settle = [&](auto& facts) {
    for (auto& fact : facts) vain.settle(fact.point);
  };
  settle(script.imports);
  settle(script.writes);
  settle(script.environment);
  settle(script.environment_reads);
  settle(script.stores);
  settle(script.failures);
}

bool trains(const Summary& script) {
  const auto reaches = [&](const auto& test) {
    return std::ranges::any_of(script.calls,
                               [&](const Call& call) { return call.point.reached && test(call); });
  };
  const auto is_backward = [](const auto& call) { return call.symbol.is_method("backward"); };
  const auto is_optimizing = [&](const auto& call) {
    return is_backward(call) || call.symbol.is_method("step") ||
           call.symbol.is_inside("torch.optim");
  };
  return reaches(is_training) || (reaches(is_wrapper_for_cards) && reaches(is_optimizing)) ||
         (reaches(is_backward) && reaches(is_beside_training)) ||
         (!leaves_runners(script) && std::ranges::any_of(script.builds, [&](const auto& build) {
           return script.calls[build.call].point.reached;
         }));
}

}  // namespace mmlint::script
