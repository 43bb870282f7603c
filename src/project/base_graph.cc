#include "project/base_graph.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "base/paths.h"

namespace mmlint::project {

namespace {

// MMEngine's loader calls itself for every base (Config._file2dict and _parse_lazy_import in
// mmengine/config/config.py); chains of 989 files load from a script, longer ones do not.
constexpr int kMaxBaseDepth = 988;

void report_cycle(const Node& node, const config::BaseLink& link) {
  config::LoadedFile& file = *node.file;
  const std::string_view path = node.path();
  const std::string text = path == link.path ? std::string(file_name(path)) + " inherits itself"
                                             : fmt::format("{} inherits {}, which leads back to it",
                                                           file_name(path), file_name(link.path));
  for (const Problem& p : file.problems) {
    if (p.kind == ProblemKind::kBaseCycle && p.span == link.span) return;
  }
  file.problems.push_back({ProblemKind::kBaseCycle, link.span, {{"cycle", text}}, {}});
}

void report_depth(config::LoadedFile& file) {
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

std::vector<std::vector<const Node*>> bases_first(
    LoadedFiles& files, std::span<const Node* const> nodes,
    const std::function<bool(const Node& node)>& is_resolved) {
  std::unordered_map<const Node*, std::optional<int>> depth;  // nullopt: on the way to the root
  std::vector<std::vector<const Node*>> out;
  struct Frame {
    const Node* node;
    const std::vector<const Node*>* bases;  // `files` owns them
    std::size_t next = 0;
    int depth = 0;
  };
  for (const Node* root : nodes) {
    if (depth.contains(root) || is_resolved(*root)) continue;
    std::vector<Frame> stack{{root, &files.bases_of(*root)}};
    depth[root] = std::nullopt;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next < top.bases->size()) {
        const Node* base = (*top.bases)[top.next++];
        const auto known = depth.find(base);
        if (known != depth.end() && !known->second) {
          report_cycle(*top.node, top.node->file->links.links[top.next - 1]);
        } else if (known != depth.end()) {
          top.depth = std::max(top.depth, *known->second + 1);
        } else if (!is_resolved(*base)) {
          depth[base] = std::nullopt;
          stack.push_back({base, &files.bases_of(*base)});
        }
        continue;
      }
      const Frame done = top;
      stack.pop_back();
      depth[done.node] = done.depth;
      if (done.depth == kMaxBaseDepth + 1) report_depth(*done.node->file);
      if (!stack.empty()) stack.back().depth = std::max(stack.back().depth, done.depth + 1);
      if (out.size() <= static_cast<std::size_t>(done.depth)) out.resize(done.depth + 1);
      out[static_cast<std::size_t>(done.depth)].push_back(done.node);
    }
  }
  return out;
}

}  // namespace mmlint::project
