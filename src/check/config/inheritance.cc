#include "check/config/inheritance.h"

#include "base/paths.h"
#include "base/text.h"
#include "value/key_path.h"

namespace mmlint::check {
using project::Node;

std::vector<const Node*> passed_configs(const Request& request) {
  std::vector<const Node*> out;
  out.reserve(request.passed.size());
  const std::span<const Node* const> known = request.index.nodes();
  auto next = known.begin();  // most often both are sorted, and all that was passed is known
  for (const std::string& path : request.passed) {
    while (next != known.end() && (*next)->path() < path) ++next;
    const bool is_known = next != known.end() && (*next)->path() == path;
    out.push_back(is_known ? *next : &request.workspace.node(path));
  }
  return out;
}

namespace {

// Whether `path` is most likely the missing file under a new name in the same folder: model_v2.py
// or toy_model.py for model.py.
bool is_renamed(const std::string& path, const std::string& missing) {
  if (parent_folder(path) != parent_folder(missing)) return false;
  const std::string now(stem(path)), before(stem(missing));
  return contains(now, before) || contains(before, now) || nearest(before, {&now, 1});
}

}  // namespace

std::vector<const Node*> heirs_of_passed(const Request& request,
                                         std::span<const Node* const> passed) {
  std::vector<const Node*> out;
  const project::NodeSet nodes(passed);
  if (!request.through_heirs || nodes.includes(request.index.nodes())) return out;
  const PathSet paths(request.passed);
  const auto is_where_passed = [&](const std::string& missing) {
    return std::ranges::any_of(request.passed_paths, [&](const std::string& path) {
      return is_below(missing, path) || (paths.contains(path) && is_renamed(path, missing));
    });
  };
  std::set<std::string> bases;
  for (const Node* node : passed) {
    if (request.index.is_inherited(*node)) bases.insert(node->path());
  }
  for (const std::string& path : request.index.missing_bases(request.workspace.files())) {
    if (is_where_passed(path)) bases.insert(path);
  }
  for (const Node* heir : request.index.reach(bases)) {
    if (!nodes.contains(*heir)) out.push_back(heir);
  }
  return out;
}

bool reaches(const Problem& hazard, const config::Resolved& heir) {
  const auto key = hazard.captures.find("key");
  if (key == hazard.captures.end() || !heir.ok()) return true;
  const FoundValue found = value_at(*heir.root, key->second);
  return found.value || found.unknown;
}

namespace {

using config::Resolved;
using Known = std::unordered_map<const Resolved*, Inherited::Problems>;

const Inherited::Problems& gather(const Resolved& config, Known& known, const auto& own,
                                  const auto& bases) {
  const auto [found, is_new] = known.try_emplace(&config);
  if (!is_new) return found->second;
  Inherited::Problems all;
  for (const Problem& problem : own(config)) all.push_back(&problem);
  std::unordered_set<const Problem*> seen(all.begin(), all.end());
  for (const Resolved* base : bases(config)) {
    for (const Problem* problem : gather(*base, known, own, bases)) {
      if (seen.insert(problem).second) all.push_back(problem);
    }
  }
  return known[&config] = std::move(all);
}

}  // namespace

const Inherited::Problems& Inherited::problems(const Resolved& config) {
  return gather(
      config, problems_, [](const Resolved& one) -> auto& { return one.problems; },
      [](const Resolved& one) -> auto& { return one.refused; });
}

const Inherited::Problems& Inherited::hazards(const Resolved& config) {
  return gather(
      config, hazards_, [](const Resolved& one) -> auto& { return one.hazards; },
      [](const Resolved& one) -> auto& { return one.bases; });
}

}  // namespace mmlint::check
