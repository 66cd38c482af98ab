// An HTTP/1.1 server for programs of this machine: it listens on 127.0.0.1 alone.
// The target of a request: a path and parameters.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

struct HttpRequest {
  std::string method;  // "GET"
  std::string target;  // "/api/v1/tree?moves=e4", as it was sent
  // The header fields that matter, or empty. A Host that is given twice is empty.
  std::string host;
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string content_type;
  std::string if_none_match;
  std::string body;
  std::stop_token stop;  // requested if the client has gone
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = {};
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> fields = {};
};

class HttpHandler {
 public:
  HttpHandler() = default;
  HttpHandler(const HttpHandler&) = delete;
  HttpHandler& operator=(const HttpHandler&) = delete;
  virtual ~HttpHandler() = default;

  // Returns a response that needs no body of the request, or nothing if the body is to be read.
  // Must not wait.
  virtual std::optional<HttpResponse> refuse(const HttpRequest& head) = 0;
  // Returns the response. Called on several threads.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
  // Returns the response to a request that is malformed or too large.
  virtual HttpResponse failure(unsigned status, std::string_view message) = 0;
};

struct HttpLimits {
  std::uint32_t header_bytes = 16 << 10;
  std::uint64_t body_bytes = std::uint64_t{8} << 20;
  std::size_t connections = 128;           // others are closed at once
  std::chrono::seconds reading_time{20};   // of a whole request; an idle connection ends after it
  std::chrono::seconds writing_time{120};  // of a whole response
  unsigned workers = 4;                    // threads that answer requests
  // Responses of more than 1 MB that are being sent at the same time; others have the status 503.
  std::size_t large_bytes = std::size_t{256} << 20;
};

class HttpServer {
 public:
  // Listens on the port; 0: any free one. The error does not name the port.
  static Result<std::unique_ptr<HttpServer>> open(std::uint16_t port, const HttpLimits& limits,
                                                  HttpHandler& handler);
  HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  virtual ~HttpServer() = default;

  virtual std::uint16_t port() const = 0;

  // Answers requests until `is_at_end` returns true, which is called several times a second. Stops
  // requests in progress by their stop tokens, and waits for them.
  virtual void run(const std::function<bool()>& is_at_end) = 0;
};

struct RequestTarget {
  std::string path;  // "/api/v1/tree"
  // In their order, decoded; names can be repeated.
  std::vector<std::pair<std::string, std::string>> parameters = {};

  // Returns the last value; empty without one.
  std::string_view value(std::string_view name) const;
};

// Parses "/path?name=value&...", with bytes as %XX and spaces as "+". Values are valid UTF-8
// without control characters. The path is not decoded.
Result<RequestTarget> parse_target(std::string_view text);

}  // namespace arbiter
