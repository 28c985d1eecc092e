#pragma once

/// The last digits of these functions differ between systems' libraries. Written files must not depend on the
/// machine, so these use + - * / and square roots alone, which IEEE 754 rounds alike everywhere: a Linux
/// program and a page in a browser give the same bits.
///
/// Double: at most 0.6 units in the last place from the true value (angles up to a million radians; larger
/// ones are first reduced modulo the double next to 2 pi). Float: the double rounded once more.
namespace mw::math {

double sin(double angle);
double cos(double angle);
double asin(double value);
double acos(double value);
double atan2(double y, double x);
double cbrt(double value);
double hypot(double x, double y);

inline float sin(float angle) {
  return float(sin(double(angle)));
}
inline float cos(float angle) {
  return float(cos(double(angle)));
}
inline float asin(float value) {
  return float(asin(double(value)));
}
inline float acos(float value) {
  return float(acos(double(value)));
}
inline float hypot(float x, float y) {
  return float(hypot(double(x), double(y)));
}

}  // namespace mw::math
