#include "tests/cluster/server_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/cluster/waiting.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kConfiguration = R"(<?xml version="1.0"?>
<yandex>
  <logger><level>information</level><log>{folder}/log/server.log</log><errorlog>{folder}/log/error.log</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{http}</http_port>
  <tcp_port>{tcp}</tcp_port>
  <interserver_http_port>{replication}</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <mark_cache_size>268435456</mark_cache_size>
  <path>{folder}/data/</path>
  <tmp_path>{folder}/data/tmp/</tmp_path>
  <user_files_path>{folder}/data/user_files/</user_files_path>
  <format_schema_path>{folder}/data/format_schemas/</format_schema_path>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <timezone>UTC</timezone>
  <mlock_executable>false</mlock_executable>
  {zookeeper}
  {tls}
</yandex>
)";

constexpr const char* kUsers = R"(<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles>
  <users><default>
    <password><![CDATA[{password}]]></password>
    <networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  </default></users>
  <quotas><default></default></quotas>
</yandex>
)";

std::string zookeeper_section(std::optional<std::uint16_t> port) {
  if (!port) return "";
  return fmt::format(
      "<zookeeper><node index=\"1\"><host>127.0.0.1</host><port>{}</port></node>"
      "<session_timeout_ms>3000</session_timeout_ms></zookeeper>",
      *port);
}

std::string tls_section(const std::optional<std::string>& certificate, std::uint16_t port) {
  if (!certificate) return "";
  return fmt::format(
      "<https_port>{0}</https_port><openSSL><server>"
      "<certificateFile>{1}/server.crt</certificateFile><privateKeyFile>{1}/server.key</"
      "privateKeyFile>"
      "<verificationMode>none</verificationMode></server></openSSL>",
      port, *certificate);
}

}  // namespace

ServerNode::ServerNode(ServerPlan plan) : plan_(std::move(plan)) {
  const auto ports = free_ports(4);
  http_port_ = ports[0];
  tcp_port_ = ports[1];
  replication_port_ = ports[2];
  tls_port_ = ports[3];
  configure();
  start();
}

void ServerNode::configure() const {
  for (const char* name : {"log", "data"}) fs::create_directories(plan_.folder + "/" + name);
  std::ofstream(plan_.folder + "/config.xml")
      << fmt::format(kConfiguration, fmt::arg("folder", plan_.folder), fmt::arg("http", http_port_),
                     fmt::arg("tcp", tcp_port_), fmt::arg("replication", replication_port_),
                     fmt::arg("zookeeper", zookeeper_section(plan_.zookeeper)),
                     fmt::arg("tls", tls_section(plan_.certificate, tls_port_)));
  std::ofstream(plan_.folder + "/users.xml")
      << fmt::format(kUsers, fmt::arg("password", plan_.password));
}

void ServerNode::start() {
  const std::string log = plan_.folder + "/log/output";
  process_ = std::make_unique<ChildProcess>(ChildStart{
      .words = {"/usr/sbin/clickhouse-server", "--config-file=" + plan_.folder + "/config.xml"},
      .folder = plan_.folder,
      .log = log,
  });
  wait_until("clickhouse-server answers", 60s,
             [&] { return !process_->is_running() || answers(); });
  if (process_->is_running()) return;
  // The log is printed now, because the folder is removed with the node.
  std::ifstream errors(plan_.folder + "/log/error.log");
  const std::string text(std::istreambuf_iterator<char>(errors), {});
  constexpr std::size_t kMaxShown = 2000;
  throw std::runtime_error("clickhouse-server ended: " +
                           text.substr(text.size() - std::min(text.size(), kMaxShown)));
}

void ServerNode::stop() {
  process_->stop(60s);
  process_.reset();
}

bool ServerNode::answers() const { return post(http_port_, "/ping", "").status != 0; }

std::string ServerNode::query(std::string_view sql) const {
  std::string target = "/?wait_end_of_query=1&user=default&password=" + in_address(plan_.password);
  const HttpAnswer answer = post(http_port_, target, sql);
  if (answer.status != 200) throw std::runtime_error(fmt::format("{}: {}", sql, answer.body));
  return answer.body;
}

std::uintmax_t ServerNode::bytes() const {
  std::uintmax_t sum = 0;
  for (const auto& file : fs::recursive_directory_iterator(plan_.folder + "/data")) {
    std::error_code gone;  // the file may have been removed by a merge
    const auto size = file.is_regular_file(gone) ? file.file_size(gone) : 0;
    if (!gone) sum += size;
  }
  return sum;
}

}  // namespace arbiter::testing
