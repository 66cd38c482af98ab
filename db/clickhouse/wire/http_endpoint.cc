#include "db/clickhouse/wire/http_endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <new>
#include <optional>
#include <random>
#include <stop_token>
#include <utility>

#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/query_stop.h"
#include "lib/base/result.h"
#include "lib/os/process.h"

namespace arbiter::clickhouse {
namespace {

constexpr long kConnectSeconds = 5;
constexpr std::chrono::seconds kMaxSilence{10};
// The maximum size of a query in bytes, which may contain a long list of numbers.
constexpr std::string_view kMaxQuerySize = "268435456";
// The prefix of the ids of all queries from Arbiter.
constexpr std::string_view kIdPrefix = "arbiter-";
// The format at the end of all queries whose rows RowReader reads.
constexpr std::string_view kRowFormat = " FORMAT RowBinary";
// The response header with the numbers of rows and bytes read so far.
constexpr std::string_view kProgress = "X-ClickHouse-Progress:";
constexpr std::string_view kSummary = "X-ClickHouse-Summary:";

// A ClickHouse error that needs its own message.
struct KnownError {
  int code;
  std::string_view words = {};  // the problem; the server's own message follows
  std::string_view advice = {};
  bool may_pass = false;  // true if the same request may succeed later, or on another replica
  Effect effect = Effect::None;
};
constexpr std::string_view kDiskFull = "the server's disk is full";
constexpr std::string_view kFreeSpace = "free disk space there, and repeat the command";
constexpr std::string_view kUserAndPassword =
    "check the user in the cluster address, and the password in ARBITER_CLICKHOUSE_PASSWORD";
constexpr std::string_view kNeedsRights = "grant the user the rights that the guide lists";
constexpr KnownError kErrors[] = {
    {60, "a table is missing", "run `arbiter cluster init` if the cluster has no tables yet"},
    {81, "the database is missing", "run `arbiter cluster init` if the cluster has no tables yet"},
    {158, "the query reads more rows than max_rows_to_read allows", "raise the limit"},
    {159, "the query takes longer than max_execution_time allows", "raise the limit", true},
    {164, "the user may only read, or may not change settings",
     "set readonly to 2 for queries and to 0 for imports"},
    {192, "unknown user", "put the user into the cluster address: clickhouse://user@host/database"},
    {193, "the password is wrong", kUserAndPassword},
    {194, "a password is needed", kUserAndPassword},
    {195, "the server does not accept connections from this machine",
     "add this machine to the user's <networks>"},
    {201, "the user's quota is used up", "repeat the command later, or raise the quota"},
    {202, "the server is running too many queries", "try again later", true},
    {209, "the server waited too long for the network", {}, true, Effect::Unknown},
    {210, "the server's network failed", {}, true, Effect::Unknown},
    {216, "the same query is still running", {}, true},
    {225, "the server cannot reach ZooKeeper", {}, true},
    {236, "the server aborted the query", {}, true},
    {241, "the server's memory limit is reached", "raise max_memory_usage", true},
    {242, "the tables are read-only until ZooKeeper responds", {}, true},
    {243, kDiskFull, kFreeSpace},
    {252, "the server has too many parts to merge", "wait until the server has merged them", true},
    {291, "the user may not use the database", kNeedsRights},
    {307, "the query reads more bytes than max_bytes_to_read allows", "raise the limit"},
    {319, "unknown whether rows were added", {}, true, Effect::Unknown},
    {497, "the user lacks a right", kNeedsRights},
    {516, "the user or the password is wrong", kUserAndPassword},
    {999, "ZooKeeper does not respond to the server", {}, true, Effect::Unknown},
};

// Returns the known facts about an error. A full disk has several error codes.
KnownError known_error(int code, std::string_view text) {
  if (text.find("No space left on device") != std::string_view::npos) {
    return {code, kDiskFull, kFreeSpace};
  }
  const auto* const found = std::ranges::find(kErrors, code, &KnownError::code);
  return found == std::end(kErrors) ? KnownError{code} : *found;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (is_plain) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

// Returns the error code, such as 60 for "Code: 60, e.displayText() = ..."; 0 without a code.
int code_of(std::string_view text) {
  constexpr std::string_view kBefore = "Code: ";
  const std::size_t at = text.find(kBefore);
  int code = 0;
  if (at == std::string_view::npos) return code;
  text.remove_prefix(at + kBefore.size());
  std::from_chars(text.data(), text.data() + text.size(), code);
  return code;
}

// Returns the message of an exception, without its class and the server version.
std::string_view sentence_of(std::string_view text) {
  for (const std::string_view before : {"e.displayText() = ", "Exception: "}) {
    if (const auto at = text.find(before); at != std::string_view::npos) {
      text.remove_prefix(at + before.size());
    }
  }
  for (const std::string_view after : {", e.what()", " (version ", "\n"}) {
    text = text.substr(0, text.find(after));
  }
  while (text.ends_with('.')) text.remove_suffix(1);
  return text.substr(0, 400);
}

// Returns the printable start of a body, in quotes.
std::string beginning_of(std::string_view body) {
  constexpr std::size_t kShown = 60;
  if (body.empty()) return "no content";
  std::string text;
  for (const char c : body.substr(0, kShown)) text += c >= ' ' && c <= '~' ? c : ' ';
  return fmt::format("'{}'", text);
}

// Returns the failure for a response from another program. A gateway may reach the server later.
EndpointFailure foreign_response(const std::string& host, long status, std::string_view body) {
  const bool is_gateway = status >= 500 && status <= 504;
  return EndpointFailure(
      fmt::format(
          "{}: not a ClickHouse response (HTTP status {}, {}); check the port and any proxies",
          host, status, beginning_of(body)),
      {.host = host, .may_pass = is_gateway, .effect = Effect::Unknown});
}

EndpointFailure exchanged_response(const std::string& host) {
  return EndpointFailure(
      fmt::format("{} returned the response to another query; check any proxies", host),
      {.host = host, .may_pass = true, .effect = Effect::Unknown});
}

EndpointFailure refusal(const std::string& host, long status, std::string_view text) {
  const int code = code_of(text);
  if (code == 0) return foreign_response(host, status, text);
  const KnownError error = known_error(code, text);
  std::string message = fmt::format("{}: ", host);
  if (!error.words.empty()) message += fmt::format("{}: ", error.words);
  message += fmt::format("{} (code {})", sentence_of(text), code);
  if (!error.advice.empty()) message += fmt::format("; {}", error.advice);
  return EndpointFailure(
      message, {.host = host, .code = code, .may_pass = error.may_pass, .effect = error.effect});
}

// Returns the failure for a server certificate that is invalid or cannot be verified.
EndpointFailure distrust(const std::string& host, const char* words) {
  return EndpointFailure(
      fmt::format("{}: its certificate is not trusted ({}); set ARBITER_CLICKHOUSE_CA_FILE to a "
                  "PEM file with its CA certificate",
                  host, words),
      {.host = host});
}

EndpointFailure silence(const std::string& host, CURLcode code, const char* words, int error) {
  if (code == CURLE_PEER_FAILED_VERIFICATION) return distrust(host, words);
  if (error == ECONNREFUSED) {
    return EndpointFailure(fmt::format("{} refuses connections; start ClickHouse there", host),
                           {.host = host, .may_pass = true, .is_refused = true});
  }
  const bool was_reached = code != CURLE_COULDNT_CONNECT && code != CURLE_COULDNT_RESOLVE_HOST &&
                           code != CURLE_SSL_CONNECT_ERROR;
  const bool may_pass = code != CURLE_COULDNT_RESOLVE_HOST && code != CURLE_SSL_CACERT_BADFILE;
  return EndpointFailure(fmt::format("{} does not respond ({})", host, words),
                         {.host = host,
                          .code = 0,
                          .may_pass = may_pass,
                          .effect = was_reached ? Effect::Unknown : Effect::None});
}

// Returns the numeric value of a JSON member, as in {"read_rows":"12",...}.
std::optional<std::uint64_t> member(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + name.size());
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos) return std::nullopt;
  std::uint64_t value = 0;
  std::from_chars(text.data() + digit, text.data() + text.size(), value);
  return value;
}

// Returns the failure for a response without a length. ClickHouse never sends one, so retrying is
// useless.
EndpointFailure missing_length(const std::string& host) {
  return EndpointFailure(
      fmt::format(
          "{} sent a response without a length; check that the port is ClickHouse's HTTP port",
          host),
      {.host = host, .effect = Effect::Unknown});
}

EndpointFailure excess(const std::string& host, std::size_t max_bytes) {
  return EndpointFailure(
      fmt::format("the response from {} exceeds {} MB, the limit of this program; "
                  "query fewer games at a time",
                  host, max_bytes >> 20),
      {.host = host});
}

struct Response {
  std::string_view host;
  std::chrono::seconds timeout;
  std::size_t max_bytes = 0;
  std::stop_token stop = {};  // aborts the request
  bool is_too_long = false;
  HttpHeader header = {};
  Answer answer = {};
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

// Returns 1 to abort the request. libcurl calls this function about once a second while it waits.
int on_progress(void* target, curl_off_t, curl_off_t received, curl_off_t, curl_off_t) {
  const auto& response = *static_cast<Response*>(target);
  if (response.stop.stop_requested()) return 1;
  const bool is_silent =
      received == 0 && std::chrono::steady_clock::now() - response.begin > kMaxSilence;
  if (is_silent) {
    report_wait(response.begin,
                fmt::format("{} has not responded for {} seconds (timeout: {} seconds)",
                            response.host, kMaxSilence.count(), response.timeout.count()));
  }
  return 0;
}

// Returns 0 to abort the request if the response is too long.
std::size_t receive_bytes(char* bytes, std::size_t size, std::size_t count, void* target) {
  auto& response = *static_cast<Response*>(target);
  std::string& received = response.answer.bytes;
  response.is_too_long = size * count > response.max_bytes - received.size();
  if (response.is_too_long) return 0;
  received.append(bytes, size * count);
  return size * count;
}

std::size_t receive_header(char* bytes, std::size_t size, std::size_t count, void* target) {
  const std::string_view line(bytes, size * count);
  auto& response = *static_cast<Response*>(target);
  Answer& answer = response.answer;
  response.header.add_line(line);
  if (!line.starts_with(kProgress) && !line.starts_with(kSummary)) return line.size();
  if (const auto rows = member(line, "\"read_rows\"")) answer.rows_read = *rows;
  if (const auto read = member(line, "\"read_bytes\"")) answer.bytes_read = *read;
  return line.size();
}

}  // namespace

// A libcurl handle, which keeps its connection between requests.
class HttpConnection {
 public:
  explicit HttpConnection(const CurlLibrary& curl) : curl_(curl), handle_(curl.easy_init()) {
    if (!handle_) throw std::bad_alloc();
  }
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;
  ~HttpConnection() { curl_.easy_cleanup(handle_); }

  // The headers of a request, which libcurl does not copy.
  struct Headers {
    const CurlLibrary& curl;
    curl_slist* list = nullptr;
    void add(const std::string& line) { list = curl.slist_append(list, line.c_str()); }
    ~Headers() { curl.slist_free_all(list); }
  };

  CURLcode perform(const std::string& url, const Credentials& who, const Request& request,
                   Response& response) {
    Headers headers{curl_};
    headers.add("Expect:");
    headers.add("Content-Type: application/octet-stream");
    const bool is_named = !who.user.empty() || !who.password.empty();
    if (is_named) headers.add("X-ClickHouse-User: " + (who.user.empty() ? "default" : who.user));
    if (!who.password.empty()) headers.add("X-ClickHouse-Key: " + who.password);
    const std::string_view sent = request.body.empty() ? request.sql : request.body;
    curl_.easy_reset(handle_);
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, sent.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(sent.size()));
    set(CURLOPT_HTTPHEADER, headers.list);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TCP_KEEPALIVE, 1L);
    set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
    set(CURLOPT_TIMEOUT, static_cast<long>(request.timeout.count()));
    set(CURLOPT_ERRORBUFFER, words_);
    set(CURLOPT_WRITEFUNCTION, receive_bytes);
    set(CURLOPT_WRITEDATA, &response);
    set(CURLOPT_HEADERFUNCTION, receive_header);
    set(CURLOPT_HEADERDATA, &response);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, on_progress);
    set(CURLOPT_XFERINFODATA, &response);
    if (!request.body.empty()) set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_PROXY, "");  // proxies from the environment must not receive the password
    if (!who.authorities.empty()) {
      set(CURLOPT_CAINFO, who.authorities.c_str());
      set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    }
    words_[0] = '\0';
    return curl_.easy_perform(handle_);
  }

  long status() const {
    long status = 0;
    curl_.easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
    return status;
  }

  // Returns the errno value of a connection that could not be established, or 0.
  int connection_error(CURLcode code) const {
    long error = 0;
    if (code == CURLE_COULDNT_CONNECT) curl_.easy_getinfo(handle_, CURLINFO_OS_ERRNO, &error);
    return static_cast<int>(error);
  }

  const char* words_for(CURLcode code) const {
    return words_[0] != '\0' ? words_ : curl_.easy_strerror(code);
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    curl_.easy_setopt(handle_, option, value);
  }

  const CurlLibrary& curl_;
  CURL* handle_;
  char words_[CURL_ERROR_SIZE] = {};
};

HttpEndpoint::HttpEndpoint(const Host& host, Transport transport, Credentials credentials)
    : name_(to_string(host)),
      base_url_(fmt::format("{}://{}/", transport == Transport::Tls ? "https" : "http", name_)),
      credentials_(std::move(credentials)) {}

HttpEndpoint::~HttpEndpoint() = default;

// Returns an id that no other query has. Current servers return it with the response.
std::string HttpEndpoint::new_query_id() {
  static const auto program = [] {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
  }();
  static std::atomic<std::uint64_t> count = 0;
  return fmt::format("{}{:016x}-{}", kIdPrefix, program, ++count);
}

std::unique_ptr<HttpConnection> HttpEndpoint::acquire() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return std::make_unique<HttpConnection>(curl_library());
  auto connection = std::move(spare_.back());
  spare_.pop_back();
  return connection;
}

void HttpEndpoint::release(std::unique_ptr<HttpConnection> connection) {
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(connection));
}

std::string HttpEndpoint::url_of(const Request& request, const std::string& query_id) const {
  // The server responds only after the end of the query, so that an incomplete response cannot
  // appear complete.
  std::string url = base_url_ + "?wait_end_of_query=1&send_progress_in_http_headers=1";
  url += fmt::format("&http_headers_progress_interval_ms=0&max_query_size={}", kMaxQuerySize);
  if (!request.database.empty()) url += "&database=" + escaped(request.database);
  url += "&query_id=" + escaped(query_id);
  for (const Setting& setting : request.settings) {
    url += fmt::format("&{}={}", setting.name, escaped(setting.value));
  }
  if (!request.body.empty()) url += "&query=" + escaped(request.sql);
  return url;
}

// Cancels the query of a closed connection, which the server would otherwise continue.
void HttpEndpoint::end_query(const std::string& query_id) {
  constexpr std::chrono::seconds kPatience{2};
  const Request request{.sql = fmt::format("KILL QUERY WHERE query_id = '{}' ASYNC", query_id),
                        .timeout = kPatience};
  Response response{.host = name_, .timeout = kPatience, .max_bytes = request.max_bytes};
  acquire()->perform(url_of(request, new_query_id()), credentials_, request, response);
}

Answer HttpEndpoint::perform(const Request& request) {
  const std::stop_token stop = QueryStop::token();
  if (stop.stop_requested()) throw IoError("the query was stopped");
  auto connection = acquire();
  Response response{
      .host = name_, .timeout = request.timeout, .max_bytes = request.max_bytes, .stop = stop};
  const std::string query_id = request.query_id.empty() ? new_query_id() : request.query_id;
  const CURLcode code =
      connection->perform(url_of(request, query_id), credentials_, request, response);
  if (response.is_too_long) throw excess(name_, request.max_bytes);
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    connection.reset();
    end_query(query_id);
    throw IoError("the query was stopped");
  }
  if (code != CURLE_OK) {
    throw silence(name_, code, connection->words_for(code), connection->connection_error(code));
  }
  // libcurl checks the length of a body, but reports success if the header is truncated.
  if (!response.header.is_complete()) {
    throw silence(name_, CURLE_PARTIAL_FILE, "the connection was closed within the HTTP header", 0);
  }
  const long status = connection->status();
  release(std::move(connection));
  const std::string_view body = response.answer.bytes;
  if (status != 200) throw refusal(name_, status, body);
  if (!response.header.is_clickhouse()) throw foreign_response(name_, status, body);
  // A proxy may have replaced the id with its own.
  const std::string& returned_id = response.header.query_id();
  if (returned_id.starts_with(kIdPrefix)) {
    if (returned_id != query_id) throw exchanged_response(name_);
    returns_query_ids_ = true;
  }
  if (!response.header.has_length()) throw missing_length(name_);
  return std::move(response.answer);
}

// Returns a response in which each row begins with the request number. If there are no rows, a
// second query confirms this by counting.
Answer HttpEndpoint::ask_numbered(const Request& request) {
  static std::atomic<std::uint32_t> last = std::random_device()();
  const std::string_view query =
      std::string_view(request.sql).substr(0, request.sql.size() - kRowFormat.size());
  const auto ask = [&](std::string_view columns) {
    const std::uint32_t number = ++last;
    Request numbered = request;
    numbered.sql =
        fmt::format("SELECT toUInt32({}), {} FROM ({}){}", number, columns, query, kRowFormat);
    Answer answer = perform(numbered);
    answer.request = number;
    return answer;
  };
  const auto check = [&](const Answer& answer) {
    if (!RowReader::begins_with_request(answer)) throw exchanged_response(name_);
  };
  Answer answer = ask("*");
  if (!answer.bytes.empty()) {
    check(answer);
  } else if (!returns_query_ids_) {
    const Answer count = ask("count()");
    check(count);
    if (RowReader(count).u64() != 0) throw exchanged_response(name_);
  }
  return answer;
}

Answer HttpEndpoint::ask(const Request& request) {
  const bool is_query = request.body.empty() && request.sql.ends_with(kRowFormat);
  return is_query && !returns_query_ids_ ? ask_numbered(request) : perform(request);
}

namespace {

constexpr std::string_view kOwnFields = "x-clickhouse-";
constexpr std::string_view kQueryId = "x-clickhouse-query-id:";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string value_of(std::string_view line) {
  line.remove_prefix(line.find(':') + 1);
  const std::size_t first = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  return first < last + 1 ? std::string(line.substr(first, last + 1 - first)) : std::string();
}

bool has_body_length(const std::string& field) {
  return field.starts_with("content-length:") ||
         (field.starts_with("transfer-encoding:") && field.find("chunked") != std::string::npos);
}

}  // namespace

void HttpHeader::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    is_interim_ = line.substr(line.find(' ') + 1).starts_with('1');
  } else if (line == "\r\n" || line == "\n") {
    is_complete_ = !is_interim_;
  } else {
    const std::string field = lower_case(line);
    has_length_ = has_length_ || has_body_length(field);
    is_clickhouse_ = is_clickhouse_ || field.starts_with(kOwnFields);
    if (field.starts_with(kQueryId)) query_id_ = value_of(line);
  }
}

namespace {

constexpr const char* kFile = "libcurl.so.4";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(find_function(library, name));
  if (!function) throw IoError(std::string(kFile) + " has no function " + name);
}

CurlLibrary load() {
  void* library = load_library(kFile);
  if (!library) {
    throw IoError(std::string("a query to a cluster needs ") + kFile +
                  ", which is not installed; install the package libcurl4");
  }
  CurlLibrary curl{};
  find(library, "curl_global_init", curl.global_init);
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_easy_reset", curl.easy_reset);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_perform", curl.easy_perform);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_slist_append", curl.slist_append);
  find(library, "curl_slist_free_all", curl.slist_free_all);
  curl.global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

}  // namespace

const CurlLibrary& curl_library() {
  static const CurlLibrary library = load();
  return library;
}

}  // namespace arbiter::clickhouse
