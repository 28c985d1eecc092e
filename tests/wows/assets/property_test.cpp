#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::wows::assets {
namespace {

/// Fills records with random numbers by their lists of parts.
class RandomRecord {
 public:
  RandomRecord(Builder& builder, std::mt19937& random) : builder_(builder), random_(random) {}

  template <class T>
  void field(std::string_view, T& value) {
    fill(value);
  }
  void count(std::string_view, auto& value) { counts_.push_back({&value, random_() % 5}); }
  template <std::size_t N>
  void padding(std::string_view, Padding<N>& bytes) {
    if (random_() % 8 == 0) bytes[0] = 1;
  }
  template <class T>
  void array(std::string_view, Array<T>& array, auto& count) {
    const auto known = std::ranges::find(counts_, static_cast<const void*>(&count), &Counted::address);
    array.items.resize(known->size);
    for (T& item : array.items) {
      if constexpr (LeafValue<T>) {
        fill(item);
      } else {
        RandomRecord inside(builder_, random_);
        layout(inside, item);
      }
    }
  }
  void part(std::string_view, auto& part) { layout(*this, part); }
  void text(std::string_view, Text& text) {
    for (std::size_t i = random_() % 6; i > 0; --i) text.chars.items.push_back(std::uint8_t(random_()));
    if (random_() % 2 == 0) text.chars.items.push_back(0);
  }

 private:
  struct Counted {
    const void* address;
    std::size_t size;
  };

  void fill(NameId& id) {
    id = random_() % 2 == 0 ? builder_.add_name("name" + std::to_string(random_() % 50))
                            : NameId{std::uint32_t(random_())};
  }
  template <class T>
  void fill(T& value) {
    std::array<std::uint32_t, (sizeof(T) + 3) / 4> words;
    for (std::uint32_t& word : words) word = std::uint32_t(random_());
    std::memcpy(static_cast<void*>(&value), words.data(), sizeof(T));
  }

  Builder& builder_;
  std::mt19937& random_;
  std::vector<Counted> counts_;
};

/// A database of up to forty records of all types.
Bytes random_database(std::uint32_t seed) {
  std::mt19937 random(seed);
  Builder builder;
  for (auto i = std::uint32_t(random() % 40); i > 0; --i) {
    auto layout_index = Layout(1 + random() % (std::variant_size_v<Record> - 1));
    if (layout_index == Layout::model || layout_index == Layout::model_14)
      layout_index = seed % 2 == 0 ? Layout::model : Layout::model_14;
    with_record(layout_index, [&]<class T>(std::type_identity<T>) {
      if constexpr (!std::is_same_v<T, Raw>) {
        T record;
        RandomRecord fill(builder, random);
        layout(fill, record);
        builder.add("folder" + std::to_string(random() % 3) + "/" + std::to_string(i), record);
      }
    });
  }
  return std::move(builder).build().value();
}

TEST(AssetsProperty, RandomDatabasesSurviveBuildReadAndRewrite) {
  for (std::uint32_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Bytes bytes = random_database(seed);
    test::expect_comes_back<Assets>(bytes);
    test::expect_same_through_json<Assets>(bytes);
    Findings findings;
    validate(opened(bytes), findings);
    for (const Finding& finding : findings.all()) {
      // Random numbers lead nowhere; but the file itself has no fault.
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_STRING_"));
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_RESOURCE_"));
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_PATH_"));
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_RECORD_"));
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_UNREFERENCED"));
      EXPECT_FALSE(finding.kind->code.starts_with("ASSETS_CHECKSUM"));
    }
    test::expect_every_byte_named<Assets>(bytes);
  }
}

}  // namespace
}  // namespace mw::wows::assets
