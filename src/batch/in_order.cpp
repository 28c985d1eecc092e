#include "in_order.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace mw::batch {
namespace {

/// The shared state of the threads.
class Course {
 public:
  explicit Course(const InOrder& what) : what_(what), is_finished_(what.count) {}

  /// Takes the next unclaimed item until all are done.
  void work(const std::function<void(std::size_t)>& one) {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] { return begun_ == what_.count || begun_ - delivered_ < what_.waiting; });
      if (begun_ == what_.count) return;
      const std::size_t next = begun_++;
      const std::size_t row = what_.begin_with.empty() ? next : what_.begin_with[next];
      lock.unlock();
      one(row);
      lock.lock();
      is_finished_[row] = true;
      ++finished_;
      news_.notify_one();
    }
  }

  void deliver(const std::function<void(std::size_t)>& done,
               const std::function<void(std::size_t)>& finished) {
    std::unique_lock lock(mutex_);
    std::size_t told = 0;
    while (delivered_ < what_.count) {
      news_.wait(lock, [&] { return is_finished_[delivered_] || finished_ != told; });
      told = finished_;
      const bool deliverable = is_finished_[delivered_];
      const std::size_t row = delivered_;
      lock.unlock();
      if (finished) finished(told);
      if (deliverable) done(row);
      lock.lock();
      if (deliverable) ++delivered_;
      room_.notify_all();
    }
  }

 private:
  const InOrder& what_;
  std::mutex mutex_;
  std::condition_variable news_;  // something is finished
  std::condition_variable room_;  // something was delivered
  std::vector<bool> is_finished_;
  std::size_t begun_ = 0;
  std::size_t finished_ = 0;
  std::size_t delivered_ = 0;
};

}  // namespace

void in_order(const InOrder& what, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done,
              const std::function<void(std::size_t)>& finished) {
  Course course(what);
  std::vector<std::jthread> threads;
  const std::size_t count = std::min<std::size_t>(std::max(what.threads, 1U), what.count);
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&] { course.work(work); });
  course.deliver(done, finished);
}

}  // namespace mw::batch
