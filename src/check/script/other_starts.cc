#include "check/script/other_starts.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "check/check.h"
#include "check/walked_imports.h"
#include "project/workspace.h"
#include "script/numbers.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;

constexpr std::string_view kCollectives = "torch.distributed.";

bool is_among(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Of torch.distributed, what brings nothing from one process to another.
bool moves_nothing(std::string_view symbol) {
  constexpr std::array<std::string_view, 9> kNames = {
      "init_process_group", "destroy_process_group", "barrier",     "monitored_barrier", "get_rank",
      "get_world_size",     "is_initialized",        "get_backend", "is_available"};
  return !symbol.starts_with(kCollectives) || is_among(symbol.substr(kCollectives.size()), kNames);
}

// Texts of programs that may set weights, or reduce them in a way that no call shows.
bool may_set_weights(std::string_view text) {
  constexpr std::array<std::string_view, 15> kWords = {
      "broadcast", "load_state_dict", "all_gather",   "reduce_scatter", "isend",
      "irecv",     "copy_",           "fill_",        "constant_",      "zeros_",
      "ones_",     ".data =",         "DataParallel", "averagers",      "horovod"};
  return std::any_of(kWords.begin(), kWords.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// torch.nn.Linear, and not torch.nn.functional.relu.
bool makes_layer(std::string_view symbol) {
  constexpr std::string_view kPackage = "torch.nn.";
  return symbol.starts_with(kPackage) && symbol.find('.', kPackage.size()) == symbol.npos;
}

bool is_seed(std::string_view symbol) {
  return symbol == "torch.manual_seed" || symbol == "torch.random.manual_seed" ||
         symbol == "torch.seed";
}

// Whether a seed is another one in each process.
bool differs(const Call& seed) {
  const script::Argument* number = seed.argument("seed", 0);
  return number && std::all_of(number->value.begin(), number->value.end(),
                               [](const auto& each) { return script::is_rank(each.symbol()); });
}

std::string_view text_of(Span at, const Summary& script, const Request& request) {
  for (const std::string& file : script.files) {
    const syntax::Document* document = request.workspace.document(file);
    if (document && document->source().id() == at.file)
      return std::string_view(document->source().bytes()).substr(at.begin, at.end - at.begin);
  }
  return {};
}

}  // namespace

std::vector<Span> other_starts(const Summary& script, const Request& request) {
  std::vector<Span> seeds;
  bool averages = false, trains = false, has_layer = false;
  if (!script.builds.empty()) return seeds;
  for (const Call& call : script.calls) {
    const std::string_view symbol = call.symbol;
    if (!call.point.reached) {
      if (!moves_nothing(symbol) || is_seed(symbol)) return {};
      continue;
    }
    if (is_seed(symbol)) {
      // One that is the same in all processes, or that comes when the model is there.
      if (has_layer || call.loops != 0 || call.point.open || !differs(call)) return {};
      seeds.push_back(call.callee);
    }
    has_layer = has_layer || makes_layer(symbol);
    if (symbol.ends_with(".backward")) {
      if (call.point.group != script::OnPaths::kAll) return {};
      trains = true;
    }
    if (moves_nothing(symbol)) continue;
    const script::Argument* tensor = call.argument("tensor", 0);
    const bool of_gradients =
        symbol == "torch.distributed.all_reduce" && tensor &&
        text_of(tensor->span, script, request).find("grad") != std::string_view::npos;
    if (!of_gradients) return {};
    averages = true;
  }
  if (seeds.empty() || !averages || !trains || !has_layer || !walks_all_imports(script)) return {};
  const bool may_set =
      std::any_of(script.files.begin(), script.files.end(), [&](const std::string& file) {
        const syntax::Document* document = request.workspace.document(file);
        return document && may_set_weights(document->source().bytes());
      });
  return may_set ? std::vector<Span>() : seeds;
}

}  // namespace mmlint::check
