#include "fix/port.h"

#include "base/text.h"
#include "fix/fixer.h"
#include "fix/verify.h"
#include "value/value_python.h"

namespace mmlint::fix {

using config::Resolved;
using project::Workspace;

namespace {

constexpr int kRounds = 60;  // most findings want the end of the new file, one after another

// The import that copies all names of a config into one in another folder.
Result<std::string> lazy_import(const std::string& config, const std::string& folder) {
  const std::string relative = relative_path(config, folder);
  std::string dots = ".";
  std::vector<std::string_view> names;
  for (const std::string_view part : split(relative, '/')) {
    if (part == "..")
      dots += '.';
    else
      names.push_back(part);
  }
  names.back().remove_suffix(extension(config).size());
  for (const std::string_view name : names) {
    if (is_normal_identifier(name)) continue;
    return fail(fmt::format("a lazy config is inherited by an import, and '{}' of {} is no name "
                            "that Python could import; rename it, or choose another place",
                            name, relative),
                config);
  }
  return fmt::format("from {}{} import *", dots, fmt::join(names, "."));
}

// A config that inherits another one and changes nothing.
Result<std::string> heir_of(const Resolved& config, const std::string& out,
                            const catalog::Target& target) {
  const std::string folder = parent_folder(out);
  const std::string header = fmt::format(
      "# Written by 'mmlint port': inherits a config, which stays as it is, and says what {} "
      "needs.\n",
      target.name);
  if (config.style == config::Style::kLazy) {
    const auto import = lazy_import(config.path, folder);
    if (!import) return import;
    return fmt::format("{}from mmengine.config import read_base\n\nwith read_base():\n    {}\n",
                       header, *import);
  }
  const std::string relative = relative_path(config.path, folder);
  if (first_invalid_utf8(relative)) return fail("its path is not UTF-8", config.path);
  return fmt::format("{}_base_ = [{}]\n", header, python_string(relative));
}

// A project in which some files are others, with one config to judge.
struct Copy {
  Copy(Workspace& below, const std::string& config, std::map<std::string, std::string> files)
      : overlay(below.files(), files),
        workspace(below, overlay, keys(files)),
        index(workspace, std::span(&config, 1)),
        resolved(*workspace.resolve(config)) {}

  static std::set<std::string> keys(const std::map<std::string, std::string>& files) {
    std::set<std::string> out;
    for (const auto& [path, bytes] : files) out.insert(path);
    return out;
  }

  OverlayFileSystem overlay;
  Workspace workspace;
  project::Index index;
  const Resolved& resolved;
};

// An error says why a config that does nothing but inherit would not have the same values.
Status has_the_same_values(const Resolved& config, const Resolved& heir,
                           const SourceStore& sources) {
  if (!heir.ok()) {
    const std::string_view what = heir.problems.empty() ? std::string_view("a base does not load")
                                                        : rule_name(heir.problems.front().kind);
    return fail(
        fmt::format("a config there that inherits it would not load ({}); choose another place",
                    what),
        config.path);
  }
  const std::vector<Intent> different = differences(config, heir, sources);
  if (different.empty()) return {};
  return fail(fmt::format("a config that inherits it would already have another {}; use mmlint fix",
                          different.front().key),
              config.path);
}

// Of `fix` the reasons say which files to pass; here there is nothing to pass.
void reword(RefusedFix& refused, Language language) {
  const std::size_t advice = refused.reason.find(text_of(Reason::kPassItAsWell).in(language));
  if (advice != std::string::npos) refused.reason.resize(advice);
}

}  // namespace

Result<Ported> port(const check::Request& request, const std::string& out, bool overwrite) {
  Workspace& workspace = request.workspace;
  const Resolved& config = *workspace.resolve(request.passed.front());
  const auto text = heir_of(config, out, request.target);
  if (!text) return tl::unexpected(text.error());
  Copy copy(workspace, out, {{out, *text}});
  const Status same = has_the_same_values(config, copy.resolved, workspace.sources());
  if (!same) return tl::unexpected(same.error());

  const std::vector<std::string> passed{out};
  const auto launched = [&](Workspace& in, const project::Index& index,
                            std::span<const std::string> configs) {
    return check::Request{.workspace = in,
                          .index = index,
                          .passed = configs,
                          .target = request.target,
                          .rules = request.rules,
                          .language = request.language,
                          .launched = true};
  };
  const check::Request heir = launched(copy.workspace, copy.index, passed);
  const Options options{.unsafe = true,
                        .where = Where::kLeaf,
                        .editable = [&](const std::string& path) { return path == out; },
                        .overwrite = overwrite,
                        .rounds = kRounds};
  Outcome outcome = fix(heir, options);
  if (outcome.changes.empty()) {
    Outcome as_is = fix(launched(workspace, request.index, request.passed),
                        {.editable = [](const std::string&) { return false; }});
    Ported nothing;
    nothing.left = std::move(as_is.left);
    nothing.notes = std::move(as_is.notes);
    return nothing;
  }

  std::map<std::string, std::string> files{{out, *text}};
  for (const FileChange& change : outcome.changes) files[change.path] = change.after;
  Ported ported;
  for (const auto& [path, bytes] : files) {
    const auto before = workspace.files().read(path);
    ported.changes.push_back({path, before.value_or(""), bytes, !before});
  }
  std::stable_partition(ported.changes.begin(), ported.changes.end(),
                        [&](const FileChange& change) { return change.path != out; });
  Copy after(workspace, out, std::move(files));
  ported.differences = differences(config, after.resolved, workspace.sources());
  ported.fixed = std::move(outcome.fixed);
  ported.refused = std::move(outcome.refused);
  ported.left = std::move(outcome.left);
  ported.notes = std::move(outcome.notes);
  for (RefusedFix& refused : ported.refused) reword(refused, request.language);
  return ported;
}

}  // namespace mmlint::fix
