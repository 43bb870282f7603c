// The library fmt, compiled here once for all of mmlint. Debian has it as headers and as a shared
// library; the binary is to need neither, and with FMT_HEADER_ONLY every file that formats
// something would take twice as long to compile.
#include <fmt/format-inl.h>

// What fmt/format.h declares and leaves to the library (its src/format.cc).
namespace fmt::detail {

template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;

}  // namespace fmt::detail
