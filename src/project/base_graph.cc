#include "project/base_graph.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "base/paths.h"

namespace mmlint::project {

namespace {

// MMEngine's loader calls itself for every base (Config._file2dict and _parse_lazy_import in
// mmengine/config/config.py); chains of 989 files load from a script, longer ones do not.
constexpr int kMaxBaseDepth = 988;

void report_cycle(LoadedFiles& files, const std::string& node, const config::BaseLink& link) {
  config::LoadedFile& file = *files.find(node);
  const std::string path = LoadedFiles::path_of(node);
  const std::string text = path == link.path ? std::string(file_name(path)) + " inherits itself"
                                             : fmt::format("{} inherits {}, which leads back to it",
                                                           file_name(path), file_name(link.path));
  for (const Problem& p : file.problems) {
    if (p.kind == ProblemKind::kBaseCycle && p.span == link.span) return;
  }
  file.problems.push_back({ProblemKind::kBaseCycle, link.span, {{"cycle", text}}, {}});
}

void report_depth(LoadedFiles& files, const std::string& node) {
  config::LoadedFile& file = *files.find(node);
  if (!file.problems.empty()) return;
  const std::string detail = fmt::format(
      "its bases inherit each other {} times over, which is more than Python's calls may nest",
      kMaxBaseDepth);
  file.problems.push_back({ProblemKind::kConfigRaises,
                           file.links.links.front().span,
                           {{"exception", "RecursionError"}, {"detail", detail}},
                           {}});
}

}  // namespace

std::vector<std::vector<std::string>> bases_first(
    LoadedFiles& files, std::span<const std::string> paths,
    const std::function<bool(const std::string& node)>& is_resolved) {
  std::unordered_map<std::string, int> depth;
  std::set<std::string> open;
  std::vector<std::vector<std::string>> out;
  struct Frame {
    std::string node;
    const std::vector<std::string>* bases;  // its nodes; `files` owns them
    std::size_t next = 0;
    int depth = 0;
  };
  for (const std::string& root : paths) {
    if (depth.count(root) != 0 || is_resolved(root)) continue;
    std::vector<Frame> stack{{root, &files.bases_of(root)}};
    open.insert(root);
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next < top.bases->size()) {
        const std::string& base = (*top.bases)[top.next++];
        if (open.count(base) != 0) {
          report_cycle(files, top.node, files.find(top.node)->links.links[top.next - 1]);
        } else if (const auto done = depth.find(base); done != depth.end()) {
          top.depth = std::max(top.depth, done->second + 1);
        } else if (!is_resolved(base)) {
          open.insert(base);
          stack.push_back({base, &files.bases_of(base)});
        }
        continue;
      }
      const Frame done = top;
      stack.pop_back();
      open.erase(done.node);
      depth[done.node] = done.depth;
      if (done.depth == kMaxBaseDepth + 1) report_depth(files, done.node);
      if (!stack.empty()) stack.back().depth = std::max(stack.back().depth, done.depth + 1);
      if (out.size() <= static_cast<std::size_t>(done.depth)) out.resize(done.depth + 1);
      out[static_cast<std::size_t>(done.depth)].push_back(done.node);
    }
  }
  return out;
}

}  // namespace mmlint::project
