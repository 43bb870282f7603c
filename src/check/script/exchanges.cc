#include "check/script/exchanges.h"

#include "base/text.h"
#include "check/script/program_syntax.h"
#include "launch/reachable.h"
#include "script/objects.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Call;
using script::Summary;
using script::Symbol;

// "torch.nn.functional.cross_entropy()", "torch.nn.MSELoss().cuda()()".
bool is_library_loss(std::string_view symbol) {
  if (!symbol.starts_with("torch.nn.")) return false;
  const std::string_view maker = symbol.substr(0, symbol.find('('));
  return maker.ends_with("loss") || maker.ends_with("Loss") || maker.ends_with("entropy") ||
         maker.ends_with("entropy_with_logits");
}

bool is_broadcast(const Call& call) {
  return call.symbol.is_inside("torch.distributed") && call.symbol.name().starts_with("broadcast");
}

// What the calls of torch.distributed of one run move.
class Moves {
 public:
  Moves(const launch::Program& program, const Summary& run, facts::Exchange what)
      : program_(program) {
    for (const Call& call : script_.calls) {
      const Symbol loss = call.symbol.is_method("backward") ? call.symbol.owner() : Symbol();
      if (loss && !loss.is_unknown() && !is_in(loss, losses_)) losses_.push_back(loss);
    }
    find_late_calls(run);
    if (what == facts::Exchange::kGradients) find_early_broadcasts(run);
  }

  // May: a call moves gradients or weights.
  bool may_move(const Call& call) const {
    const std::string_view name = call.symbol.text();
    if (!facts::may_move_values(name) || once_.contains(call.span)) return false;
    if (facts::moves_to_one(name)) return false;  // what sends it back counts by itself
    if (is_unused(call)) return false;
    const std::optional<std::size_t> position = facts::moved_by(name);
    const script::Argument* moved = position ? call.argument("tensor", *position) : nullptr;
    if (position && !moved) moved = call.argument("obj", *position);
    return !moved || !is_measure(*moved);
  }

 private:
  bool is_unused(const Call& call) const {
    return !call.point.reached && launch::is_idle(call.callee, script_, workspace_);
  }

  // What a run gathers or sends once, after its last backward pass, such as results for a report or
  // the weights for a comparison, cannot change the gradients of a step.
  void find_late_calls(const Summary& run) {
    once_ = calls_after_training(run);
    for (auto call = run.calls.rbegin(); call != run.calls.rend(); ++call) {
      if (!call->point.reached) continue;
      if (call->symbol.is_method("backward")) return;
      if (is_broadcast(*call) && leaves_its_loops(*call, run)) once_.insert(call->span);
    }
  }

  // Broadcasts that a run makes before its first backward pass, and not again, such as those of the
  // weights with which it begins, bring no gradients.
  void find_early_broadcasts(const Summary& run) {
    for (const Call& call : run.calls) {
      if (!call.point.reached) continue;
      if (call.symbol.is_method("backward")) return;
      if (is_broadcast(call) && leaves_its_loops(call, run)) once_.insert(call.span);
    }
  }

  // Whether no loop around a call but those of its own function repeats it, and these neither train
  // nor call anything of the project.
  bool leaves_its_loops(const Call& call, const Summary& run) const {
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    const syntax::Call* expr = syntax.call_at(call.span);
    const syntax::Stmt* each = expr ? syntax.place(*expr).statement : nullptr;
    int loops = 0;
    Span outermost;
    for (; each && each->kind != syntax::StmtKind::kFunction; each = syntax.around(*each)) {
      if (each->kind != syntax::StmtKind::kFor && each->kind != syntax::StmtKind::kWhile) continue;
      ++loops;
      outermost = {call.span.file, each->begin, each->end};
    }
    return expr && loops == call.loops && std::ranges::none_of(run.calls, [&](const Call& other) {
             return (other.own || other.symbol.is_method("backward")) &&
                    outermost.contains(other.span);
           });
  }

  // Must: what is moved is a loss, a metric or plain data.
  bool is_measure(const script::Argument& moved) const {
    const std::string_view text = workspace_.sources().text(moved.span);
    if (text.find("grad") != text.npos) return false;
    return text.find("loss") != text.npos || is_counter(moved) ||
           std::ranges::all_of(moved.value,
                               [&](const Alternative& each) { return is_measure(each); });
  }

  bool is_measure(const Alternative& each) const {
    if (const Value* data = each.data()) return is_plain(*data, each.at);
    const Symbol symbol = each.symbol();
    const std::string_view text = symbol.text();
    if (text.find("grad") != text.npos) return false;
    return symbol.callee().is_method("item") || is_of_numbers(each) || is_library_loss(text) ||
           is_detached_output(text) ||
           std::ranges::any_of(losses_, [&](Symbol loss) { return symbol.is_from(loss); });
  }

  // Numbers, texts and containers of them and of measures.
  bool is_plain(const Value& value, Span at) const {
    const auto is_one = [&](const Value* item) {
      return is_measure(script::alternative_of(*item, at));
    };
    switch (value.kind) {
      case Value::Kind::kNone:
      case Value::Kind::kBool:
      case Value::Kind::kInt:
      case Value::Kind::kFloat:
      case Value::Kind::kString:
        return true;
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        return std::ranges::all_of(value.items(), is_one);
      case Value::Kind::kDict:
        return std::ranges::all_of(value.dict().entries(),
                                   [&](const auto& entry) { return is_one(entry.value); });
      default:
        return false;
    }
  }

  // The call that has made what is moved; null if that is not known.
  const Call* maker_of(const Alternative& each) const {
    const Span* made = each.sites.only();
    const Call* maker = made ? objects_.maker(*made) : nullptr;
    return maker && each.symbol().is_from(maker->symbol.result()) ? maker : nullptr;
  }

  // torch.tensor([loss.item(), n])
  bool is_of_numbers(const Alternative& each) const {
    const Call* maker = maker_of(each);
    return maker && maker->symbol == "torch.tensor" &&
           workspace_.sources().text(maker->span).find("grad") == std::string_view::npos;
  }

  // stats = torch.zeros(2), of which all that is written into it is a number or a loss.
  bool is_counter(const script::Argument& moved) const {
    constexpr std::array<std::string_view, 3> kSized = {"torch.zeros", "torch.ones", "torch.full"};
    const Alternative* one = script::only_symbol(moved.value);
    const Call* maker = one ? maker_of(*one) : nullptr;
    if (!maker || !is_in(maker->symbol.text(), kSized)) return false;
    const bool is_filled = std::ranges::any_of(script_.calls, [&](const Call& call) {
      return call.object.has(maker->span) && call.symbol.name().ends_with('_');
    });
    const std::string_view text = workspace_.sources().text(moved.span);
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    const auto sources = syntax.sources_of(text.substr(text.rfind('.') + 1));
    return !is_filled && !sources.empty() && std::ranges::all_of(sources, [&](const auto* source) {
      const std::string_view written = syntax.text(*source);
      return syntax.span(*source).contains(maker->span) ||
             source->kind == syntax::ExprKind::kInteger ||
             std::ranges::any_of(std::array{"loss", ".item()", "len("}, [&](const char* word) {
               return written.find(word) != written.npos;
             });
    });
  }

  // model(x).detach().mean(), model(x).argmax(1): no gradients flow back from it.
  static bool is_detached_output(std::string_view text) {
    const std::size_t output = text.find("()()");
    return output != text.npos &&
           std::ranges::any_of(
               std::array{".detach()", ".argmax()", ".eq()", ".data"},
               [&](std::string_view cut) { return text.find(cut, output) != text.npos; });
  }

  const launch::Program& program_;
  const Summary& script_ = program_.summary();
  project::Workspace& workspace_ = program_.workspace();
  const script::Objects objects_{script_};
  std::vector<Symbol> losses_;
  std::set<Span> once_;  // what is moved before or after the training, and not in it
};

// Whether a name that begins in a text is bound there, or part of a comment: def
// all_reduce_mean(x), import all_gather, broadcast_buffers=False.
bool is_no_use(std::string_view text, std::size_t at) {
  const std::string_view line = trim(line_before(text, at));
  while (at < text.size() && is_name_byte(text[at])) ++at;
  const std::string_view rest = trim(text.substr(at, 3));
  return line.ends_with("def") || line.starts_with("from ") || line.starts_with("import ") ||
         line.find('#') != line.npos || (rest.starts_with('=') && !rest.starts_with("=="));
}

// Whether the walk has seen each call that a file names by the words of collectives.
bool knows_collectives(const syntax::Document& document, const Summary& script) {
  const std::string_view text = document.source().bytes();
  for (const std::string& word : facts::exchanging_words(facts::Exchange::kCalls)) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const auto offset = static_cast<std::uint32_t>(at);
      const Span place{document.source().id(), offset,
                       offset + static_cast<std::uint32_t>(word.size())};
      const bool known =
          is_no_use(text, at) || std::ranges::any_of(script.calls, [&](const Call& call) {
            return call.callee.contains(place) &&
                   (call.own || call.symbol.is_inside("torch") || call.symbol.is_inside("numpy"));
          });
      if (!known) return false;
    }
  }
  return true;
}

// A fact: the same for all files of the program.
bool knows_all_collectives(const launch::Program& program) {
  return std::ranges::all_of(program.get<documents_of>(), [&](const auto* document) {
    return knows_collectives(*document, program.summary());
  });
}

// A fact: whether a text of the program names a way, other than calls that are listed, to do that.
template <facts::Exchange kWhat>
bool may_name_exchange(const launch::Program& program) {
  return std::ranges::any_of(program.get<documents_of>(),
                             [](const auto* document) {
                               return facts::may_exchange(document->source().bytes(), kWhat);
                             }) ||
         !program.get<knows_all_collectives>();
}

bool may_name(facts::Exchange what, const launch::Program& program) {
  switch (what) {
    case facts::Exchange::kGradients:
      return program.get<may_name_exchange<facts::Exchange::kGradients>>();
    case facts::Exchange::kWeights:
      return program.get<may_name_exchange<facts::Exchange::kWeights>>();
    case facts::Exchange::kCalls:
      return program.get<may_name_exchange<facts::Exchange::kCalls>>();
  }
  return true;
}

}  // namespace

std::set<Span> calls_after_training(const Summary& run) {
  std::set<Span> found;
  for (auto call = run.calls.rbegin(); call != run.calls.rend(); ++call) {
    if (!call->point.reached) continue;
    if (call->symbol.is_method("backward")) return found;
    const bool is_gather = call->symbol.is_inside("torch.distributed") &&
                           call->symbol.name().find("gather") != std::string_view::npos;
    if ((is_gather || is_broadcast(*call)) && call->loops == 0) found.insert(call->span);
  }
  return {};
}

bool may_exchange(const launch::Program& program, const Summary& run, facts::Exchange what) {
  if (may_name(what, program)) return true;
  const Moves moves(program, run, what);
  return std::ranges::any_of(program.summary().calls,
                             [&](const Call& call) { return moves.may_move(call); });
}

}  // namespace mmlint::check
