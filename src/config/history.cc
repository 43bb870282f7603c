#include "config/history.h"

#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint::config {
namespace {

using Role = KeyStep::Role;

constexpr std::size_t kMaxSteps = 40;
constexpr std::size_t kMaxVisits = 2000;  // of origins, many of which add no step
constexpr std::size_t kValueWidth = 60;   // bytes of a value in a sentence
constexpr int kMaxReads = 4;              // steps from a value to what it was computed from

// Where a key path leads in the values of a config.
struct Way {
  struct Stop {
    std::string key;
    FoundValue found;
  };
  std::vector<Stop> stops;   // the part of the path that exists
  std::string_view missing;  // the first part that does not; empty if all do
  bool whole() const { return missing.empty() && !stops.empty(); }
  const Stop* last_entry() const {
    const auto it =
        std::find_if(stops.rbegin(), stops.rend(), [](const Stop& s) { return s.found.entry; });
    return it == stops.rend() ? nullptr : &*it;
  }
};

Way walk(const Value& root, std::string_view key_path) {
  Way way;
  const Value* at = &root;
  for (const std::string_view part : key_parts(key_path)) {
    const FoundValue next = value_at(*at, part);
    if (!next.value) {
      way.missing = part;
      break;
    }
    const std::string_view so_far =
        key_path.substr(0, static_cast<std::size_t>(part.data() + part.size() - key_path.data()));
    way.stops.push_back({std::string(so_far), next});
    at = next.value;
  }
  return way;
}

// Everything that others see of a config; null if that is not known.
const Value* values_of(const Resolved& config) {
  const Value* values =
      config.style == Style::kLazy && config.exports ? config.exports : config.root;
  return values && values->kind == Value::Kind::kDict ? values : nullptr;
}

// The bases whose keys are keys of the config, under the same names.
std::vector<const Resolved*> same_keys(const Resolved& config) {
  if (config.style == Style::kClassic) return config.bases;
  std::vector<const Resolved*> out;
  for (std::size_t i = 0; i < config.bases.size() && i < config.links.size(); ++i) {
    if (config.links[i].star) out.push_back(config.bases[i]);
  }
  return out;
}

class Historian {
 public:
  Historian(const Written& in, KeyHistory& out) : in_(in), out_(out) {}

  // Who set a key, here and in the bases; false if the config does not have it. `with`: the part of
  // the path that was replaced as a whole.
  bool tell(const Resolved& config, std::string_view key_path, Role role,
            const std::string& with = "") {
    const Value* values = values_of(config);
    const Way way = values ? walk(*values, key_path) : Way{};
    if (!way.whole()) return false;
    tell_stop(way, role, with);
    for (const Resolved* base : same_keys(config)) {
      const Value* below = values_of(*base);
      const Way old = below ? walk(*below, key_path) : Way{};
      if (!old.whole()) continue;
      tell(*base, key_path, Role::kShadowed, with.empty() ? replaced_part(config, way) : with);
      break;
    }
    return true;
  }

  // Who took out a key that is not there; false if nobody did.
  bool tell_removal(const Resolved& config, std::string_view key_path) {
    const Value* values = values_of(config);
    // Many ways may lead to one base.
    if (!values || !asked_for_removals_.insert(&config).second) return false;
    const Way way = walk(*values, key_path);
    for (const Resolved* base : same_keys(config)) {
      const Value* below = values_of(*base);
      const Way old = below ? walk(*below, key_path) : Way{};
      if (!old.whole()) continue;
      const Removal* removal = removal_of(config, old);
      if (removal)
        add(Role::kRemoves, removal->at, "removed", "removed here", nullptr);
      else
        tell_replacement(way);
      return tell(*base, key_path, Role::kShadowed);
    }
    if (const Removal* removal = removal_of(config, way, way.missing)) {
      add(Role::kRemoves, removal->at, "removed", "removed here", nullptr);
      tell_origin(*removal->removed, Role::kShadowed, "");
      return true;
    }
    const auto bases = same_keys(config);
    return std::ranges::any_of(bases,
                               [&](const Resolved* base) { return tell_removal(*base, key_path); });
  }

  void tell_unknown(const Value& value) {
    if (!value.span.known()) return;
    add(Role::kRemoves, value.span, "unknown", fmt::format("not known: {}", value.text()), nullptr);
  }

 private:
  static bool covers(const Origin* origin, const Origin* other) {
    for (; origin; origin = origin->shadows()) {
      if (origin == other) return true;
    }
    return false;
  }

  // The removal of what an old value stood in.
  static const Removal* removal_of(const Resolved& config, const Way& old) {
    for (const Removal& removal : config.removals) {
      for (const Way::Stop& stop : old.stops) {
        if (stop.found.entry && covers(removal.removed, stop.found.entry->origin)) return &removal;
      }
    }
    return nullptr;
  }

  // Whether a key was once written inside of a dict's value.
  static bool stood_in(const Origin& key, const Origin* dict) {
    for (; dict; dict = dict->shadows() ? dict->shadows() : dict->source()) {
      for (const Origin* o = &key; o; o = o->shadows()) {
        if (dict->value().contains(o->key())) return true;
      }
    }
    return false;
  }

  // The removal of a key that this file itself had set.
  const Removal* removal_of(const Resolved& config, const Way& way, std::string_view part) const {
    for (const Removal& removal : config.removals) {
      const Span key = removal.removed->key();
      if (!key.known() || removal.top_level != way.stops.empty()) continue;
      const std::string_view written = in_.sources.text(key);
      const bool same = written == part || (written.size() == part.size() + 2 &&
                                            written.substr(1, part.size()) == part);
      if (!same) continue;
      if (way.stops.empty()) return &removal;
      const Way::Stop* around = way.last_entry();
      if (around && stood_in(*removal.removed, around->found.entry->origin)) return &removal;
    }
    return nullptr;
  }

  // The shortest part of a path that its own file set without merging it with a base's.
  std::string replaced_part(const Resolved& config, const Way& way) const {
    const FileId file = config.document->source().id();
    for (const Way::Stop& stop : way.stops) {
      if (&stop == &way.stops.back() || !stop.found.entry) continue;
      const Origin& origin = *stop.found.entry->origin;
      if (origin.how() != How::kMerged && origin.value().file == file) return stop.key;
    }
    return "";
  }

  // The dict that a key is missing from was replaced by another, or by something that is no dict.
  void tell_replacement(const Way& way) {
    const Way::Stop* around = way.last_entry();
    if (!around) return;
    const Origin& origin = *around->found.entry->origin;
    const Entry* flag = origin.how() == How::kReplaced && origin.set()
                            ? origin.set()->dict().find("_delete_")
                            : nullptr;
    if (flag && flag->origin->key().known()) {
      Span at = flag->origin->key();
      if (flag->origin->value().file == at.file)
        at.end = std::max(at.end, flag->origin->value().end);
      add(Role::kRemoves, at, "removed",
          fmt::format("removes all that the base has in {}", around->key), nullptr);
    } else if (place(origin).known()) {
      add(Role::kRemoves, place(origin), "removed", fmt::format("{} is replaced here", around->key),
          nullptr);
    }
  }

  void tell_stop(const Way& way, Role role, const std::string& with) {
    const FoundValue& last = way.stops.back().found;
    if (!last.entry && last.value->span.known()) {
      const std::string_view how = last.value->literal ? "literal" : "computed";
      add(role, last.value->span, how,
          label(role, how == "literal" ? "set here" : "computed here", *last.value, with),
          last.value);
    }
    const Way::Stop* around = way.last_entry();
    if (last.entry) tell_origin(*last.entry->origin, role, with);
    if (role == Role::kShadowed) return;
    // What stands inside of these was written elsewhere and came here as a whole.
    for (const Way::Stop& stop : way.stops) {
      if (!stop.found.entry || (&stop == around && last.entry)) continue;
      const Origin& origin = *stop.found.entry->origin;
      if (origin.how() != How::kImported && origin.how() != How::kBaseVariable) continue;
      const std::string text = fmt::format("all of {} is {}", stop.key, came(origin));
      add(Role::kRead, origin.value(), how_name(origin, in_), text, origin.set());
    }
  }

  static std::string_view came(const Origin& origin) {
    if (origin.how() == How::kBaseVariable) return "taken from the base here";
    return origin.how() == How::kImported ? "imported here" : "the value of a variable here";
  }

  // Tells it, then what it was read from, then what it overrode.
  void tell_origin(const Origin& origin, Role role, const std::string& with, int depth = 0) {
    if (visits_++ == kMaxVisits) is_full_ = true;
    if (is_full_) return note_more();
    const Span at = origin.value().known() ? origin.value() : origin.key();
    const std::string_view how = how_name(origin, in_);
    if (at.known()) {
      const std::string own = sentence(origin, how);
      const std::string text = origin.set() ? label(role, own, *origin.set(), with) : own;
      if (!add(role, at, how, text, origin.set())) return;
    }
    if (depth < kMaxReads) {
      if (origin.source()) tell_origin(*origin.source(), Role::kRead, "", depth + 1);
      if (origin.reads() && role != Role::kShadowed) {
        for (const Origin* read : *origin.reads()) {
          // Names of modules and functions, and of the expression itself, say nothing.
          const bool is_object = read->set() && read->set()->kind == Value::Kind::kObject;
          if (is_object || at.contains(read->value())) continue;
          tell_origin(*read, Role::kRead, "", depth + 1);
        }
      }
    }
    // Of what was read nobody asks what it had been before, unless it is made of several parts.
    if (role == Role::kRead && origin.how() != How::kMerged) return;
    const Role next = role == Role::kRead ? Role::kRead : Role::kShadowed;
    if (origin.earlier()) tell_origin(*origin.earlier(), next, with, depth);
    merges_ = origin.how() == How::kMerged;
    if (origin.shadows()) tell_origin(*origin.shadows(), next, with, depth);
  }

  std::string label(Role role, std::string_view what, const Value& value,
                    const std::string& with) const {
    if (role == Role::kSets || role == Role::kRemoves) return std::string(what);
    std::string text = print(value, kValueWidth);
    if (role == Role::kRead) return "from here: " + text;
    if (merges_) return "the base's value: " + text;
    const bool last_before = std::ranges::none_of(
        out_.steps, [](const auto& step) { return step.role == Role::kShadowed; });
    text = (!out_.exists && last_before ? "removed, was " : "overridden, was ") + text;
    if (!with.empty()) text += fmt::format(" (all of {} is replaced)", with);
    return text;
  }

  std::string sentence(const Origin& origin, std::string_view how) const {
    if (how == "literal") return "set here";
    if (how == "merged") return "merged into the base's value here";
    if (how == "replaced") return "set here; _delete_=True drops the base's value";
    if (how == "variable") return "set here, to the value of a variable";
    if (how == "predefined variable") return "set here; MMEngine fills in what stands in {{ }}";
    const std::string name = environment_name(origin, in_);
    if (!name.empty()) {
      const bool is_set = in_.environment.count(name) != 0;
      return fmt::format("{} here; environment variable {} is {}",
                         how == "computed" ? "computed" : "set", name,
                         is_set ? "set" : "not set, so the default holds");
    }
    return how == "computed" ? "computed here" : std::string(came(origin));
  }

  bool add(Role role, Span at, std::string_view how, std::string text, const Value* value) {
    if (!seen_.insert(at).second) return false;
    if (out_.steps.size() < kMaxSteps) {
      out_.steps.push_back({.role = role,
                            .at = at,
                            .how = std::string(how),
                            .label = std::move(text),
                            .value = value ? to_json(*value) : ""});
    } else {
      is_full_ = true;
      note_more();
    }
    return true;
  }

  void note_more() {
    if (out_.notes.empty()) out_.notes.push_back("there are more places than these");
  }

  const Written& in_;
  KeyHistory& out_;
  std::set<Span> seen_;
  std::set<const Resolved*> asked_for_removals_;
  std::size_t visits_ = 0;  // of origins
  bool is_full_ = false;    // no more steps are told
  bool merges_ = false;     // what is told next is merged into, not overridden
};

}  // namespace

std::optional<KeyHistory> history(const Written& in, const Resolved& config,
                                  std::string_view key_path) {
  KeyHistory out;
  out.config = config.path;
  out.key = key_path;
  Historian historian(in, out);
  const Way way = walk(*config.root, key_path);
  const Value* last = way.stops.empty() ? config.root : way.stops.back().found.value;
  out.known = last->kind != Value::Kind::kUnknown;
  if (!out.known) historian.tell_unknown(*last);
  if (way.whole()) {
    out.value = print(*last, kValueWidth * 2);
    out.json = to_json(*last);
    historian.tell(config, key_path, Role::kSets);
    return out;
  }
  out.exists = false;
  if (!out.known) {
    const std::string known = way.stops.empty() ? "the config" : way.stops.back().key;
    out.notes.push_back(fmt::format("{} is not known, so nobody can tell what is in it", known));
    if (!way.stops.empty()) historian.tell(config, way.stops.back().key, Role::kSets);
    return out;
  }
  if (!historian.tell_removal(config, key_path)) return std::nullopt;
  return out;
}

}  // namespace mmlint::config
