
#include "data/yaml_value.h"

// Follows yaml/constructor.py of PyYAML 6.0: SafeConstructor and FullConstructor.
namespace mmlint::data {
namespace {

constexpr std::size_t kMaxMerged = 2'000'000;  // keys and values

[[noreturn]] void refuse(const YamlNode& node, std::string detail) {
  refuse_yaml(node.mark, "ConstructorError", std::move(detail));
}

[[noreturn]] void raise(const YamlNode& node, std::string exception, std::string detail) {
  throw YamlRefusal{config_raises(node.mark, std::move(exception), std::move(detail))};
}

void check_depth(const YamlNode& node, int depth) {
  if (depth > kMaxYamlDepth)
    refuse_large_yaml(node.mark, fmt::format("{} nested values", kMaxYamlDepth));
}

std::string_view id(const YamlNode& node) {
  constexpr std::string_view kNames[] = {"scalar", "sequence", "mapping"};
  return kNames[static_cast<std::size_t>(node.kind)];
}

bool is_unhashable(const Value& key) {
  return key.kind == Value::Kind::kList || key.kind == Value::Kind::kDict ||
         key.kind == Value::Kind::kSet;
}

// Returns the key, or the part of a tuple, that is not known; null if all of it is.
const Value* unknown_in_key(const Value& key) {
  if (key.kind == Value::Kind::kUnknown) return &key;
  if (key.kind != Value::Kind::kTuple) return nullptr;
  for (const Value* item : key.items()) {
    if (const Value* unknown = unknown_in_key(*item)) return unknown;
  }
  return nullptr;
}

// `tag` without "tag:yaml.org,2002:python/".
bool makes_object(std::string_view tag) {
  constexpr std::string_view kPrefixes[] = {
      "name:", "module:", "object:", "object/apply:", "object/new:"};
  const auto begins = [tag](std::string_view prefix) { return tag.starts_with(prefix); };
  return tag == "complex" || std::any_of(std::begin(kPrefixes), std::end(kPrefixes), begins);
}

class Constructor {
 public:
  explicit Constructor(Pool& pool) : pool_(pool) {}

  Value* run(YamlNode& root) {
    Value* value = construct(root);
    for (; !unfilled_.empty(); unfilled_.pop_front()) {
      const Unfilled next = unfilled_.front();
      (this->*next.fill)(*next.value, *next.node);
    }
    return value;
  }

 private:
  // A list, dict or set is made empty and filled once all that were made before it are
  // (BaseConstructor.construct_document): the first error of a file is the first in that order.
  struct Unfilled {
    Value* value;
    YamlNode* node;
    void (Constructor::*fill)(Value&, YamlNode&);
  };

  Value* later(Value::Kind kind, YamlNode& node, void (Constructor::*fill)(Value&, YamlNode&)) {
    Value* out = pool_.make(kind, node.span);
    unfilled_.push_back({out, &node, fill});
    return out;
  }

  // `depth` is that of tuples in tuples, which are made at once.
  Value* construct(YamlNode& node, int depth = 0) {
    check_depth(node, depth);
    const auto [place, is_new] = made_.emplace(&node, nullptr);
    if (is_new) return made_[&node] = make(node, depth);
    if (!place->second) refuse(node, "found unconstructable recursive node");
    return place->second;
  }

  Value* make(YamlNode& node, int depth) {
    if (!node.tag.starts_with(kYamlTag)) without_constructor(node);
    std::string_view tag = std::string_view(node.tag).substr(kYamlTag.size());
    const bool python = tag.starts_with("python/");
    if (python) tag.remove_prefix(std::string_view("python/").size());
    if (tag == "set" && !python) return later(Value::Kind::kSet, node, &Constructor::fill_set);
    if (tag == (python ? "dict" : "map"))
      return later(Value::Kind::kDict, node, &Constructor::fill_dict);
    if (tag == (python ? "list" : "seq"))
      return later(Value::Kind::kList, node, &Constructor::fill_list);
    if ((tag == "omap" || tag == "pairs") && !python)
      return later(Value::Kind::kList, node, &Constructor::fill_pairs);
    if (tag == "tuple" && python) return tuple(node, depth);
    if (is_yaml_scalar_tag(tag, python)) return scalar(node, tag);
    if (!python || !makes_object(tag)) without_constructor(node);
    return object(node, tag);
  }

  // What Python makes of the tag is not known; what the node itself may not have is.
  Value* object(YamlNode& node, std::string_view tag) {
    if (tag == "complex" || tag.starts_with("name:") || tag.starts_with("module:")) {
      if (has_text(node) && tag != "complex" && !node.value.empty())
        refuse(node, fmt::format("expected the empty value, but found '{}'", node.value));
    } else if (node.kind == YamlNode::Kind::kSequence && !tag.starts_with("object:")) {
      later(Value::Kind::kList, node, &Constructor::fill_list);
    } else {
      later(Value::Kind::kDict, node, &Constructor::fill_dict);
    }
    return pool_.unknown("a Python object made by YAML", node.span);
  }

  [[noreturn]] static void without_constructor(const YamlNode& node) {
    refuse(node, fmt::format("could not determine a constructor for the tag '{}'", node.tag));
  }

  // Refuses what construct_scalar() refuses. False for a mapping that has the text as its key `=`.
  static bool has_text(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kScalar) return true;
    for (std::size_t i = 0; i < node.items.size(); i += 2) {
      if (node.kind == YamlNode::Kind::kMapping && node.items[i]->tag == "tag:yaml.org,2002:value")
        return false;
    }
    refuse(node, fmt::format("expected a scalar node, but found {}", id(node)));
  }

  Value* scalar(YamlNode& node, std::string_view tag) {
    if (!has_text(node)) return pool_.unknown("a mapping in the place of a scalar", node.span);
    const YamlScalarValue made = make_yaml_scalar(pool_, node, tag);
    if (made.value) return made.value;
    if (made.exception == "ConstructorError") refuse(node, made.detail);
    raise(node, made.exception, made.detail);
  }

  Value* tuple(YamlNode& node, int depth) {
    Value* out = pool_.make(Value::Kind::kTuple, node.span);
    for (YamlNode* item : items_of(node)) out->edit_items().push_back(construct(*item, depth + 1));
    return out;
  }

  void fill_list(Value& out, YamlNode& node) {
    for (YamlNode* item : items_of(node)) out.edit_items().push_back(construct(*item));
  }

  static const std::vector<YamlNode*>& items_of(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kSequence)
      refuse(node, fmt::format("expected a sequence node, but found {}", id(node)));
    return node.items;
  }

  void fill_set(Value& out, YamlNode& node) {
    Value& dict = *pool_.make(Value::Kind::kDict, node.span);
    fill_dict(dict, node);
    if (dict.kind == Value::Kind::kUnknown) return out.become_unknown(dict.text());
    for (const Entry& entry : dict.dict().entries()) out.edit_items().push_back(entry.key);
  }

  void fill_dict(Value& out, YamlNode& node) {
    if (node.kind != YamlNode::Kind::kMapping)
      refuse(node, fmt::format("expected a mapping node, but found {}", id(node)));
    flatten(node, 0);
    for (std::size_t i = 0; i < node.items.size(); i += 2) {
      Value* key = construct(*node.items[i]);
      if (is_unhashable(*key)) refuse(*node.items[i], "found unhashable key");
      Value* value = construct(*node.items[i + 1]);
      if (const Value* unknown = unknown_in_key(*key)) return out.become_unknown(unknown->text());
      if (!hashable(*key)) raise(*node.items[i], "TypeError", "unhashable type");
      out.edit_dict().set(key, value,
                          pool_.origin({.key = key->span, .value = value->span, .set = value}));
    }
  }

  // Puts the pairs of `<<` before the others (SafeConstructor.flatten_mapping). The node changes
  // step by step, as there: it may be merged into itself.
  void flatten(YamlNode& node, int depth) {
    check_depth(node, depth);
    std::vector<YamlNode*> merged;
    const auto take = [&](const std::vector<YamlNode*>& items) {
      merged.insert(merged.end(), items.begin(), items.end());
    };
    for (std::size_t i = 0; i < node.items.size();) {
      YamlNode& key = *node.items[i];
      if (key.tag == "tag:yaml.org,2002:value") key.tag = "tag:yaml.org,2002:str";
      if (key.tag != "tag:yaml.org,2002:merge") {
        i += 2;
        continue;
      }
      YamlNode& value = *node.items[i + 1];
      count(node, node.items.size());
      const auto at = node.items.begin() + static_cast<std::ptrdiff_t>(i);
      node.items.erase(at, at + 2);
      if (value.kind == YamlNode::Kind::kMapping) {
        flatten(value, depth + 1);
        count(node, value.items.size());
        take(value.items);
      } else if (value.kind == YamlNode::Kind::kSequence) {
        std::vector<std::vector<YamlNode*>> each;
        for (YamlNode* item : value.items) {
          if (item->kind != YamlNode::Kind::kMapping)
            refuse(*item, fmt::format("expected a mapping for merging, but found {}", id(*item)));
          flatten(*item, depth + 1);
          count(node, item->items.size());
          each.push_back(item->items);
        }
        std::for_each(each.rbegin(), each.rend(), take);
      } else {
        refuse(value,
               fmt::format("expected a mapping or list of mappings for merging, but found {}",
                           id(value)));
      }
    }
    node.items.insert(node.items.begin(), merged.begin(), merged.end());
  }

  void count(const YamlNode& node, std::size_t items) {
    if ((counted_ += items) > kMaxMerged) refuse_large_yaml(node.mark, "merged keys");
  }

  // !!omap and !!pairs: a list of tuples.
  void fill_pairs(Value& out, YamlNode& node) {
    if (node.kind != YamlNode::Kind::kSequence)
      refuse(node, fmt::format("expected a sequence, but found {}", id(node)));
    for (YamlNode* item : node.items) {
      if (item->kind != YamlNode::Kind::kMapping)
        refuse(*item, fmt::format("expected a mapping of length 1, but found {}", id(*item)));
      if (item->items.size() != 2)
        refuse(*item, fmt::format("expected a single mapping item, but found {} items",
                                  item->items.size() / 2));
      Value* pair = pool_.make(Value::Kind::kTuple, item->span);
      for (YamlNode* part : item->items) pair->edit_items().push_back(construct(*part));
      out.edit_items().push_back(pair);
    }
  }

  Pool& pool_;
  std::unordered_map<const YamlNode*, Value*> made_;  // null: being made
  std::deque<Unfilled> unfilled_;
  std::size_t counted_ = 0;
};

}  // namespace

DataFile read_yaml(const DataText& text) {
  DataFile out;
  out.pool = std::make_unique<Pool>();
  try {
    const YamlTree tree = parse_yaml(text);
    out.root = tree.root ? Constructor(*out.pool).run(*tree.root) : out.pool->none(text.span(0, 0));
  } catch (YamlRefusal& refusal) {
    out.problems.push_back(std::move(refusal.problem));
  }
  return out;
}

}  // namespace mmlint::data
