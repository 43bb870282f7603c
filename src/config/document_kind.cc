#include "config/document_kind.h"

#include "base/text.h"
#include "data/data_file.h"
#include "facts/launch.h"
#include "facts/libraries.h"
#include "python/eval/natives.h"

namespace mmlint::config {
namespace {

using syntax::Document;

constexpr std::string_view kRunnerKeys =
    "auto_scale_lr custom_hooks data_preprocessor default_hooks default_scope env_cfg "
    "experiment_name launcher load_from log_level log_processor model model_wrapper_cfg "
    "optim_wrapper param_scheduler randomness resume runner_type strategy test_cfg "
    "test_dataloader test_evaluator train_cfg train_dataloader val_cfg val_dataloader "
    "val_evaluator visualizer work_dir find_unused_parameters sync_bn custom_imports compile";

// A word of code, outside comments.
bool mentions(const Document& document, std::string_view word) {
  const std::string_view text = document.source().bytes();
  if (!contains(text, word)) return false;
  for (const syntax::StatementRange& s : document.statements()) {
    const std::string_view code = text.substr(s.begin, s.end - s.begin);
    if (s.keyword != "#" && contains(code, word)) return true;
  }
  return false;
}

bool has_main_block(const Document& document) {
  const std::string_view text = document.source().bytes();
  if (!document.has_dunder()) return false;
  static constexpr std::uint32_t kNear = 60;  // bytes
  return std::ranges::any_of(document.statements(), [text](const syntax::StatementRange& s) {
    const std::string_view head = text.substr(s.begin, std::min(s.end - s.begin, kNear));
    return s.keyword == "if" && contains(head, "__name__");
  });
}

bool is_script(const Document& document) {
  if (has_main_block(document)) return true;
  static constexpr std::string_view kWords[] = {"ArgumentParser(", "Runner.from_cfg(", "Runner(",
                                                "RUNNERS.build("};
  if (words_in(document.source().bytes(), kWords) == 0) return false;
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return mentions(document, word); });
}

bool imports_another_loader(std::string_view statement) {
  const auto at = statement.find(' ');
  if (at == statement.npos) return false;
  const std::string_view module = trim(statement.substr(at));
  return facts::has_own_configs(module.substr(0, module.find_first_of(" \t,")));
}

// The name that the text begins with.
std::string_view first_name(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_byte) - text.begin()));
}

// Adds the names that an import statement binds, unless they are of Python's own modules.
void add_imported(std::string_view statement, std::set<std::string_view>& out) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < statement.size();) {
    const std::string_view word = first_name(statement.substr(i));
    if (!word.empty()) words.push_back(word);
    i += std::max<std::size_t>(word.size(), 1);
  }
  if (words.size() < 2 || python::is_standard_module(words[1])) return;
  const auto from = std::find(words.begin() + 1, words.end(), "import");
  out.insert(from == words.end() ? words.begin() + 1 : from + 1, words.end());
}

// The call `first.last(argument` that a statement assigns or makes alone; all empty if none.
struct Called {
  std::string_view first, last;  // the same for `first(`
  std::string_view argument;     // the name that is the first argument, if it is one
};
Called called_by(const syntax::StatementRange& s, std::string_view code) {
  if (!s.name.empty()) {
    const std::size_t sign = code.find('=');
    if (sign == code.npos) return {};
    code = trim(code.substr(sign + 1));
  }
  Called out = {first_name(code), {}, {}};
  while (!first_name(code).empty() || code.starts_with('.')) {
    out.last = first_name(code);
    code.remove_prefix(std::max<std::size_t>(out.last.size(), 1));
  }
  if (!code.starts_with('(')) return {};
  code = trim(code.substr(1));
  out.argument = first_name(code);
  code = trim(code.substr(out.argument.size()));
  if (!code.starts_with(')') && !code.starts_with(',')) out.argument = {};
  return out;
}

// The keys of the Runner that other programs mostly call so, too.
bool is_anybodys_key(std::string_view key) {
  return python::is_word_of("experiment_name launcher load_from log_level resume work_dir", key);
}

// A method that returns a value of a config, of a dict, a list, a string or an array.
bool is_method_of_values(std::string_view name) {
  return python::is_word_of("copy deepcopy get item pop setdefault to_dict tolist", name) ||
         python::has_method(python::string_methods(), name);
}

// What tells a config from other code.
struct Signs {
  std::set<std::string_view> runner_keys;
  std::set<std::string_view> set_keys;  // without those that get what an imported call returns
  bool has_own_key = false;             // one of them is MMEngine's own
  bool inherits = false;
  bool defines_classes = false;
  bool is_of_another = false;  // a loader of another package reads it
  bool calls_imports = false;  // MMEngine refuses to: what a lazy config imports is not called
  bool puts_objects = false;   // model = model.to(device), model = train_model(model)
  bool any() const { return inherits || !runner_keys.empty(); }
};

Signs signs_of(const Document& document) {
  Signs out;
  std::set<std::string_view> imported, objects;  // objects: what imported calls have returned
  for (const syntax::StatementRange& s : document.statements()) {
    const std::string_view code = document.source().bytes().substr(s.begin, s.end - s.begin);
    out.inherits = out.inherits || s.name == "_base_" ||
                   (s.keyword == "with" && code.find("read_base(") != code.npos);
    out.defines_classes = out.defines_classes || s.keyword == "class";
    if (s.keyword == "from" || s.keyword == "import") {
      out.is_of_another = out.is_of_another || imports_another_loader(code);
      add_imported(code, imported);
      continue;
    }
    const Called call = called_by(s, code);
    const bool calls_import = imported.count(call.first) != 0;
    out.calls_imports = out.calls_imports || calls_import;
    if (!s.name.empty()) {
      const bool is_method = call.first == s.name && !is_method_of_values(call.last);
      const bool is_again = call.argument == s.name && (calls_import || objects.count(s.name) != 0);
      out.puts_objects = out.puts_objects || is_method || is_again;
      if (calls_import) objects.insert(s.name);
    }
    if (!is_runner_key(s.name)) continue;
    out.runner_keys.insert(s.name);
    if (!calls_import) out.set_keys.insert(s.name);
    out.has_own_key = out.has_own_key || !is_anybodys_key(s.name);
  }
  return out;
}

// Whether `is` holds for the name of a folder that a file lies in, directly or not.
bool any_folder(std::string_view path, auto is) {
  for (std::size_t slash; (slash = path.find('/')) != path.npos; path.remove_prefix(slash + 1)) {
    if (is(path.substr(0, slash))) return true;
  }
  return false;
}

// Of a file that names no bases.
bool looks_like_config(std::string_view path, const Document& document, const Signs& signs) {
  if (signs.is_of_another || signs.puts_objects) return false;
  // A module that a config imports to create the process group may stand beside it, and so may one
  // with classes, and what makes the folder a package.
  const bool is_module = signs.defines_classes || file_name(path) == "__init__.py" ||
                         mentions(document, "init_process_group(");
  const bool by_folder =
      is_below_config_folder(path) && (signs.has_own_key || !signs.calls_imports);
  const bool runs_by_itself = is_module && signs.calls_imports;  // model = DDP(Net())
  return (by_folder && (signs.any() || !is_module)) ||
         (signs.set_keys.size() >= 2 && !runs_by_itself);
}

// True for a config as a Runner has written it: the copy in its work_dir, and the one below
// vis_data (mmengine/runner/runner.py, dump_config; mmengine/visualization/vis_backend.py,
// LocalVisBackend.add_config). Nobody edits these.
bool is_dumped(std::string_view path) {
  const std::string_view name = file_name(path);
  return any_folder(path, [](std::string_view folder) { return folder == "work_dirs"; }) ||
         (name == "config.py" && file_name(parent_folder(path)) == "vis_data");
}

}  // namespace

bool is_below_config_folder(std::string_view path) {
  return any_folder(path, [](std::string_view name) {
    return name == "configs" || name == "config" || name == "cfgs";
  });
}

bool is_named_as_base(std::string_view path) {
  const auto parts = split(path, '/');
  return std::ranges::any_of(parts, [](auto part) { return part.starts_with("_base_"); });
}

bool is_runner_key(std::string_view key) {
  static const auto kAll = [] {
    const auto words = split(kRunnerKeys, ' ');
    return std::unordered_set<std::string_view>(words.begin(), words.end());
  }();
  return kAll.count(key) != 0;
}

std::span<const std::string> runner_keys() {
  static const std::vector<std::string> kAll = [] {
    const auto words = split(kRunnerKeys, ' ');
    return std::vector<std::string>(words.begin(), words.end());
  }();
  return kAll;
}

bool is_shell(std::string_view path, std::string_view text) {
  if (facts::has_shell_ending(path)) return true;
  if (extension(path) == ".py" || !text.starts_with("#!")) return false;
  const std::string first(trim(text.substr(2, text.find('\n') - 2)));
  const auto words = split(first, ' ');
  const bool named = file_name(words[0]) == "env" && words.size() > 1;
  const std::string_view program = file_name(words[named ? words.size() - 1 : 0]);
  return facts::is_shell(program);
}

Classified classify(std::string_view path, const Document& document) {
  const std::string_view end = extension(path);
  if (end != ".py") return {DocumentKind::kOther};
  if (is_dumped(path)) return {DocumentKind::kScript};
  const Signs signs = signs_of(document);
  if (!signs.inherits && !looks_like_config(path, document, signs)) return {DocumentKind::kScript};
  if (is_script(document)) return {DocumentKind::kScript};
  return {DocumentKind::kConfig, !signs.any()};
}

DocumentKind classify_data(std::string_view path, std::string_view text, const Value* root) {
  if (data::is_model_index(path)) return DocumentKind::kOther;
  const bool inherits = root && root->kind != Value::Kind::kUnknown
                            ? root->kind == Value::Kind::kDict && root->dict().find("_base_")
                            : data::names_bases(text, path);
  return inherits ? DocumentKind::kConfig : DocumentKind::kOther;
}

}  // namespace mmlint::config
