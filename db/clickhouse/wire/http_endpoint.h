// A ClickHouse server with an HTTP or HTTPS interface.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/credentials.h"
#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

class HttpConnection;

// Connects at the first request, and keeps connections for later ones. Each INSERT uses a new
// connection, because libcurl repeats a request if a kept connection breaks, and rows must not be
// sent twice. With TLS the server's certificate is verified.
//
// A response to another query is an error. Current servers return the id of a query. Until one is
// returned, each row begins with a number of its request; version 18 returns none.
class HttpEndpoint final : public Endpoint {
 public:
  HttpEndpoint(const Host& host, Transport transport, Credentials credentials);
  ~HttpEndpoint() override;

  const std::string& name() const override { return name_; }
  Answer ask(const Request& request) override;

 private:
  Answer perform(const Request& request);
  Answer ask_numbered(const Request& request);
  std::unique_ptr<HttpConnection> acquire();
  void release(std::unique_ptr<HttpConnection> connection);
  void end_query(const std::string& query_id);
  static std::string new_query_id();
  std::string url_of(const Request& request, const std::string& query_id) const;

  std::string name_;
  std::string base_url_;
  Credentials credentials_;
  std::atomic<bool> returns_query_ids_ = false;
  std::mutex mutex_;
  std::vector<std::unique_ptr<HttpConnection>> spare_;
};

}  // namespace arbiter::clickhouse
