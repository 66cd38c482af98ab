// A server with a password and TLS: authentication and certificate checks. No message contains the
// password.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "tests/cluster/server_node.h"
#include "tests/cluster/test_cluster.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

const std::string kPassword = "o5 k&y%2B+7";

// An environment variable, set while this object exists.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

// Returns a folder with a server's key and self-signed certificate.
std::string certificate_for(const TemporaryFolder& folder, const std::string& name,
                            const std::string& server) {
  const std::string path = folder.path(name);
  std::filesystem::create_directory(path);
  const ProgramRun run = run_shell(fmt::format(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
      " -subj /CN={1} -addext subjectAltName={1} -keyout {0}/server.key -out {0}/server.crt 2>&1",
      path, server));
  CAPTURE(run.output);
  REQUIRE(run.status == 0);
  return path;
}

struct SecureServer {
  TemporaryFolder folder;
  std::string certificate = certificate_for(folder, "certificate", "IP:127.0.0.1");
  ServerNode node = ServerNode({.folder = folder.path("node"),
                                .zookeeper = std::nullopt,
                                .password = kPassword,
                                .certificate = certificate});

  std::string plain_url() const {
    return fmt::format("clickhouse://127.0.0.1:{}/plain", node.port());
  }
  std::string tls_url() const {
    return fmt::format("clickhouses://127.0.0.1:{}/secure", node.tls_port());
  }
  std::string authority() const { return certificate + "/server.crt"; }
};

// Fails the test if a message contains the password.
ProgramRun run_without_password(const std::vector<std::string>& words) {
  ProgramRun run = run_arbiter(words);
  CAPTURE(words, run.output, run.errors);
  CHECK_THAT(run.output + run.errors, !Contains(kPassword) && !Contains("k%26y"));
  return run;
}

TEST_CASE("the password of a server comes from the environment or a file") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const SecureServer server;
  const std::vector<std::string> init = {"cluster", "init", server.plain_url()};
  const ProgramRun none = run_without_password(init);
  CHECK(none.status == 2);
  CHECK_THAT(none.errors, Contains("ARBITER_CLICKHOUSE_PASSWORD"));
  {
    const Variable wrong("ARBITER_CLICKHOUSE_PASSWORD", kPassword + "x");
    const ProgramRun refused = run_without_password(init);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.errors, Contains("ARBITER_CLICKHOUSE_PASSWORD"));
  }
  {
    const Variable right("ARBITER_CLICKHOUSE_PASSWORD", kPassword);
    CHECK(run_without_password(init).status == 0);
  }
  const Variable file("ARBITER_CLICKHOUSE_PASSWORD_FILE",
                      write_scratch("password", kPassword + "\nnot this line\n"));
  CHECK(run_without_password({"import", server.plain_url(), "testdata/tournament.pgn"}).status <=
        1);
  const ProgramRun explained =
      run_without_password({"find", server.plain_url(), "--moves", "e4", "--explain"});
  CHECK(explained.status == 0);
  CHECK_THAT(explained.output + explained.errors, Contains("SELECT"));
}

TEST_CASE("over TLS a server is used only if its certificate is trusted and names it") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const SecureServer server;
  const Variable password("ARBITER_CLICKHOUSE_PASSWORD", kPassword);
  const std::vector<std::string> init = {"cluster", "init", server.tls_url()};
  const ProgramRun stranger = run_without_password(init);
  CHECK(stranger.status == 2);
  CHECK_THAT(stranger.errors, Contains("not trusted") && Contains("ARBITER_CLICKHOUSE_CA_FILE") &&
                                  Contains(fmt::format("127.0.0.1:{}", server.node.tls_port())));
  {
    const Variable other("ARBITER_CLICKHOUSE_CA_FILE",
                         certificate_for(server.folder, "other", "IP:127.0.0.1") + "/server.crt");
    CHECK(run_without_password(init).status == 2);
  }
  {
    const Variable nowhere("ARBITER_CLICKHOUSE_CA_FILE", "no/such/file");
    const ProgramRun run = run_without_password(init);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("no/such/file"));
  }
  const Variable authority("ARBITER_CLICKHOUSE_CA_FILE", server.authority());
  // The host name differs from that in the certificate.
  const ProgramRun misnamed = run_without_password(
      {"cluster", "init", fmt::format("clickhouses://localhost:{}/x", server.node.tls_port())});
  CHECK(misnamed.status == 2);
  CHECK_THAT(misnamed.errors, Contains("not trusted"));

  CHECK(run_without_password(init).status == 0);
  CHECK(run_without_password({"import", server.tls_url(), "testdata/tournament.pgn"}).status <= 1);
  const ProgramRun found = run_without_password(
      {"find", server.tls_url(), "--moves", "1. e4 e5 2. Nf3", "--format", "csv"});
  CHECK(found.status == 0);
  CHECK(lines_of(found.output).size() == 4);
  // A server with TLS cannot be accessed without it.
  CHECK(run_without_password(
            {"tree", fmt::format("clickhouse://127.0.0.1:{}/secure", server.node.tls_port())})
            .status == 2);
}

}  // namespace
}  // namespace arbiter::testing
