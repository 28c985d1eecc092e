#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/wows/splash.h>

#include "support/cases/format_cases.h"

namespace mw::wows::splash {

/// For the tests that every format has.
struct Splash : test::OneFile {
  static Result<File> read(const Bytes& whole) { return splash::read(whole); }
  static Result<File> traced(const Bytes& whole, test::Names& names) {
    return splash::read(whole, names.trace_of(whole));
  }
  static Result<File> read_told(const Bytes& whole, test::Account& account) {
    return splash::read(whole, account.file());
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_EQ(test::message_of(write(file, account.file())), test::kNoError);
  }
  static Result<File> from_json(const JsonText& json) { return splash::from_json(json); }
};

/// count 0; box 0: length 4, name 8, min 19, max 31; box 1 at 43: name 47, min 58; box 2 at 82; end 123.
inline Bytes written_sample() {
  return write(sample()).value();
}

}  // namespace mw::wows::splash
