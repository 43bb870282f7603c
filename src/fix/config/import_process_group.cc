

#include "base/text.h"
#include "check/config/predicate.h"
#include "fix/config/planners.h"
#include "fix/config/set_key.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "fix/trial.h"
#include "syntax/walk.h"
#include "value/value_python.h"

// MM201: a module beside the config makes the process group, and the config imports it. Beside the
// config is not where Python looks, so the config says where. A classic one has `custom_imports`,
// which Config.fromfile imports (mmengine/config/config.py); of a lazy one only the body runs,
// where an `import` statement would be taken for a lazy object.
namespace mmlint::fix {
using catalog::Literal;
using check::Finding;
using check::Reach;
using config::Resolved;

namespace {

// The module that creates the process group before MMEngine's Runner would: what it says, and where
// it may stand.

constexpr std::string_view kFirstLine = "# Written by mmlint: makes the process group for ";
constexpr int kNames = 9;  // tried one after another

// Arguments of torch.distributed.init_process_group that a config can give (mmengine/dist/utils.py,
// init_dist, hands them on). Rank and world size are the launcher's.
constexpr std::array<std::string_view, 3> kArguments = {"timeout", "init_method", "group_name"};

OrRefusal<std::string> backend(const FoundValue& found, const catalog::Target& target) {
  if (found.unknown) return refuse(Reason::kBackendNotKnown);
  const catalog::Literal* usable = target.fact("backends.usable");
  const auto* standard = target.fact("backends.default");
  if (found.value && usable && usable->list()) {
    for (const catalog::Literal& name : *usable->list()) {
      if (name.string() && check::equals(*found.value, name, true)) return *name.string();
    }
  }
  if (!standard || !standard->string()) return refuse(Reason::kNoBackend);
  return *standard->string();
}

// ", timeout=..." and the like.
OrRefusal<std::string> further_arguments(const Value& root) {
  std::string out;
  for (const std::string_view name : kArguments) {
    const std::string key = fmt::format("env_cfg.dist_cfg.{}", name);
    const FoundValue found = value_at(root, key);
    if (found.unknown) return refuse(Reason::kNotKnown, {key});
    if (!found.value || found.value->kind == Value::Kind::kNone) continue;
    const Value& value = *found.value;
    const bool number = value.kind == Value::Kind::kInt || value.kind == Value::Kind::kFloat;
    if (name == "timeout" ? !number : value.kind != Value::Kind::kString)
      return refuse(Reason::kIsValue, {key, print(value, 60)});
    const std::string text = print(value, std::string::npos);
    out += ",\n            ";
    out += name == "timeout" ? fmt::format("timeout=datetime.timedelta(seconds={})", text)
                             : fmt::format("{}={}", name, text);
  }
  return out;
}

// A name for `import` out of any file name: letters of every script stay.
std::string identifier(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text));
    const std::string character(text.substr(0, length));
    out += is_normal_identifier("a" + character) ? character : "_";
    text.remove_prefix(length);
  }
  return is_normal_identifier(out) ? out : "_" + out;
}

void add_folders_of_bases(const config::Resolved& config, std::set<std::string>& out) {
  for (const config::Resolved* base : config.bases) {
    if (out.insert(parent_folder(base->path)).second || !base->bases.empty())
      add_folders_of_bases(*base, out);
  }
}

// A config adds its folder to sys.path, and so do its bases before it and its heirs after it.
std::set<std::string> folders_of_relatives(const config::Resolved& config,
                                           const project::Index& index) {
  std::set<std::string> out;
  add_folders_of_bases(config, out);
  for (const project::Node* heir : index.reach({config.path}))
    out.insert(parent_folder(heir->path()));
  return out;
}

// Returns the module's Python text for the dist_cfg of a config; a refusal if another launcher or
// library makes the group, or if the backend or an argument is not known.
OrRefusal<std::string> module_text(const config::Resolved& config, const catalog::Target& target) {
  const Value& root = *config.root;
  const Value* launcher = root.dict().get("launcher");
  if (launcher && launcher->kind == Value::Kind::kString && launcher->text() != "pytorch") {
    return refuse(Reason::kOtherLauncher, {std::string(launcher->text())});
  }
  const FoundValue starter = value_at(root, "env_cfg.dist_cfg.init_backend");
  if (starter.unknown || (starter.value && !starter.value->is_string("torch")))
    return refuse(Reason::kLibraryMakesGroup);
  const auto name = backend(value_at(root, "env_cfg.dist_cfg.backend"), target);
  if (!name) return name;
  const auto more = further_arguments(root);
  if (!more) return more;
  const char* import = more->find("timedelta") == std::string::npos ? "" : "import datetime\n";
  return fmt::format(
      R"({0}{1}. MMEngine makes
# none where one exists; it would call torch.cuda.set_device first, which fails there.
{2}import os

if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:
    import torch.distributed as dist

    if not dist.is_initialized():
        os.environ.setdefault('MASTER_ADDR', '127.0.0.1')
        os.environ.setdefault('MASTER_PORT', '29500')
        dist.init_process_group(
            backend={3},
            rank=int(os.environ['RANK']),
            world_size=int(os.environ['WORLD_SIZE']){4})
)",
      kFirstLine, target.name, import, python_string(*name), *more);
}

// Returns the module with this text as a file beside the config. Its name is one that Python finds
// nowhere else, not even beside a base or heir of the config or among the `planned` files. A file
// that is there with this very text, or may be overwritten, keeps its name. A refusal if nine names
// are taken.
OrRefusal<NewFile> module_beside(const config::Resolved& config, const std::string& text,
                                 std::span<const NewFile> planned, const Context& context) {
  const FileSystem& files = context.workspace.files();
  const Packages packages(files, context.workspace.settings().packages);
  const std::string folder = parent_folder(config.path);
  const std::set<std::string> relatives = folders_of_relatives(config, context.index);
  const std::string name = identifier(stem(config.path)) + "_process_group";
  for (int i = 1; i <= kNames; ++i) {
    const std::string numbered = i == 1 ? name : fmt::format("{}_{}", name, i);
    const NewFile module{join_path(folder, numbered + ".py"), text};
    const auto stands_in = [&](const std::string& other) {
      const bool is_planned = std::ranges::any_of(planned, [&](const NewFile& file) {
        return file.path == join_path(other, numbered + ".py");
      });
      return other != folder &&
             (is_planned || files.kind(join_path(other, numbered + ".py")) != FileKind::kMissing);
    };
    const bool taken = files.kind(join_path(folder, numbered)) != FileKind::kMissing ||
                       packages.has_top_level(numbered) ||
                       std::ranges::any_of(relatives, stands_in);
    if (taken) continue;
    const FileKind kind = files.kind(module.path);
    if (kind == FileKind::kMissing) return module;
    if (kind != FileKind::kFile) continue;
    const auto bytes = files.read(module.path);
    if (!bytes) continue;
    if (*bytes == text || (context.overwrite && bytes->starts_with(kFirstLine))) return module;
  }
  return refuse(Reason::kModuleExists, {name});
}

constexpr std::string_view kImports = "custom_imports.imports";
constexpr int kRounds = 3;

// The names in `imports`, which may be one text; nullopt if they are not all texts.
std::optional<Literal::List> names_in(const Value* imports) {
  Literal::List out;
  if (!imports || imports->kind == Value::Kind::kNone) return out;
  const std::vector<Value*> one{const_cast<Value*>(imports)};
  const bool many = imports->is_sequence();
  for (const Value* name : many ? imports->items() : one) {
    if (name->kind != Value::Kind::kString) return std::nullopt;
    out.push_back(Literal{std::string(name->text())});
  }
  return out;
}

class Planner {
 public:
  Planner(const Finding& finding, const Context& context) : finding_(finding), context_(context) {}

  Planned plan() {
    const Span at = finding_.diagnostic.primary;
    const Resolved* shared = context_.workspace.resolve(path_of(context_, at));
    const bool may_share = shared && shared->ok() && may_edit(context_, at) &&
                           !makes_group({shared}, context_.workspace);
    auto refusal = may_share ? import_shared(*shared) : Refusal{Reason::kImportFileClosed};
    if (!refusal) return std::move(plan_);
    if (context_.where == Where::kOrigin) return refuse(std::move(*refusal));
    std::vector<const Resolved*> leaves;
    for (const Reach& reach : finding_.reaches()) {
      const Resolved& config = *reach.view.config;
      if (may_edit(context_, config) && !inherits_another(config)) leaves.push_back(&config);
    }
    if (leaves.empty()) {
      refusal->further.push_back(Reason::kPassItAsWell);
      return refuse(std::move(*refusal));
    }
    plan_ = {};
    refusal = import_into(leaves);
    if (refusal) return refuse(std::move(*refusal));
    return std::move(plan_);
  }

 private:
  // One module does for all configs, if they need the same.
  std::optional<Refusal> import_shared(const Resolved& shared) {
    std::set<std::string> texts;
    for (const Reach& reach : finding_.reaches()) {
      const auto text = module_text(*reach.view.config, *finding_.target);
      if (!text) return text.error();
      texts.insert(*text);
    }
    if (texts.size() != 1) return Refusal{Reason::kDifferentGroups};
    return import_into({&shared});
  }

  // What a base imports, its heirs import too.
  bool inherits_another(const Resolved& config) const {
    return std::ranges::any_of(config.bases, [&](const Resolved* base) {
      const bool is_reached = std::ranges::any_of(
          finding_.reaches(), [&](const Reach& reach) { return reach.view.config == base; });
      return (is_reached && may_edit(context_, *base)) || inherits_another(*base);
    });
  }

  // Makes these configs import a module, and then those that still do not have theirs: they have a
  // list of their own, or need another group.
  std::optional<Refusal> import_into(std::vector<const Resolved*> configs) {
    for (int round = 0; round < kRounds; ++round) {
      for (const Resolved* config : configs) {
        if (auto refusal = add_import(*config)) return refusal;
      }
      plan_.edits = without_repeats(std::move(plan_.edits));
      const bool may_edit_all = std::ranges::all_of(finding_.reaches(), [this](const Reach& r) {
        return may_edit(context_, *r.view.config);
      });
      if (!context_.tries_configs && may_edit_all) return std::nullopt;
      const auto trial = Trial::make(context_.workspace, plan_.edits, plan_.files);
      if (!trial) return trial.error();
      configs.clear();
      for (const Reach& reach : finding_.reaches()) {
        const std::string& path = reach.view.config->path;
        if (makes_its_group(*reach.view.config, (*trial)->workspace())) continue;
        if (context_.editable(path))
          configs.push_back(reach.view.config);
        else if (context_.where == Where::kOrigin)
          return Refusal{Reason::kOwnImports, {path}};
      }
      if (configs.empty()) return std::nullopt;
    }
    return Refusal{Reason::kBaseMakesGroup};
  }

  static bool makes_group(check::ConfigView view, project::Workspace& after) {
    view.config = after.resolve(view.config->path);
    std::vector<check::Hit> none;
    return view.config->ok() && check::config_predicate("no-process-group-import")(
                                    view, after.files(), none) == check::Answer::kNo;
  }

  // It imports a module that says what it needs, which may be a base's.
  bool makes_its_group(const Resolved& config, project::Workspace& after) const {
    const Resolved* changed = after.resolve(config.path);
    const auto needed = module_text(config, *finding_.target);
    return changed->ok() && needed &&
           launch::process_group_module(*changed, after.files()) == *needed;
  }

  // The module beside a config, and the statements of the config that import it.
  std::optional<Refusal> add_import(const Resolved& config) {
    const auto text = module_text(config, *finding_.target);
    if (!text) return text.error();
    const auto module = module_beside(config, *text, plan_.files, context_);
    if (!module) return module.error();
    const auto bytes = context_.workspace.files().read(module->path);
    if (!bytes || *bytes != module->bytes) plan_.files.push_back(*module);
    const std::string name(stem(module->path));
    if (config.style == config::Style::kLazy) {
      plan_.edits.push_back(run_import(config, name));
      return std::nullopt;
    }
    return import_classic(config, name);
  }

  TextEdit run_import(const Resolved& config, const std::string& name) const {
    const syntax::Document& document = *context_.workspace.document(config.path);
    const std::string line_end(document.source().line_end());
    const std::string path =
        "__import__('sys').path.append("
        "__import__('os').path.dirname(__import__('os').path.abspath(__file__)))";
    return add_statement(document, last_statement(document, {"with", "from", "import"}),
                         fmt::format("{0}{1}{0}__import__('{2}')", line_end, path, name));
  }

  std::optional<Refusal> import_classic(const Resolved& config, const std::string& name) {
    const Refusal computed{Reason::kImportsComputed, {config.path}};
    const syntax::Document& document = *context_.workspace.document(config.path);
    const FileId file = document.source().id();
    const Style style = style_of(document);
    const Entry* top = config.root->dict().find("custom_imports");
    const FoundValue found = value_at(*config.root, kImports);
    const Value* imports = found.value;
    auto names = names_in(imports);
    if (!names) return computed;
    // Before the others, which may need the group.
    names->insert(names->begin(), Literal{name});
    // A file without `_base_` may be a base of a lazy config, where `sys` would be a key.
    const std::size_t bases = last_statement(document, {"_base_"});
    std::string text = bases < document.statements().size() ? "import sys" + style.line_end + "sys"
                                                            : "__import__('sys')";
    text += ".path.append('{{ fileDirname }}')";
    if (imports && imports->literal && imports->span.file == file) {
      plan_.edits.push_back(add_first(document, imports->span, *names));
    } else if (top && top->origin->value().file == file) {
      const bool has_imports = found.entry && found.entry->origin->value().file == file;
      if (has_imports || !own_dict(config, file, kImports, context_)) return computed;
      const auto added = set_key(config, kImports, Literal{*names}, context_);
      plan_.edits.insert(plan_.edits.end(), added.begin(), added.end());
    } else {
      Literal::Dict block{{"imports", Literal{*names}}};
      const bool over_none = top && top->value->kind != Value::Kind::kDict;
      if (over_none) block.emplace_back("_delete_", Literal{true});
      if (!top || over_none) block.emplace_back("allow_failed_imports", Literal{false});
      text += style.line_end + to_statement("custom_imports", Literal{block}, style);
    }
    plan_.edits.push_back(add_statement(document, bases, text));
    return std::nullopt;
  }

  // The index of the last statement that sets one of these names or begins with one of these words;
  // behind the last one if there is none.
  static std::size_t last_statement(const syntax::Document& document,
                                    std::initializer_list<std::string_view> words) {
    std::size_t last = document.statements().size();
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const syntax::StatementRange& statement = document.statements()[i];
      for (const std::string_view word : words) {
        if (statement.name == word || statement.keyword == word) last = i;
      }
    }
    return last;
  }

  TextEdit add_first(const syntax::Document& document, Span at, const Literal::List& names) const {
    const Style style = style_of(document);
    const syntax::Expr* list = syntax::find_expr(document, at.begin, at.end);
    const bool has_items = list && names.size() > 1 && list->kind != syntax::ExprKind::kString;
    if (!has_items) return {at, to_python(Literal{names}, style)};
    const std::uint32_t first = syntax::as<syntax::Sequence>(*list).items.front()->begin;
    return {{at.file, first, first}, to_python(names.front(), style) + ", "};
  }

  const Finding& finding_;
  const Context& context_;
  Plan plan_;
};

}  // namespace

Planned plan_import_process_group(const catalog::verb::ImportProcessGroup&, const Finding& finding,
                                  const Context& context) {
  return Planner(finding, context).plan();
}

}  // namespace mmlint::fix
