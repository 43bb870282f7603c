#include "project/workspace.h"

#include "config/base_problems.h"
#include "config/body.h"
#include "project/base_graph.h"
#include "project/script_walks.h"
#include "shell/shell_script.h"

namespace mmlint::project {

struct Workspace::State {
  LoadedFiles files;
  ModuleFiles modules;
  State* below = nullptr;
  std::unordered_map<const Node*, std::shared_ptr<config::Resolved>> resolved;
  ScriptWalks scripts;
  FileCache<shell::Script> launch_scripts;
  std::unordered_map<const Node*, bool> clean;    // overlay: nothing it depends on was changed
  std::vector<std::unique_ptr<Workspace>> parts;  // those that are kept

  State(const FileSystem& f, SourceStore& s, Settings set)
      : files(f, s, std::move(set)), modules(files), scripts(files, modules) {}
  State(State& under, const FileSystem& f, const std::set<std::string>& changed, int jobs)
      : files(under.files, f, changed, jobs),
        modules(files, under.modules),
        below(&under),
        scripts(files, modules, under.scripts, changed),
        launch_scripts(&under.launch_scripts, changed) {}

  bool is_clean(const Node& node, int depth = 0) {
    if (!below || files.is_changed(node.path()) || depth > 400) return false;
    const auto known = clean.find(&node);
    if (known != clean.end()) return known->second;
    clean[&node] = true;  // for cycles
    bool result = below->resolved.count(&node) != 0;
    if (result) {
      for (const Node* base : files.bases_of(node)) result = result && is_clean(*base, depth + 1);
    }
    return clean[&node] = result;
  }

  config::Resolved* find_resolved(const Node& node) {
    const auto it = resolved.find(&node);
    if (it != resolved.end()) return it->second.get();
    const bool may_be_below = below && (below->below || !below->resolved.empty());
    return may_be_below && is_clean(node) ? below->find_resolved(node) : nullptr;
  }

  void evaluate(const Node& node, config::Resolved& out);
  static void forget_what_is_evaluated(const config::LoadedFile& file, const config::Resolved& out);
  void take_bases(const Node& node, config::Resolved& out);
  void evaluate_body(const config::LoadedFile& file, config::Resolved& out, bool in_part);
  // Fills in `partial` of a config that does not load.
  void evaluate_in_part(const Node& node, config::Resolved& out);
};

Workspace::Workspace(const FileSystem& files, SourceStore& sources, Settings settings)
    : state_(std::make_unique<State>(files, sources, std::move(settings))) {}

Workspace::Workspace(const Workspace& below, const FileSystem& files,
                     const std::set<std::string>& changed)
    : state_(std::make_unique<State>(*below.state_, files, changed, below.settings().jobs)) {}

Workspace::Workspace(Workspace& whole, int jobs)
    : state_(std::make_unique<State>(*whole.state_, whole.files(), std::set<std::string>(), jobs)) {
}

Workspace::~Workspace() = default;

std::vector<Workspace::Facts> Workspace::load(std::span<const std::string> paths) {
  return load(state_->files.named(paths));
}

std::vector<Workspace::Facts> Workspace::load(std::span<const Node* const> nodes) {
  std::vector<Facts> out;
  out.reserve(nodes.size());
  for (const Node* node : state_->files.survey(nodes)) out.push_back(facts_of(*node));
  return out;
}

void Workspace::keep(std::unique_ptr<Workspace> part) {
  state_->files.take(part->state_->files);
  for (auto& [node, resolved] : part->state_->resolved)
    state_->resolved.emplace(state_->files.look_up(*node->key), std::move(resolved));
  state_->parts.push_back(std::move(part));
}

void Workspace::forget_files() && {
  for (const auto& [node, resolved] : state_->resolved) {
    const config::LoadedFile& file = *node->file;
    // What is shared with the same file as a lazy base may be part of another workspace's values.
    if (file.document() && file.raw.use_count() == 1) file.document()->forget_all();
  }
  std::move(state_->files).put_texts_away();
}

const syntax::Document* Workspace::document(const Facts& of) {
  const config::LoadedFile* file = of.node->file.get();
  return (file ? *file : state_->files.load_one(*of.node)).raw.get();
}

std::string_view Workspace::text(const std::string& path) {
  const syntax::Document* read = document(path);
  return read ? std::string_view(read->source().bytes()) : std::string_view();
}

const Node& Workspace::node(const std::string& path) {
  return state_->files.named(path);
}

Workspace::Facts Workspace::facts(const std::string& path) {
  return facts_of(state_->files.known(path));
}

Workspace::Facts Workspace::facts(const Node& node) {
  return facts_of(state_->files.known(node));
}

Workspace::Facts Workspace::facts_of(const Node& node) {
  if (!node.file) return {config::DocumentKind::kConfig, node.by_folder, nullptr, &node};
  const config::LoadedFile& file = *node.file;
  return {file.kind, file.by_folder, file.error.get(), &node};
}

std::vector<const Node*> Workspace::bases(const Facts& of) {
  return state_->files.named_by(*of.node);
}

std::vector<const script::Summary*> Workspace::scripts(std::span<const std::string> paths) {
  return state_->scripts.get(paths);
}

std::vector<std::unique_ptr<script::Summary>> Workspace::started(
    const std::string& script, std::span<const script::Start> starts) {
  return state_->scripts.started(script, starts);
}

std::unique_ptr<script::Summary> Workspace::built(const std::string& script,
                                                  const script::BuiltClasses& built) {
  return state_->scripts.built(script, built);
}

std::vector<std::span<const std::string>> Workspace::imported(
    std::span<const std::string> scripts) {
  state_->modules.load(scripts);
  std::vector<std::span<const std::string>> out;
  for (const std::string& script : scripts) out.push_back(state_->modules.imported(script));
  return out;
}

std::vector<const shell::Script*> Workspace::launch_scripts(std::span<const std::string> paths) {
  State& s = *state_;
  s.files.load(paths);
  return s.launch_scripts.get(paths, s.files.settings().jobs, [&s](const std::string& path) {
    const config::LoadedFile& file = *s.files.find(path);
    if (file.error) return std::shared_ptr<shell::Script>();
    return shell::Script::read_if_text(file.raw->source());
  });
}

const config::Resolved* Workspace::resolve(const std::string& path) {
  return resolve(std::span(&path, 1)).front();
}

std::vector<const config::Resolved*> Workspace::resolve(std::span<const std::string> paths) {
  return resolve(state_->files.named(paths));
}

std::vector<const config::Resolved*> Workspace::resolve(std::span<const Node* const> of) {
  State& s = *state_;
  std::vector<const config::Resolved*> out;
  std::vector<const Node*> nodes;  // what stands above a resolved config is not walked again
  for (const Node* node : of) {
    const Node* known = s.files.here(*node);
    out.push_back(known ? s.find_resolved(*known) : nullptr);
    if (!out.back()) nodes.push_back(node);
  }
  s.files.load_closure(nodes);
  for (const auto& layer : bases_first(
           s.files, nodes, [&s](const Node& node) { return s.find_resolved(node) != nullptr; })) {
    std::vector<std::shared_ptr<config::Resolved>> made(layer.size());
    for (std::size_t i = 0; i < layer.size(); ++i) {
      made[i] = std::make_shared<config::Resolved>();
      s.resolved.emplace(layer[i], made[i]);
    }
    try {
      parallel_for_files(s.files.settings().jobs, layer.size(),
                         [&](std::size_t i) { s.evaluate(*layer[i], *made[i]); });
    } catch (...) {
      for (const Node* node : layer) s.resolved.erase(node);
      throw;
    }
  }
  auto next = nodes.begin();
  for (const config::Resolved*& each : out) {
    if (!each) each = s.find_resolved(**next++);
  }
  return out;
}

std::vector<const config::Resolved*> Workspace::failed() const {
  std::vector<const config::Resolved*> out;
  for (const State* state = state_.get(); state; state = state->below) {
    for (const auto& [node, config] : state->resolved) {
      if (node->is_on_its_own() && !config->ok()) out.push_back(config.get());
    }
    if (!state->files.changed().empty()) break;  // below it may stand what is no longer so
  }
  return out;
}

const FileSystem& Workspace::files() const {
  return state_->files.files();
}
SourceStore& Workspace::sources() const {
  return state_->files.sources();
}
const Settings& Workspace::settings() const {
  return state_->files.settings();
}

void Workspace::State::evaluate(const Node& node, config::Resolved& out) {
  config::LoadedFile& file = *node.file;
  std::unique_lock<std::mutex> lock;
  if (file.raw) lock = std::unique_lock(file.raw->parsing());
  out.path = node.path();
  out.number = files.number_on_its_own(node);
  out.style = file.mode.lazy ? config::Style::kLazy : config::Style::kClassic;
  out.links = file.links.links;
  out.problems = file.problems;
  out.hazards = file.hazards;
  out.document = file.document();
  if (!out.document) {
    out.bases_ok = !file.error;
    return;
  }
  const bool cycle = std::ranges::any_of(
      out.problems, [](const Problem& p) { return p.kind == ProblemKind::kBaseCycle; });
  if (!cycle) take_bases(node, out);
  if (out.problems.empty() && out.bases_ok) evaluate_body(file, out, false);
  if (!out.ok() && !cycle) evaluate_in_part(node, out);
  put_syntax_error_first(out);
  forget_what_is_evaluated(file, out);
}

// Frees the nodes of a config of which only values are needed from now on. A lazy config's are
// asked by those that import it, and may be those of another file, which shares the document.
void Workspace::State::forget_what_is_evaluated(const config::LoadedFile& file,
                                                const config::Resolved& out) {
  const auto holds_syntax = [](const config::Resolved* one) {
    return one && one->pool && one->pool->holds_syntax();
  };
  const bool is_shared = file.mode.lazy || file.raw.use_count() > 1;
  if (is_shared || holds_syntax(&out) || holds_syntax(out.partial.get())) return;
  out.document->forget_nodes();
}

void Workspace::State::take_bases(const Node& node, config::Resolved& out) {
  const config::LoadedFile& file = *node.file;
  const std::vector<const Node*>& nodes = files.bases_of(node);
  for (std::size_t i = 0; i < out.links.size(); ++i) {
    const config::BaseLink& link = out.links[i];
    config::Resolved* base = find_resolved(*nodes[i]);
    const config::LoadedFile& base_file =  // as it is on its own
        nodes[i]->is_on_its_own() ? *nodes[i]->file : *files.find(link.path);
    const bool refused = !base || !base->ok();
    const bool mixed = base_file.mode.decided && base_file.mode.lazy != file.mode.lazy;
    if (base_file.error) {
      constexpr std::size_t kMostAsked = 20;  // each of them reads the folder
      const bool asks_nearest = out.problems.size() < kMostAsked;
      out.problems.push_back(missing_base(link, out.path, base_file, files.files(), asks_nearest));
    } else if (!config::has_config_type(link.path)) {
      out.problems.push_back(config::no_config_type(link.span));
    } else if (mixed && (!file.mode.lazy || !nodes[i]->file->links.problems.empty()) &&
               !base_file.mode.refused) {
      out.problems.push_back(mixed_styles(link, file.mode, base_file.mode));
    } else if (refused) {
      out.bases_ok = false;
      if (base) out.refused.push_back(base);
    } else {
      out.bases.push_back(base);
    }
  }
}

void Workspace::State::evaluate_in_part(const Node& node, config::Resolved& out) {
  const config::LoadedFile& file = *node.file;
  // Of a base whose import is wrong nobody knows which one it is.
  const bool readable = out.document->problems().empty() && !file.mode.refused &&
                        file.links.problems.empty() && extension(out.path) == ".py" &&
                        file.base_variables().empty();
  // What took too much once is not tried again.
  const bool too_much = std::ranges::any_of(out.problems, [](const Problem& problem) {
    return problem.kind == ProblemKind::kLimitReached;
  });
  if (!readable || too_much || (out.problems.empty() && out.bases_ok)) return;
  auto part = std::make_shared<config::Resolved>();
  part->path = out.path;
  part->number = out.number;
  part->document = out.document;
  part->style = out.style;
  part->links = out.links;
  for (const Node* base_node : files.bases_of(node)) {
    const config::Resolved* base = find_resolved(*base_node);
    const bool loads = is_in(base, out.bases);
    part->bases.push_back(loads || !base ? base : base->partial.get());
  }
  evaluate_body(file, *part, true);
  for (std::size_t i = part->bases.size(); i-- > 0;) {
    if (part->bases[i]) continue;
    part->bases.erase(part->bases.begin() + static_cast<std::ptrdiff_t>(i));
    part->links.erase(part->links.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (part->ok() && part->problems.empty()) out.partial = std::move(part);
}

void Workspace::State::evaluate_body(const config::LoadedFile& file, config::Resolved& out,
                                     bool in_part) {
  const Value* data = file.data ? file.data->root : nullptr;
  if (file.links.unknown) {
    out.pool = std::make_unique<Pool>();
    out.root = data && data->kind == Value::Kind::kUnknown
                   ? out.pool->unknown(data->text(), data->span)
                   : out.pool->unknown("`_base_` is not known", {});
    return;
  }
  const config::BodyInput input{.document = *out.document,
                                .outside = files.outside(),
                                .base_variables = file.base_variables(),
                                .unknown_templates = file.unknown_templates(),
                                .data = data,
                                .file_name = file.file_name(),
                                .in_part = in_part};
  if (file.mode.lazy)
    evaluate_lazy(out, input);
  else
    evaluate_classic(out, input);
  if (!out.document->problems().empty()) out.root = nullptr;
}

}  // namespace mmlint::project
