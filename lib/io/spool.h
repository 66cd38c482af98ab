// Text put aside until it is known where it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace arbiter {

// In an unnamed file, which vanishes with this object. All functions throw IoError where the system
// cannot write or read.
class Spool {
 public:
  Spool();

  // Returns where the bytes are.
  std::uint64_t add(std::string_view bytes);

  // Puts the bytes there into `into`. Precondition: they were added.
  void read(std::uint64_t offset, std::size_t size, std::string& into);

 private:
  struct Closing {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<std::FILE, Closing> file_;
  std::uint64_t size_ = 0;
};

}  // namespace arbiter
