// set_epoch is for other samplers than those of training; hits: where these are made.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/text.h"
#include "check/script/layers.h"
#include "check/script/predicate.h"
#include "check/script/unshared_samples.h"
#include "launch/programs.h"
#include "project/workspace.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

bool is_identifier(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

bool makes_sampler(const Call& call) {
  return call.symbol.is_method("DistributedSampler");
}

// Shuffles, in an order that only its epoch changes.
bool needs_epochs(const Call& sampler) {
  const script::Argument* shuffle = sampler.argument("shuffle", 3);
  const Value* value = shuffle ? script::only_data(shuffle->value) : nullptr;
  const bool shuffles = !shuffle || (value && value->kind == Value::Kind::kBool && value->boolean);
  return shuffles && !sampler.argument("seed", 4) && sampler.point.reached;
}

// The names that samplers and loaders are given, and those by which set_epoch is called.
class Names {
 public:
  Names(const Summary& script, project::Workspace& workspace) : workspace_(workspace) {
    for (const Call& call : script.calls) {
      if (makes_sampler(call) || call.symbol == "torch.utils.data.DataLoader") name(call);
    }
    for (const std::string& file : script.files) {
      if (const auto* document = workspace.document(file))
        read_parameters(document->source().bytes());
    }
    for (const Call& call : script.calls) {
      if (call.symbol.is_method("set_epoch")) tell(call);
    }
  }

  // Whether each call of set_epoch is about a known name, and there is one.
  bool are_known() const { return known_ && !told_.empty(); }

  // Whether what a call has made has a name of its own, and nobody tells that one the epoch.
  bool is_untold(const Call& made) const {
    const auto own = names_.find(made.span);
    return own != names_.end() && told_.count(own->second) == 0;
  }

 private:
  std::string_view text(Span span) const { return workspace_.sources().text(span); }

  // Of `self.sampler = DistributedSampler(data)`: "sampler".
  void name(const Call& call) {
    if (call.statement.file != call.span.file || call.statement.end != call.span.end) return;
    std::string_view target = text({call.statement.file, call.statement.begin, call.span.begin});
    target = trim(target);
    if (!target.ends_with('=')) return;
    target = trim(target.substr(0, target.size() - 1));
    const std::string_view last = target.substr(target.rfind('.') + 1);
    if (!is_identifier(last)) return;
    const bool is_new = used_.insert(last).second;
    if (is_new)
      names_.emplace(call.span, last);
    else
      twice_.insert(last);
  }

  // A parameter may be anything.
  void read_parameters(std::string_view all) {
    for (const std::string_view line : split(all, '\n')) {
      if (!trim(line).starts_with("def ") && !trim(line).starts_with("for ")) continue;
      for (const std::string_view each : used_) {
        if (has_word(line, each)) twice_.insert(each);
      }
    }
  }

  void tell(const Call& call) {
    std::string_view receiver = text(call.callee);
    receiver = receiver.substr(0, receiver.rfind('.'));
    std::string_view last = receiver.substr(receiver.rfind('.') + 1);
    if (last == "sampler" && receiver.size() > last.size() && used_.count(last) == 0) {
      receiver.remove_suffix(last.size() + 1);  // train_loader.sampler
      last = receiver.substr(receiver.rfind('.') + 1);
    }
    known_ = known_ && used_.count(last) != 0 && twice_.count(last) == 0;
    told_.insert(last);
  }

  project::Workspace& workspace_;
  std::map<Span, std::string_view> names_;  // by the call that makes it
  std::set<std::string_view> used_, twice_, told_;
  bool known_ = true;
};

// A fact: the samplers of the loaders that a script trains with and that are never told the epoch,
// while another sampler is: `val_sampler.set_epoch(epoch)`. Only where each call of set_epoch says
// by a name which sampler or loader it is about, and the sampler has a name of its own.
std::vector<ScriptPlace> untold_samplers(const launch::Program& program) {
  const Summary& script = program.summary();
  std::vector<ScriptPlace> out;
  const auto is_told = [](const Call& call) { return call.symbol.is_method("set_epoch"); };
  if (std::none_of(script.calls.begin(), script.calls.end(), is_told)) return out;
  const Names names(script, program.workspace());
  if (!names.are_known()) return out;
  for (const auto& loaders : training_loaders(script)) {
    for (const Call* loader : loaders) {
      const script::Argument* sampler = loader->argument("sampler", 3);
      if (!sampler || sampler->value.size() != 1 || !names.is_untold(*loader)) continue;
      const script::Alternative& only = sampler->value.front();
      const Call* made = only.is_symbol() ? maker_of(only.at, script) : nullptr;
      if (made && makes_sampler(*made) && needs_epochs(*made) && names.is_untold(*made))
        out.push_back({made->callee, made->span, made->symbol.str(), made->point});
    }
  }
  return out;
}

}  // namespace

bool tells_other_samplers(const script::Summary&, const launch::ProgramFacts& facts,
                          ScriptHits& hits) {
  return add_places(facts.get<untold_samplers>(), hits);
}

}  // namespace mmlint::check::predicates
