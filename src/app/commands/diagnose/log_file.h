#pragma once

#include "logs/reader.h"

namespace mmlint::app {

// Reads a log from the disk, or from standard input if the path is "-", part by part into the
// reader, which it finishes. On a terminal it says how far it is once that takes over a second. A
// file that cannot be read, and a folder, is an error.
Status read_log(const std::string& path, logs::Reader& reader);

}  // namespace mmlint::app
