#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "db/clickhouse/writing/batch_writer.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

// Another process, which reports its writer name and waits.
class OtherWriter {
 public:
  OtherWriter() {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) send_name_and_wait(pipe[1]);
    ::close(pipe[1]);
    std::array<char, 512> text{};
    const ssize_t size = ::read(pipe[0], text.data(), text.size());
    ::close(pipe[0]);
    REQUIRE(size > 0);
    name_.assign(text.data(), static_cast<std::size_t>(size));
  }
  OtherWriter(const OtherWriter&) = delete;
  OtherWriter& operator=(const OtherWriter&) = delete;
  ~OtherWriter() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }

  const std::string& name() const { return name_; }

  // Ends the process, which remains a zombie.
  void end() const {
    ::kill(process_, SIGKILL);
    siginfo_t information{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOWAIT) == 0);
  }

 private:
  [[noreturn]] static void send_name_and_wait(int descriptor) {
    const std::string& name = writer_name();
    const bool is_sent = ::write(descriptor, name.data(), name.size()) > 0;
    while (is_sent) ::pause();
    ::_exit(1);
  }

  pid_t process_ = -1;
  std::string name_;
};

}  // namespace

TEST_CASE("a program on this machine may be writing until it ends, however long ago it wrote") {
  OtherWriter other;
  CHECK(may_be_writing(other.name(), true));
  CHECK(may_be_writing(other.name(), false));
  other.end();
  CHECK_FALSE(may_be_writing(other.name(), true));
}

TEST_CASE("a program on another machine may be writing while its last row is recent") {
  CHECK(may_be_writing("a.machine.elsewhere/1/1", true));
  CHECK_FALSE(may_be_writing("a.machine.elsewhere/1/1", false));
}

TEST_CASE("a name that no program has belongs to none") {
  const std::string name = GENERATE("", "x", "x/y", "/");
  CHECK_FALSE(may_be_writing(name, true));
}

}  // namespace arbiter::testing
