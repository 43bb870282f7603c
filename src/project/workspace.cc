#include "project/workspace.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "base/internal_error.h"
#include "base/parallel.h"
#include "base/paths.h"
#include "config/base_problems.h"
#include "config/body.h"
#include "config/links.h"
#include "config/load.h"
#include "project/file_cache.h"
#include "script/script.h"
#include "shell/launcher.h"

namespace mmlint::project {

namespace {

// MMEngine's loader calls itself for every base (Config._file2dict and _parse_lazy_import in
// mmengine/config/config.py); chains of 989 files load from a script, longer ones do not.
constexpr int kMaxBaseDepth = 988;

}  // namespace

struct Workspace::State {
  const FileSystem& files;
  SourceStore& sources;
  Settings settings;
  Packages packages;
  python::Territory territory;
  State* below = nullptr;
  std::set<std::string> changed;
  std::unordered_map<std::string, std::shared_ptr<config::LoadedFile>> loaded;
  std::unordered_map<std::string, std::shared_ptr<config::Resolved>> resolved;
  FileCache<script::Script> scripts;
  FileCache<shell::Launcher> launchers;
  std::unordered_map<std::string, bool> clean;  // overlay: nothing it depends on was changed
  // The bases of each node, beside its links. A node is a file as it is loaded: its path, and for a
  // base of a lazy config that is read otherwise than on its own, how MMEngine spells the path
  // behind a NUL.
  std::unordered_map<std::string, std::vector<std::string>> bases_of;
  std::unordered_map<std::string, bool> says_file;  // the file or one that it inherits
  std::vector<std::unique_ptr<syntax::Parser>> parsers;

  State(const FileSystem& f, SourceStore& s, Settings set)
      : files(f),
        sources(s),
        settings(std::move(set)),
        packages(f, settings.packages),
        territory(f, settings.packages) {
    for (int i = 0; i < std::max(1, settings.jobs); ++i) {
      parsers.push_back(std::make_unique<syntax::Parser>());
    }
  }

  python::Outside outside() const {
    return {settings.environment, files, territory, settings.limits};
  }

  static std::string path_of(const std::string& node) { return node.substr(0, node.find('\0')); }

  bool is_changed(const std::string& node) const {
    return !changed.empty() && changed.count(path_of(node)) != 0;
  }

  std::shared_ptr<config::LoadedFile> find_loaded(const std::string& node) {
    const auto it = loaded.find(node);
    if (it != loaded.end()) return it->second;
    if (!below || is_changed(node)) return nullptr;
    return below->find_loaded(node);
  }

  bool inherits_file_name(const std::string& path) {
    const auto [it, is_new] = says_file.try_emplace(path, false);
    if (!is_new) return it->second;
    const config::LoadedFile& file = load_one(path);
    bool result = file.says_file;
    for (const config::BaseLink& link : file.links.links)
      result = inherits_file_name(link.path) || result;
    return says_file[path] = result;
  }

  std::string base_node(const config::LoadedFile& heir, const config::BaseLink& link) {
    constexpr std::size_t kLongestPath =
        4096;  // a cycle through `..` spells longer and longer ones
    if (!heir.mode.lazy) return link.path;
    const config::LoadedFile& base = load_one(link.path);
    if (base.error || extension(link.path) != ".py") return link.path;
    const bool spelled = link.spelled != link.path && link.spelled.size() < kLongestPath &&
                         inherits_file_name(link.path);
    if (base.mode.lazy && !spelled) return link.path;
    const std::string& name = spelled ? link.spelled : link.path;
    std::string node = link.path + '\0' + name;
    if (!find_loaded(node)) loaded.emplace(node, as_lazy_base(base, name, packages, *parsers[0]));
    return node;
  }

  const std::vector<std::string>& base_nodes(const std::string& node) {
    const auto [it, is_new] = bases_of.try_emplace(node);
    if (is_new) {
      const std::shared_ptr<config::LoadedFile> heir = find_loaded(node);
      std::vector<std::string> nodes;
      for (const config::BaseLink& link : heir->links.links)
        nodes.push_back(base_node(*heir, link));
      bases_of[node] = std::move(nodes);
    }
    return bases_of.at(node);
  }

  void load(std::span<const std::string> paths) {
    std::vector<std::string> missing;
    for (const std::string& path : paths) {
      if (!find_loaded(path)) missing.push_back(path);
    }
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    std::vector<std::shared_ptr<config::LoadedFile>> made(missing.size());
    parallel_for(settings.jobs, missing.size(), [&](std::size_t i, std::size_t worker) {
      made[i] = config::load_file(missing[i], outside(), sources, packages, *parsers[worker]);
    });
    for (std::size_t i = 0; i < missing.size(); ++i) loaded.emplace(missing[i], std::move(made[i]));
  }

  config::LoadedFile& load_one(const std::string& path) {
    if (const auto file = find_loaded(path)) return *file;
    load(std::span(&path, 1));
    return *loaded.at(path);
  }

  // Reads the configs and everything they inherit.
  void load_closure(std::span<const std::string> paths) {
    std::vector<std::string> level(paths.begin(), paths.end());
    std::set<std::string> seen(level.begin(), level.end());
    while (!level.empty()) {
      load(level);
      std::vector<std::string> next;
      for (const std::string& path : level) {
        for (const config::BaseLink& link : find_loaded(path)->links.links) {
          if (seen.insert(link.path).second) next.push_back(link.path);
        }
      }
      level = std::move(next);
    }
  }

  bool is_clean(const std::string& node, int depth = 0) {
    if (!below || is_changed(node) || depth > 400) return false;
    const auto known = clean.find(node);
    if (known != clean.end()) return known->second;
    clean[node] = true;  // for cycles
    bool result = below->resolved.count(node) != 0;
    if (result) {
      for (const std::string& base : base_nodes(node)) {
        result = result && is_clean(base, depth + 1);
      }
    }
    return clean[node] = result;
  }

  config::Resolved* find_resolved(const std::string& node) {
    const auto it = resolved.find(node);
    if (it != resolved.end()) return it->second.get();
    return is_clean(node) ? below->find_resolved(node) : nullptr;
  }

  // Configs in an order in which every base stands before its heirs, one group per depth. A base
  // that would close a cycle is reported and left out.
  std::vector<std::vector<std::string>> layers(std::span<const std::string> paths) {
    std::unordered_map<std::string, int> depth;
    std::set<std::string> open;
    std::vector<std::vector<std::string>> out;
    struct Frame {
      std::string node;
      std::size_t next = 0;
      int depth = 0;
    };
    for (const std::string& root : paths) {
      if (depth.count(root) != 0 || find_resolved(root)) continue;
      std::vector<Frame> stack{{root, 0, 0}};
      open.insert(root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        const std::vector<std::string>& bases = base_nodes(top.node);
        if (top.next < bases.size()) {
          const std::string& base = bases[top.next++];
          if (open.count(base) != 0) {
            report_cycle(top.node, find_loaded(top.node)->links.links[top.next - 1]);
          } else if (const auto done = depth.find(base); done != depth.end()) {
            top.depth = std::max(top.depth, done->second + 1);
          } else if (!find_resolved(base)) {
            open.insert(base);
            stack.push_back({base, 0, 0});
          }
          continue;
        }
        const Frame done = top;
        stack.pop_back();
        open.erase(done.node);
        depth[done.node] = done.depth;
        if (done.depth == kMaxBaseDepth + 1) report_depth(done.node);
        if (!stack.empty()) stack.back().depth = std::max(stack.back().depth, done.depth + 1);
        if (out.size() <= static_cast<std::size_t>(done.depth)) out.resize(done.depth + 1);
        out[static_cast<std::size_t>(done.depth)].push_back(done.node);
      }
    }
    return out;
  }

  void report_cycle(const std::string& node, const config::BaseLink& link) {
    config::LoadedFile& file = *find_loaded(node);
    const std::string path = path_of(node);
    const std::string text = path == link.path
                                 ? std::string(file_name(path)) + " inherits itself"
                                 : fmt::format("{} inherits {}, which leads back to it",
                                               file_name(path), file_name(link.path));
    for (const Problem& p : file.problems) {
      if (p.kind == ProblemKind::kBaseCycle && p.span == link.span) return;
    }
    file.problems.push_back({ProblemKind::kBaseCycle, link.span, {{"cycle", text}}, {}});
  }

  void report_depth(const std::string& node) {
    config::LoadedFile& file = *find_loaded(node);
    if (!file.problems.empty()) return;
    const std::string detail = fmt::format(
        "its bases inherit each other {} times over, which is more than Python's calls may nest",
        kMaxBaseDepth);
    file.problems.push_back({ProblemKind::kConfigRaises,
                             file.links.links.front().span,
                             {{"exception", "RecursionError"}, {"detail", detail}},
                             {}});
  }

  void evaluate(const std::string& node, config::Resolved& out, syntax::Parser& parser);
  void take_bases(const std::string& node, const config::LoadedFile& file, config::Resolved& out);
  void evaluate_body(const config::LoadedFile& file, config::Resolved& out, syntax::Parser& parser);
};

Workspace::Workspace(const FileSystem& files, SourceStore& sources, Settings settings)
    : state_(std::make_unique<State>(files, sources, std::move(settings))) {}

Workspace::Workspace(const Workspace& below, const FileSystem& files,
                     const std::set<std::string>& changed)
    : state_(std::make_unique<State>(files, below.state_->sources, below.state_->settings)) {
  state_->below = below.state_.get();
  state_->changed = changed;
  state_->scripts = {&below.state_->scripts, changed};
  state_->launchers = {&below.state_->launchers, changed};
}

Workspace::~Workspace() = default;

void Workspace::load(std::span<const std::string> paths) {
  state_->load(paths);
}

const syntax::Document* Workspace::document(const std::string& path) {
  return state_->load_one(path).raw.get();
}

const Error* Workspace::read_error(const std::string& path) {
  const config::LoadedFile& file = state_->load_one(path);
  return file.error ? &*file.error : nullptr;
}

std::span<const config::BaseLink> Workspace::links(const std::string& path) {
  return state_->load_one(path).links.links;
}

config::DocumentKind Workspace::kind(const std::string& path) {
  return state_->load_one(path).kind;
}

std::vector<const script::Script*> Workspace::scripts(std::span<const std::string> paths) {
  State& s = *state_;
  s.load(paths);
  return s.scripts.get(paths, s.settings.jobs, [&s](const std::string& path, std::size_t worker) {
    const config::LoadedFile& file = *s.find_loaded(path);
    return file.error ? nullptr : script::read_if_valid(*file.raw, *s.parsers[worker]);
  });
}

std::vector<const shell::Launcher*> Workspace::launchers(std::span<const std::string> paths) {
  State& s = *state_;
  s.load(paths);
  return s.launchers.get(paths, s.settings.jobs, [&s](const std::string& path, std::size_t worker) {
    const config::LoadedFile& file = *s.find_loaded(path);
    if (file.error) return std::shared_ptr<shell::Launcher>();
    return shell::Launcher::read_if_valid(file.raw->source(), *s.parsers[worker]);
  });
}

const config::Resolved* Workspace::resolve(const std::string& path) {
  return resolve(std::span(&path, 1)).front();
}

std::vector<const config::Resolved*> Workspace::resolve(std::span<const std::string> paths) {
  State& s = *state_;
  s.load_closure(paths);
  for (const auto& layer : s.layers(paths)) {
    std::vector<std::shared_ptr<config::Resolved>> made(layer.size());
    for (std::size_t i = 0; i < layer.size(); ++i) {
      made[i] = std::make_shared<config::Resolved>();
      s.resolved.emplace(layer[i], made[i]);
    }
    try {
      parallel_for(s.settings.jobs, layer.size(), [&](std::size_t i, std::size_t worker) {
        s.evaluate(layer[i], *made[i], *s.parsers[worker]);
      });
    } catch (...) {
      for (const std::string& path : layer) s.resolved.erase(path);
      throw;
    }
  }
  std::vector<const config::Resolved*> out;
  for (const std::string& path : paths) out.push_back(s.find_resolved(path));
  return out;
}

const FileSystem& Workspace::files() const {
  return state_->files;
}
SourceStore& Workspace::sources() const {
  return state_->sources;
}
const Settings& Workspace::settings() const {
  return state_->settings;
}

void Workspace::State::evaluate(const std::string& node, config::Resolved& out,
                                syntax::Parser& parser) {
  config::LoadedFile& file = *find_loaded(node);
  const std::lock_guard lock(*file.parsing);
  out.path = path_of(node);
  out.style = file.mode.lazy ? config::Style::kLazy : config::Style::kClassic;
  out.links = file.links.links;
  out.problems = file.problems;
  out.hazards = file.hazards;
  out.document = file.document();
  if (!out.document) {
    out.bases_ok = !file.error.has_value();
    return;
  }
  const bool cycle = std::any_of(out.problems.begin(), out.problems.end(), [](const Problem& p) {
    return p.kind == ProblemKind::kBaseCycle;
  });
  if (!cycle) take_bases(node, file, out);
  if (out.problems.empty() && out.bases_ok) evaluate_body(file, out, parser);
  put_syntax_error_first(out, parser);
}

void Workspace::State::take_bases(const std::string& node, const config::LoadedFile& file,
                                  config::Resolved& out) {
  for (std::size_t i = 0; i < out.links.size(); ++i) {
    const config::BaseLink& link = out.links[i];
    const std::string& base_node = bases_of.at(node)[i];
    config::Resolved* base = find_resolved(base_node);
    const config::LoadedFile& base_file = *find_loaded(link.path);  // as it is on its own
    const bool refused = !base || !base->ok();
    const bool mixed = base_file.mode.decided && base_file.mode.lazy != file.mode.lazy;
    if (base_file.error) {
      out.problems.push_back(missing_base(link, out.path, base_file, files));
    } else if (!config::has_config_type(link.path)) {
      out.problems.push_back(config::no_config_type(link.span));
    } else if (mixed && (!file.mode.lazy || !find_loaded(base_node)->links.problems.empty()) &&
               !base_file.mode.problem) {
      out.problems.push_back(mixed_styles(link, file.mode, base_file.mode));
    } else if (refused) {
      out.bases_ok = false;
      if (base) out.refused.push_back(base);
    } else {
      out.bases.push_back(base);
    }
  }
}

void Workspace::State::evaluate_body(const config::LoadedFile& file, config::Resolved& out,
                                     syntax::Parser& parser) {
  const Value* data = file.data ? file.data->root : nullptr;
  if (file.links.unknown) {
    out.pool = std::make_unique<Pool>();
    out.root = data && data->kind == Kind::kUnknown
                   ? out.pool->unknown(data->text, data->span)
                   : out.pool->unknown("`_base_` is not known", {});
    return;
  }
  const config::BodyInput input{*out.document,         parser, outside(),
                                file.base_variables(), data,   file.spelled};
  if (file.mode.lazy)
    evaluate_lazy(out, input);
  else
    evaluate_classic(out, input);
  if (!out.document->problems().empty()) out.root = nullptr;
}

}  // namespace mmlint::project
