#pragma once

#include <memory>
#include <utility>

namespace mw {

/// A part that a record may have or lack, kept apart so that records without it stay small. Copies deeply.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(T value) : part_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other) : part_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) {
    if (this != &other) part_ = other ? std::make_unique<T>(*other) : nullptr;
    return *this;
  }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  T& emplace() {
    part_ = std::make_unique<T>();
    return *part_;
  }
  void reset() { part_.reset(); }

  explicit operator bool() const { return part_ != nullptr; }
  T& operator*() { return *part_; }
  const T& operator*() const { return *part_; }
  T* operator->() { return part_.get(); }
  const T* operator->() const { return part_.get(); }

 private:
  std::unique_ptr<T> part_;
};

}  // namespace mw
