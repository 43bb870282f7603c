#pragma once

namespace mmlint {

// The messages of errors that all implementations of FileSystem share.
inline constexpr char kNoSuchFile[] = "no such file or folder";
inline constexpr char kMayNotRead[] = "cannot read: permission denied";
inline constexpr char kIsFolder[] = "is a folder, not a file";
inline constexpr char kIsNotFolder[] = "is not a folder";
inline constexpr char kRemoved[] = "was removed since it was read; run mmlint again";
inline constexpr char kChanged[] = "was changed since it was read; run mmlint again";
inline constexpr char kExists[] = "exists already; remove it or choose another name";

}  // namespace mmlint
