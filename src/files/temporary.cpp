#include "temporary.h"

#include <meshwright/files/output.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mw {
namespace {

enum class Slot : unsigned char { free, being_set, live, being_removed };

/// The names that a signal has to remove. Its handler may run at any moment and on any thread. So a name is
/// read only by the thread that has claimed its slot, and their number is fixed; a signal does not remove
/// names beyond it.
struct TemporaryNames {
  std::array<std::atomic<Slot>, 64> states{};
  std::array<std::string, 64> paths;
};

TemporaryNames& slots() {
  static TemporaryNames all;
  return all;
}

bool change(std::atomic<Slot>& state, Slot from, Slot to) {
  return state.compare_exchange_strong(from, to);
}

std::size_t remember(const std::string& path) {
  TemporaryNames& all = slots();
  std::size_t slot = 0;
  while (slot < all.states.size() && !change(all.states[slot], Slot::free, Slot::being_set)) ++slot;
  if (slot == all.states.size()) return slot;
  all.paths[slot] = path;
  all.states[slot] = Slot::live;
  return slot;
}

void forget(std::size_t slot) {
  TemporaryNames& all = slots();
  if (slot == all.states.size()) return;
  // A signal that is removing this file will end the program before anything else happens to it.
  while (!change(all.states[slot], Slot::live, Slot::free)) ::pause();
}

std::atomic<const char*> last_words = nullptr;
static_assert(decltype(last_words)::is_always_lock_free);

/// Ends the program by the signal, as if this handler did not exist, after removing the files.
void remove_all_and_end(int signal) {
  TemporaryNames& all = slots();
  for (std::size_t slot = 0; slot < all.states.size(); ++slot)
    if (change(all.states[slot], Slot::live, Slot::being_removed)) ::unlink(all.paths[slot].c_str());
  if (const char* const words = last_words) (void)!::write(STDERR_FILENO, words, std::strlen(words));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string random_name(const std::string& target) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz012345";  // 32: five bits each
  const auto slash = target.rfind('/');
  const std::string name = slash == target.npos ? target : target.substr(slash + 1);
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != ssize_t(sizeof random)) random = std::uint64_t(::getpid());
  std::string temporary = folder_of(target) + "/." + name.substr(0, 200) + ".meshwright-";
  for (int i = 0; i < 8; ++i, random >>= 5) temporary += kLetters[random & 31];
  return temporary;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Recorded before the file exists, so that no signal comes between the two.
TemporaryName::TemporaryName(const std::string& target)
    : path_(random_name(target)), slot_(remember(path_)) {}

TemporaryName::~TemporaryName() {
  ::unlink(path());
  forget(slot_);
}

void tell_on_signals(const char* text) {
  last_words = text;
}

void remove_temporary_files_on_signals() {
  slots();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction now{};
    // One that is ignored (nohup) stays so.
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
      std::signal(signal, remove_all_and_end);
  }
}

}  // namespace mw
