#include <meshwright/formats/detail/options.h>

#include <algorithm>

namespace mw {

const std::string* OptionValues::find(std::string_view name) const {
  const auto found = std::ranges::find(values_, name, &std::pair<std::string, std::string>::first);
  return found == values_.end() ? nullptr : &found->second;
}

void OptionValues::set(std::string_view name, std::string value) {
  const auto known = std::ranges::find(values_, name, &std::pair<std::string, std::string>::first);
  if (known != values_.end())
    known->second = std::move(value);
  else
    values_.emplace_back(name, std::move(value));
}

std::string_view OptionValues::get(std::string_view name) const {
  const std::string* value = find(name);
  return value == nullptr ? std::string_view() : *value;
}

}  // namespace mw
