#include <nlohmann/json.hpp>

#include "report/diagnosis.h"

namespace mmlint::report {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(logs::Outcome outcome) {
  switch (outcome) {
    case logs::Outcome::kFinished:
      return "finished";
    case logs::Outcome::kFailed:
      return "failed";
    case logs::Outcome::kNoEnd:
      break;
  }
  return "no end";
}

Json json(const std::optional<logs::Place>& place) {
  if (!place) return nullptr;
  return Json{{"path", place->path}, {"line", place->line}, {"text", place->text}};
}

Json json(const logs::Diagnosis& d) {
  Json others = Json::array();
  for (const logs::Other& each : d.others)
    others.push_back(Json{{"cause", each.cause}, {"line", each.line}, {"ranks", each.ranks}});
  Json runs = Json::array();
  for (const logs::OtherRun& each : d.other_runs) {
    runs.push_back(
        Json{{"line", each.first_line}, {"outcome", name_of(each.outcome)}, {"cause", each.cause}});
  }
  return Json{{"file", d.file},
              {"verdict", catalog::name_of(d.verdict)},
              {"cause", d.cause},
              {"line", d.line},
              {"run", Json{{"number", d.run}, {"of", d.runs}, {"line", d.run_line}}},
              {"ranks", d.ranks},
              {"processes", d.processes},
              {"rules", d.rules},
              {"signature", d.signature},
              {"place", json(d.place)},
              {"library", json(d.library)},
              {"meaning", d.meaning},
              {"advice", d.advice},
              {"fix", d.fix},
              {"next", d.next},
              {"others", std::move(others)},
              {"other_runs", std::move(runs)},
              {"mmengine", d.mmengine ? Json::array({catalog::printed(d.mmengine->first),
                                                     catalog::printed(d.mmengine->last)})
                                      : Json(nullptr)},
              {"notes", d.notes}};
}

}  // namespace

std::string render_diagnoses_json(std::span<const logs::Diagnosis> diagnoses) {
  Json list = Json::array();
  for (const logs::Diagnosis& each : diagnoses) list.push_back(json(each));
  const Json root{{"version", 1}, {"diagnoses", std::move(list)}};
  // A log may hold any bytes; what is no UTF-8 becomes U+FFFD.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mmlint::report
