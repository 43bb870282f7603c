#include "project/base_graph.h"

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

// Which numbers belong together.
class Groups {
 public:
  std::size_t add() {
    above_.push_back(above_.size());
    return above_.size() - 1;
  }
  // Returns the number that stands for the group of a number.
  std::size_t of(std::size_t number) {
    while (above_[number] != number) number = above_[number] = above_[above_[number]];
    return number;
  }
  void join(std::size_t a, std::size_t b) { above_[of(a)] = of(b); }

 private:
  std::vector<std::size_t> above_;  // the number itself if it stands for its group
};

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

std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const Node* const> configs) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  Groups groups;
  std::vector<std::size_t> known;  // the numbers of the groups, by those of the nodes
  std::vector<const Node*> level;  // those whose bases were not looked at
  const auto number_of = [&](const Node& node) {
    if (known.size() <= node.number) known.resize(node.number + 1, kNone);
    std::size_t& number = known[node.number];
    if (number == kNone) {
      number = groups.add();
      level.push_back(&node);
    }
    return number;
  };
  std::vector<std::size_t> first_places;  // in `configs`, by number
  for (std::size_t place = 0; place < configs.size(); ++place) {
    if (number_of(*configs[place]) == first_places.size()) first_places.push_back(place);
  }
  for (std::size_t next = 0; !level.empty();) {
    const std::vector<const Node*> some = std::exchange(level, {});
    for (const Workspace::Facts& facts : workspace.load(some)) {
      const std::size_t number = next++;  // they are in the order of their numbers
      for (const Node* base : workspace.bases(facts)) groups.join(number, number_of(*base));
    }
  }
  std::vector<std::vector<std::size_t>> out;
  std::vector<std::size_t> places(first_places.size(), kNone);  // in `out`, by the group's number
  for (std::size_t number = 0; number < first_places.size(); ++number) {
    const std::size_t group = groups.of(number);
    if (places.size() <= group) places.resize(group + 1, kNone);
    if (places[group] == kNone) {
      places[group] = out.size();
      out.emplace_back();
    }
    out[places[group]].push_back(first_places[number]);
  }
  return out;
}

}  // namespace mmlint::project
