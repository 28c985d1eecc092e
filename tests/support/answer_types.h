#pragma once

#include <meshwright/core/detail/answer.h>
#include <concepts>
#include <map>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The TypeScript types of answers, from the fields() of their records.
namespace mw::test {

/// The file with them.
inline constexpr const char* kAnswerTypes = "viewer/src/library/answers.ts";
std::string answers_as_typescript();

/// "About" for mw::view::answer::About
template <class T>
std::string name_of_type() {
  const std::string_view function = __PRETTY_FUNCTION__;
  const auto begin = function.find("T = ") + 4;
  const std::string_view whole = function.substr(begin, function.find_first_of(";]", begin) - begin);
  return std::string(whole.substr(whole.rfind(':') + 1));
}

class TypeScript {
 public:
  /// The type of a value; records that it consists of become interfaces.
  template <class T>
  std::string type() {
    if constexpr (std::same_as<T, bool>)
      return "boolean";
    else if constexpr (Number<T>)
      return "number";
    else if constexpr (std::same_as<T, JsonValue>)
      return "Json";
    else if constexpr (std::convertible_to<const T&, std::string_view>)
      return "string";
    else if constexpr (requires(T value) { *value, value.has_value(); })
      return type<std::remove_cvref_t<decltype(*std::declval<T>())>>() + " | null";
    else if constexpr (LeafValue<T>)
      return row(type<typename Leaf<T>::Component>(), Leaf<T>::count);
    else if constexpr (std::ranges::range<const T>)
      return list<std::ranges::range_value_t<const T>>();
    else
      return record<T>();
  }

  /// The interfaces so far, in the order of their names.
  std::string interfaces() const {
    std::string text;
    for (const auto& [name, members] : interfaces_)
      text += "\nexport interface " + name + " {\n" + members + "}\n";
    return text;
  }

 private:
  /// The `io` of a record's fields.
  class Members {
   public:
    explicit Members(TypeScript& types) : types_(types) {}

    template <class T>
    void field(std::string_view name, const T& /*value*/) {
      add(name, optional_ ? "?" : "", types_.type<T>());
    }
    template <class T>
    void field(std::string_view name, const Present<T>& /*value*/) {
      add(name, "?", types_.type<T>());
    }
    /// Those of a missing record are left out.
    template <class T>
    void members_of(const T& record) {
      if constexpr (requires { record.has_value(); }) {
        const bool before = std::exchange(optional_, true);
        const typename T::value_type none{};
        visit_fields(*this, none);
        optional_ = before;
      } else {
        visit_fields(*this, record);
      }
    }

    std::string text;

   private:
    void add(std::string_view name, std::string_view mark, const std::string& type) {
      if (names_.emplace(name).second)
        text.append("  ").append(name).append(mark).append(": ").append(type + ";\n");
    }

    TypeScript& types_;
    std::set<std::string, std::less<>> names_;
    bool optional_ = false;
  };

  static std::string row(const std::string& type, std::size_t count) {
    std::string text = "[" + type;
    for (std::size_t i = 1; i < count; ++i) text += ", " + type;
    return text + "]";
  }

  template <class T>
  std::string list() {
    if constexpr (requires(T item) { std::string_view(item.first); }) {
      return "Record<string, " + type<std::remove_cvref_t<decltype(T::second)>>() + ">";
    } else {
      const std::string item = type<T>();
      return (item.find('|') == item.npos ? item : "(" + item + ")") + "[]";
    }
  }

  template <class T>
  std::string record() {
    std::string name = name_of_type<T>();
    if (interfaces_.contains(name)) return name;
    interfaces_[name];  // a record may be in itself
    Members members(*this);
    const T none{};
    visit_fields(members, none);
    interfaces_[name] = members.text;
    return name;
  }

  std::map<std::string, std::string> interfaces_;
};

}  // namespace mw::test
