#pragma once

#include "catalog/target.h"

namespace mmlint::logs {

// What `mmlint probe` has told of one rank just before its model was wrapped; docs/reference.md
// describes the line ("mmlint-probe 1 {...}").
struct ProbeReading {
  std::optional<int> rank;
  std::map<std::string, std::int64_t> devices;  // how many parameters are on each
  std::string wrapper;                          // the class that wraps
  std::vector<int> device_ids;                  // cards that it is given; empty: none
  bool has_device_ids = false;                  // they are written, if as None
  std::string backend;                          // of the process group; may be empty
  std::string get_device;                       // what MMEngine takes for the device; may be empty
  std::string at;                               // the line that wraps, "path:line"; may be empty
};

// Returns what such a line says, the mark at its beginning; nullopt if it is cut or of a later
// form.
std::optional<ProbeReading> read_probe(std::string_view line);

// What follows from the readings of all ranks of a run.
struct ProbeVerdict {
  std::vector<std::string> rules;  // those that find the cause; none if nothing is wrong
  std::vector<std::string> notes;  // sentences: where the parameters are, and what follows
};
// Tells the cases apart: parameters on the CPU, cards that are not those of the parameters, several
// devices in one model, ranks that disagree. Nothing comes of no readings.
ProbeVerdict judge_probes(const std::vector<ProbeReading>& readings, const catalog::Target& target,
                          Language language);

}  // namespace mmlint::logs
