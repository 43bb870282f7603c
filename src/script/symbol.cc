#include "script/symbol.h"

namespace mmlint::script {
namespace {

using Kind = Symbol::Kind;
using Pair = std::pair<std::string_view, std::string_view>;

// Where the packages' __init__.py files take their names from: mmengine 0.10, mmcv 1.7, torch 2.
constexpr std::array<Pair, 23> kDetours = {{
    {"mmengine.Config", "mmengine.config.Config"},
    {"mmengine.config.config.Config", "mmengine.config.Config"},
    {"mmcv.utils.Config", "mmcv.Config"},
    {"mmengine.Runner", "mmengine.runner.Runner"},
    {"mmengine.runner.runner.Runner", "mmengine.runner.Runner"},
    {"mmengine.runner._flexible_runner.FlexibleRunner", "mmengine.runner.FlexibleRunner"},
    {"mmengine.RUNNERS", "mmengine.registry.RUNNERS"},
    {"mmengine.registry.root.RUNNERS", "mmengine.registry.RUNNERS"},
    {"mmengine.dist.utils", "mmengine.dist"},
    {"mmengine.dist.dist", "mmengine.dist"},
    {"mmcv.runner.dist_utils", "mmcv.runner"},
    {"mmengine.model.wrappers.distributed", "mmengine.model"},
    {"mmengine.model.wrappers.seperate_distributed", "mmengine.model"},
    {"mmengine.model.wrappers.fully_sharded_distributed", "mmengine.model"},
    {"mmengine.model.wrappers.utils", "mmengine.model"},
    {"mmengine.model.wrappers", "mmengine.model"},
    {"torch.nn.parallel.distributed", "torch.nn.parallel"},
    {"torch.nn.parallel.data_parallel", "torch.nn.parallel"},
    {"torch.nn.DataParallel", "torch.nn.parallel.DataParallel"},
    {"torch.distributed.distributed_c10d", "torch.distributed"},
    {"torch.utils.data.dataloader", "torch.utils.data"},
    {"torch.nn.modules.batchnorm", "torch.nn"},
    {"os.environ", "<environment>"},
}};

bool is_or_is_in(std::string_view name, std::string_view owner) {
  return name.starts_with(owner) && (name.size() == owner.size() || name[owner.size()] == '.');
}

std::string canonical(std::string name) {
  // A detour may end where another begins; the list is short and has no circles.
  for (bool changed = true; std::exchange(changed, false);) {
    for (const auto& [from, to] : kDetours) {
      if (!is_or_is_in(name, from)) continue;
      name.replace(0, from.size(), to);
      changed = true;
    }
  }
  // OpenMMLab's packages have children of MMEngine's registries: mmseg.registry.RUNNERS.
  constexpr std::string_view kRunnersOfAll = ".registry.RUNNERS";
  const std::size_t package = name.find('.');
  if (name.starts_with("mm") && package != name.npos &&
      is_or_is_in(std::string_view(name).substr(package), kRunnersOfAll))
    name.replace(0, package, "mmengine");
  return name;
}

// Returns what a node remembers; has it looked up the first time. Who else does so at the same time
// finds the same node.
const SymbolNode* asked(std::atomic<const SymbolNode*>& known, const auto& look_up) {
  const SymbolNode* node = known.load(std::memory_order_acquire);
  if (!node) known.store(node = look_up(), std::memory_order_release);
  return node;
}

}  // namespace

Symbol::Symbol(std::string_view text) : node_(text.empty() ? nullptr : symbol_node(text)) {}

Symbol Symbol::library(std::string_view path) {
  return Symbol(canonical(std::string(path)));
}

Symbol Symbol::made(std::string_view begin, std::string_view rest) {
  return Symbol(std::string(begin).append(rest));
}

Symbol Symbol::at(std::string_view begin, int module, std::uint32_t offset) {
  return made(begin, std::to_string(module) + ":" + std::to_string(offset));
}

Symbol Symbol::with(std::string_view more, std::string_view end) const {
  return Symbol(str().append(more).append(end));
}

Symbol Symbol::attribute(std::string_view name) const {
  // Of one owner, the names that are asked for most recently.
  struct Known {
    Symbol owner, attribute;
  };
  constexpr std::size_t kRecent = 4096;
  static thread_local std::array<Known, kRecent> recent{};
  Known& known = recent[(hash() ^ std::hash<std::string_view>()(name)) % kRecent];
  const std::string_view text = known.attribute.text();
  const std::size_t size = this->text().size() + 1 + name.size();
  if (known.owner == *this && text.size() == size && text.ends_with(name)) return known.attribute;
  std::string full = str().append(".").append(name);
  if (root() != Kind::kName) return (known = {*this, Symbol(full)}).attribute;
  const Symbol out(canonical(full));
  if (out == full) known = {*this, out};
  return out;
}

Symbol Symbol::result() const {
  if (!node_) return with("()");
  return Symbol(asked(node_->result, [this] { return with("()").node_; }));
}

Symbol Symbol::item(std::string_view index) const {
  return Symbol(str().append("[").append(index).append("]"));
}

Symbol Symbol::with_closure(int closure) const {
  return with("#", std::to_string(closure));
}

Symbol Symbol::bound_to(Symbol receiver) const {
  return with("|", receiver.text());
}

Symbol Symbol::instance(std::size_t number) const {
  return number == 0 ? with("()") : with("/", std::to_string(number) + "()");
}

Symbol Symbol::member(std::string_view name) const {
  return with("=", std::string(name) + "()");
}

Symbol Symbol::generator(int module, std::uint32_t offset) {
  return at("<generator>@", module, offset);
}

Symbol Symbol::deferred(int module, std::uint32_t offset) {
  return at("<deferred>", module, offset);
}

std::string_view Symbol::name() const {
  return node_ ? text().substr(node_->name, node_->name_size) : "";
}

Symbol Symbol::owner() const {
  if (!node_ || node_->owner_size == 0) return {};
  return Symbol(
      asked(node_->owner, [this] { return symbol_node(text().substr(0, node_->owner_size)); }));
}

Symbol Symbol::target() const {
  return node_ && node_->target != 0 ? Symbol(text().substr(node_->target)) : Symbol();
}

Symbol Symbol::callee() const {
  return is(Kind::kResult) ? owner() : is(Kind::kInstance) ? class_of() : Symbol();
}

std::string_view Symbol::package() const {
  return text().substr(0, node_ ? node_->package_size : 0);
}

bool Symbol::is_method(std::string_view name) const {
  return is(Kind::kAttribute) && this->name() == name;
}

bool Symbol::is_method(Kind of, std::string_view name) const {
  return root() == of && is_method(name) && node_->owner_size == node_->root_size;
}

bool Symbol::is_from(Symbol object) const {
  return *this == object ||
         (text().starts_with(object.text()) &&
          std::string_view(".([").find(text()[object.text().size()]) != std::string_view::npos);
}

std::optional<std::string_view> Symbol::path_below(std::string_view object) const {
  const bool is_below = !object.empty() && text().size() > object.size() &&
                        text().starts_with(object) && text()[object.size()] == '.';
  return is_below ? std::optional(text().substr(object.size() + 1)) : std::nullopt;
}

std::optional<std::string_view> Symbol::path_in(Kind root) const {
  if (!node_ || node_->root != root) return std::nullopt;
  const std::string_view rest = text().substr(node_->root_size);
  if (!rest.empty() && rest.front() != '.') return std::nullopt;
  return rest.empty() ? rest : rest.substr(1);
}

}  // namespace mmlint::script
