#include "tests/cluster/engine_server.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

namespace arbiter::testing {
namespace {

// The INSERT settings that ClickHouse needs to deduplicate retries.
constexpr std::array<std::string_view, 2> kSettings = {"insert_deduplication_token",
                                                       "max_insert_block_size"};

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '%') {
      std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
      i += 2;
    }
    plain += static_cast<char>(byte);
  }
  return plain;
}

// Returns the parameters in the request line: "POST /?name=value&name=value HTTP/1.1".
std::map<std::string, std::string> parameters_of(std::string_view request) {
  std::string_view rest = request.substr(0, request.find(" HTTP/"));
  rest.remove_prefix(std::min(rest.size(), rest.find('?') + 1));
  std::map<std::string, std::string> parameters;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const std::size_t equal = one.find('=');
    parameters.emplace(one.substr(0, equal), unescaped(one.substr(equal + 1)));
  }
  return parameters;
}

}  // namespace

EngineServer::EngineServer(std::shared_ptr<CurrentEngine> engine)
    : endpoint_(std::move(engine)),
      server_([this](const std::string& request, const Socket&) { return answer(request); }) {}

std::string EngineServer::answer(const std::string& request) {
  constexpr std::string_view kHeadEnd = "\r\n\r\n";
  const std::string body = request.substr(request.find(kHeadEnd) + kHeadEnd.size());
  auto parameters = parameters_of(request);
  const bool has_rows = parameters.contains("query");
  Request query{.sql = has_rows ? parameters["query"] : body, .database = parameters["database"]};
  if (has_rows) query.body = body;
  for (const std::string_view setting : kSettings) {
    const auto value = parameters.find(std::string(setting));
    if (value != parameters.end()) query.settings.push_back({setting, value->second});
  }
  const std::string id = fmt::format("X-ClickHouse-Query-Id: {}\r\n", parameters["query_id"]);
  try {
    return http_response("200 OK", id, endpoint_.ask(query).bytes);
  } catch (const EndpointFailure& failure) {
    return http_response("500 Internal Server Error", id, failure.what());
  }
}

}  // namespace arbiter::testing
