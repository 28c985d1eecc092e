#include <fmt/compile.h>
#include <fmt/format.h>
#include <meshwright/core/detail/field.h>

namespace mw {

std::string_view to_string(Scalar scalar) {
  switch (scalar) {
    case Scalar::u8:
      return "u8";
    case Scalar::i8:
      return "i8";
    case Scalar::u16:
      return "u16";
    case Scalar::i16:
      return "i16";
    case Scalar::u32:
      return "u32";
    case Scalar::i32:
      return "i32";
    case Scalar::u64:
      return "u64";
    case Scalar::i64:
      return "i64";
    case Scalar::f16:
      return "f16";
    case Scalar::f32:
      return "f32";
    case Scalar::f64:
      return "f64";
    case Scalar::text:
      return "text";
    case Scalar::bytes:
      return "bytes";
  }
  return "?";
}

std::uint64_t size_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::u8:
    case Scalar::i8:
    case Scalar::text:
    case Scalar::bytes:
      return 1;
    case Scalar::u16:
    case Scalar::i16:
    case Scalar::f16:
      return 2;
    case Scalar::u32:
    case Scalar::i32:
    case Scalar::f32:
      return 4;
    case Scalar::u64:
    case Scalar::i64:
    case Scalar::f64:
      return 8;
  }
  return 0;
}

std::string to_string(FieldType type) {
  if (type.scalar == Scalar::bytes || type.scalar == Scalar::text || type.count == 1)
    return std::string(to_string(type.scalar));
  return fmt::format(FMT_COMPILE("{}x{}"), to_string(type.scalar), type.count);
}

}  // namespace mw
