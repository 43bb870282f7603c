#pragma once

namespace mmlint {

// Has the allocator ask the system for large pages where a run needs much memory: each page that is
// touched first costs the kernel half of what working on it costs us. Nothing happens where the
// system has none, or if another allocator is linked.
void use_large_pages();

}  // namespace mmlint
