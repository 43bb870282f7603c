#include "project/module_files.h"

#include "base/parallel.h"
#include "base/text.h"
#include "script/summary.h"

namespace mmlint::project {
namespace {

constexpr std::uint64_t kLargestData = 200'000;  // bytes of a YAML or JSON file

// A copy that stands at one place of a script.
Value* copied(const Value& value, Span at, Pool& pool) {
  Value* out = pool.like(value, at);
  for (const Value* item : value.items()) out->edit_items().push_back(copied(*item, at, pool));
  for (const Entry& entry : value.dict().entries())
    out->edit_dict().set(copied(*entry.key, at, pool), copied(*entry.value, at, pool),
                         pool.origin({at, at}));
  return out;
}

// The folders that a file adds to sys.path, as far as they are known. A relative one is taken for
// one of the file's folder or of a root.
std::vector<std::string> added_by(const syntax::Document& document, const FileSystem& files,
                                  std::span<const std::string> roots) {
  constexpr std::size_t kSteps = 3'000;
  std::vector<std::string> out;
  const std::string own(parent_folder(document.source().path()));
  const script::Summary summary = script::summarize(document, nullptr, nullptr, nullptr, kSteps);
  for (const script::Call& call : summary.calls) {
    const bool inserts = call.symbol == "sys.path.insert";
    if (!inserts && call.symbol != "sys.path.append") continue;
    const script::Argument* given = call.argument("", inserts ? 1 : 0);
    for (const script::Alternative& each : given ? given->value : script::Alternatives()) {
      if (!each.data() || each.data()->kind != Value::Kind::kString) continue;
      std::vector<std::string> folders{absolute_path(each.data()->text(), own)};
      for (const std::string& root : roots)
        folders.push_back(absolute_path(each.data()->text(), root));
      for (std::string& folder : folders) {
        const auto holds = [&](const std::string& root) { return is_below(folder, root); };
        if (std::ranges::any_of(roots, holds) && files.kind(folder) == FileKind::kFolder &&
            !is_in(folder, out))
          out.push_back(std::move(folder));
      }
    }
  }
  return out;
}

}  // namespace

// Answers for one program.
class ModuleFiles::Finder : public script::ModuleFinder {
 public:
  Finder(const ModuleFiles& modules, std::string entry_folder)
      : modules_(modules), entry_folder_(std::move(entry_folder)) {}

  std::optional<script::FoundModule> find(const syntax::Document& importer, int level,
                                          std::string_view dotted) override {
    const auto path = modules_.find(importer.source().path(), entry_folder_, level, dotted);
    if (!path) return std::nullopt;
    if (extension(*path) != ".py") return script::FoundModule{*path, nullptr};
    return parsed(*path);
  }

  std::optional<script::FoundModule> code(std::string_view path) override {
    const auto file = extension(path) == ".py" ? located(path) : std::nullopt;
    return file ? parsed(*file) : std::nullopt;
  }

  const Value* data(std::string_view path, Span at, Pool& pool) override {
    if (!data::is_data_file(path)) return nullptr;
    const auto file = located(path);
    if (!file) return nullptr;
    const auto bytes = modules_.files_.files().read(*file);
    if (!bytes || first_invalid_utf8(*bytes)) return nullptr;
    const data::DataFile read = data::read_data(data::DataText(at.file, *bytes, {}), *file);
    return read.root ? copied(*read.root, at, pool) : nullptr;
  }

  const Value* data_in(std::string_view text, Span at, Pool& pool) override {
    const data::DataFile read = data::read_yaml(data::DataText(at.file, text, {}));
    return read.root && read.root->is_container() ? copied(*read.root, at, pool) : nullptr;
  }

 private:
  std::optional<script::FoundModule> parsed(const std::string& path) {
    {
      const std::lock_guard lock(modules_.mutex_);
      const auto known = modules_.valid_.find(path);
      if (known != modules_.valid_.end()) return known->second;
    }
    const auto file = modules_.files_.find(path);
    if (!file || file->error) return std::nullopt;
    const std::lock_guard parsing(file->raw->parsing());
    if (!script::is_valid(*file->raw)) return std::nullopt;
    const script::FoundModule out = script::found_module(path, *file->raw);
    const std::lock_guard lock(modules_.mutex_);
    modules_.valid_.emplace(path, out);
    return out;
  }

  // The file of the project that a script opens by this path, if it is neither empty nor large.
  std::optional<std::string> located(std::string_view path) const {
    const FileSystem& disk = modules_.files_.files();
    const auto& roots = modules_.files_.settings().packages.roots;
    for (const std::string& folder : modules_.search_path(entry_folder_)) {
      std::string file = absolute_path(path, folder);
      const bool is_ours =
          std::ranges::any_of(roots, [&](const std::string& root) { return is_below(file, root); });
      if (is_ours && disk.size(file) != 0 && disk.size(file) <= kLargestData) return file;
    }
    return std::nullopt;
  }

  const ModuleFiles& modules_;
  std::string entry_folder_;
};

// A file that is new may be what an import of another one names.
ModuleFiles::ModuleFiles(LoadedFiles& files, const ModuleFiles& below) : files_(files) {
  const FileSystem& old = below.files_.files();
  const bool adds_none = std::ranges::all_of(
      files.changed(), [&](const auto& path) { return old.kind(path) == FileKind::kFile; });
  if (adds_none) below_ = &below;
  added_ = below.added_;
}

std::unique_ptr<script::ModuleFinder> ModuleFiles::finder(const std::string& script) const {
  if (programs_.count(script) == 0) return nullptr;
  return std::make_unique<Finder>(*this, parent_folder(script));
}

const ModuleFiles::Found* ModuleFiles::in_folder(const std::string& folder,
                                                 std::string_view name) const {
  const auto [place, is_new] = folders_.try_emplace(folder);
  Folder& own = place->second;
  const FileSystem& disk = files_.files();
  if (is_new) {
    const auto entries = disk.list(folder);
    own.is_listed = entries || disk.kind(folder) != FileKind::kFolder;
    for (std::size_t i = 0; entries && i < entries->size(); ++i)
      own.names.insert((*entries)[i].name);
  }
  const auto [known, is_unknown] = own.modules.try_emplace(std::string(name));
  std::optional<Found>& out = known->second;
  if (!is_unknown) return out ? &*out : nullptr;
  const std::string file = std::string(name) + ".py";
  if (own.is_listed && own.names.count(known->first) == 0 && own.names.count(file) == 0)
    return nullptr;
  const std::string path = join_path(folder, name);
  const bool is_folder = disk.kind(path) == FileKind::kFolder;
  const std::string package = join_path(path, "__init__.py");
  if (is_folder && disk.kind(package) == FileKind::kFile)
    out = Found{package, path, true};
  else if (disk.kind(path + ".py") == FileKind::kFile)
    out = Found{path + ".py", "", true};
  else if (is_folder)
    out = Found{path, path, false};
  return out ? &*out : nullptr;
}

const ModuleFiles::Found* ModuleFiles::first(const std::string& entry_folder,
                                             std::string_view name) const {
  std::string key = entry_folder;
  key.append(1, '\0').append(name);
  const auto [known, is_new] = first_.try_emplace(std::move(key));
  if (!is_new) return known->second;
  const Found*& out = known->second;
  for (const std::string& folder : search_path(entry_folder)) {
    const Found* here = in_folder(folder, name);
    // A package without __init__.py is one only if no folder has a regular one.
    if (here && (!out || (here->is_regular && !out->is_regular))) out = here;
    if (out && out->is_regular) break;
  }
  return out;
}

std::vector<std::string> ModuleFiles::search_path(const std::string& entry_folder) const {
  std::vector<std::string> out{entry_folder};
  const auto added = added_.find(entry_folder);
  if (added != added_.end()) out.insert(out.end(), added->second.begin(), added->second.end());
  for (const std::string& root : files_.settings().packages.roots) {
    if (!is_below(entry_folder, root)) continue;
    for (std::string folder = entry_folder; folder != root;) {
      folder = parent_folder(folder);
      out.push_back(folder);
    }
    for (const char* name : {"src", "lib"}) out.push_back(join_path(root, name));
  }
  return out;
}

void ModuleFiles::find_added(const std::string& script) {
  const std::string folder = parent_folder(script);
  std::vector<std::string> paths{script};
  const auto scanned = scanned_.find(script);
  if (scanned == scanned_.end()) return;
  for (const ScannedImport& import : scanned->second) {
    const std::string name = import.dotted.substr(0, import.dotted.find('.'));
    const Found* beside = import.level == 0 && !name.empty() ? in_folder(folder, name) : nullptr;
    if (beside && beside->folder.empty()) paths.push_back(beside->path);
  }
  for (const std::string& path : paths) {
    if (!asked_.insert(path).second) continue;
    const config::LoadedFile& file = files_.load_one(files_.named(path));
    if (file.error || !file.raw || !contains(file.raw->source().bytes(), "sys.path")) continue;
    const std::lock_guard parsing(file.raw->parsing());
    if (!script::is_valid(*file.raw)) continue;
    std::vector<std::string>& own = added_[folder];
    for (std::string& each :
         added_by(*file.raw, files_.files(), files_.settings().packages.roots)) {
      if (each != folder && !is_in(each, own)) own.push_back(std::move(each));
    }
  }
}

void ModuleFiles::follow(const std::string& importer, const std::string& entry_folder, int level,
                         std::string_view dotted,
                         const std::function<void(const Found*)>& take) const {
  std::string folder = parent_folder(importer);
  for (int i = 1; i < level; ++i) folder = parent_folder(folder);
  if (dotted.empty()) {
    const std::string package = join_path(folder, "__init__.py");
    const bool is_regular = files_.files().kind(package) == FileKind::kFile;
    const Found found{is_regular ? package : folder, folder, is_regular};
    return take(&found);
  }
  const Found* found = nullptr;
  for (std::size_t begin = 0; begin <= dotted.size();) {
    const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
    const std::string_view name = dotted.substr(begin, end - begin);
    if (name.empty()) return take(nullptr);
    if (begin != 0)
      found = found->folder.empty() ? nullptr : in_folder(found->folder, name);
    else
      found = level == 0 ? first(entry_folder, name) : in_folder(folder, name);
    take(found);
    if (!found) return;
    begin = end + 1;
  }
}

std::optional<std::string> ModuleFiles::find(const std::string& importer,
                                             const std::string& entry_folder, int level,
                                             std::string_view dotted) const {
  std::string key = level == 0 ? entry_folder : parent_folder(importer);
  key.append(1 + static_cast<std::size_t>(level), '\0').append(dotted);
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = found_.try_emplace(std::move(key));
  std::optional<std::string>& out = known->second;
  if (is_new)
    follow(importer, entry_folder, level, dotted,
           [&out](const Found* found) { out = found ? std::optional(found->path) : std::nullopt; });
  return out;
}

const std::vector<std::string>& ModuleFiles::imports_of(const std::string& path,
                                                        const std::string& entry_folder) {
  const auto [known, is_new] = imports_.try_emplace({path, entry_folder});
  if (!is_new) return known->second;
  if (below_ && !files_.is_changed(path)) {
    const auto as_below = below_->imports_.find({path, entry_folder});
    if (as_below != below_->imports_.end()) return known->second = as_below->second;
  }
  std::set<std::string> out;
  const config::LoadedFile& file = files_.load_one(files_.named(path));
  if (file.error || !file.raw) return known->second;
  const auto [scanned, is_unread] = scanned_.try_emplace(path);
  if (is_unread) scanned->second = scan_imports(file.raw->source().bytes());
  for (const ScannedImport& import : scanned->second) {
    std::string package;  // the folder of the last one
    const auto add = [&](const Found* found) {
      package = found ? found->folder : "";
      if (found && extension(found->path) == ".py" && found->path != path) out.insert(found->path);
    };
    // Each package on the way is imported too, and what is imported of one may be a module.
    follow(path, entry_folder, import.level, import.dotted, add);
    const std::string last = package;
    for (std::size_t i = 0; !last.empty() && i < import.names.size(); ++i)
      add(in_folder(last, import.names[i]));
  }
  return known->second = {out.begin(), out.end()};
}

std::string_view ModuleFiles::text_of(const std::string& path) const {
  const auto file = files_.find(path);
  return file && !file->error && file->raw ? file->raw->source().bytes() : std::string_view();
}

void ModuleFiles::scan(std::span<const std::string> scripts) {
  std::vector<std::pair<std::string_view, std::vector<ScannedImport>*>> unread;
  for (const std::string& script : scripts) {
    if (below_ && !files_.is_changed(script)) continue;
    const auto [scanned, is_unread] = scanned_.try_emplace(script);
    if (is_unread) unread.emplace_back(text_of(script), &scanned->second);
  }
  parallel_for_files(files_.settings().jobs, unread.size(),
                     [&](std::size_t i) { *unread[i].second = scan_imports(unread[i].first); });
}

void ModuleFiles::load_imports(const std::vector<std::string>& scripts) {
  std::set<std::pair<std::string, std::string>> seen;  // by file and entry folder
  std::vector<std::pair<std::string, std::string>> level;
  for (const std::string& script : scripts) level.emplace_back(script, parent_folder(script));
  while (!level.empty()) {
    std::vector<std::pair<std::string, std::string>> next;
    std::vector<std::string> paths;
    for (const auto& [path, folder] : level) {
      for (const std::string& import : imports_of(path, folder)) {
        if (!seen.emplace(import, folder).second) continue;
        next.emplace_back(import, folder);
        paths.push_back(import);
      }
    }
    files_.load(paths);
    imported_.insert(paths.begin(), paths.end());
    level = std::move(next);
  }
}

void ModuleFiles::load(std::span<const std::string> scripts) {
  files_.load(scripts);
  std::vector<std::string> started, modules;
  for (const std::string& script : scripts) {
    if (!loaded_.insert(script).second) continue;
    const std::string_view text = text_of(script);
    if (!runs_when_started(text)) continue;
    const std::string package = join_path(parent_folder(script), "__init__.py");
    const bool is_module =
        text.find("__main__") == text.npos && files_.files().kind(package) == FileKind::kFile;
    const bool is_known = below_ && below_->loaded_.count(script) != 0;
    if (!is_module || (is_known && below_->programs_.count(script) != 0))
      started.push_back(script);
    else if (!is_known)
      modules.push_back(script);
  }
  scan(started);
  scan(modules);
  for (const auto* each : {&started, &modules}) {
    for (const std::string& script : *each) find_added(script);
  }
  load_imports(started);
  for (const std::string& module : modules) {
    if (imported_.count(module) != 0) continue;
    load_imports({module});
    started.push_back(module);
  }
  for (const std::string& script : started) {
    std::vector<std::string> others = closure_of(script);
    const bool names_one =
        names_library(script) ||
        std::ranges::any_of(others, [&](const auto& path) { return names_library(path); });
    if (names_one) programs_.emplace(script, std::move(others));
  }
}

bool ModuleFiles::names_library(const std::string& path) {
  const auto [known, is_new] = names_library_.try_emplace(path, false);
  if (is_new) {
    const std::string_view text = text_of(path);
    known->second = text.find("torch") != text.npos || text.find("mmengine") != text.npos ||
                    text.find("mmcv") != text.npos;
  }
  return known->second;
}

const std::vector<std::string>& ModuleFiles::imported(const std::string& script) const {
  static const std::vector<std::string> kNone;
  const auto known = programs_.find(script);
  return known == programs_.end() ? kNone : known->second;
}

std::vector<std::string> ModuleFiles::closure_of(const std::string& script) const {
  std::set<std::string> out;
  std::vector<std::string> open{script};
  while (!open.empty()) {
    const auto known = imports_.find({open.back(), parent_folder(script)});
    open.pop_back();
    if (known == imports_.end()) continue;
    for (const std::string& import : known->second) {
      if (out.insert(import).second) open.push_back(import);
    }
  }
  return {out.begin(), out.end()};
}

}  // namespace mmlint::project
