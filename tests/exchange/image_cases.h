#pragma once

#include <meshwright/exchange/detail/image.h>

#include "support/cases/format_cases.h"

namespace mw::exchange {

using Pixels = std::vector<Rgba>;

inline constexpr Rgba kRed{255, 0, 0};
inline constexpr Rgba kGreen{0, 255, 0};
inline constexpr Rgba kBlue{0, 0, 255};
inline constexpr Rgba kWhite{255, 255, 255};

}  // namespace mw::exchange

/// Tests of readers of images, on one sample of each kind.
namespace mw::test {

void expect_every_cut_of_images_fails(const std::vector<Bytes>& samples, const auto& read) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    SCOPED_TRACE("sample " + std::to_string(i));
    expect_every_cut_fails(samples[i], read, " left in the file");
  }
}

/// What still reads has all its pixels.
void expect_image_mutants_survive(const std::vector<Bytes>& samples, const auto& read) {
  const auto make = mutants_of(samples);
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    const auto picture = read(make(seed));
    if (!picture) continue;
    ++readable;
    ASSERT_EQ(picture->pixels.size(), std::size_t(picture->width) * picture->height) << "seed " << seed;
  }
  // The damage must reach both sides, or this test shows nothing.
  EXPECT_GT(readable, kMutants / 10);
  EXPECT_LT(readable, kMutants * 9 / 10);
}

}  // namespace mw::test
