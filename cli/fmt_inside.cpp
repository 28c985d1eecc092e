// Debian has fmt as a shared library only. What the command uses of it is compiled in here: a program that
// loads fewer libraries starts faster.
#include <fmt/format-inl.h>

namespace fmt::detail {

template dragonbox::decimal_fp<float> dragonbox::to_decimal(float value) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double value) noexcept;
template char decimal_point_impl(locale_ref locale);
template thousands_sep_result<char> thousands_sep_impl(locale_ref locale);

}  // namespace fmt::detail
