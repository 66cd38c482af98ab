#include "tools/serve/explorer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/model/query_stop.h"
#include "db/store/open_storage.h"
#include "lib/os/process.h"

namespace arbiter {
namespace {

constexpr std::chrono::seconds kMaxAge{2};
constexpr std::chrono::milliseconds kPollInterval{100};

}  // namespace

ServedGames::ServedGames(const GameInput& input)
    : input_(input),
      names_(input.names),
      is_database_(input.names.size() == 1 && is_storage(input.names.front())) {
  if (is_database_) input_.jobs = 1;
  if (is_database_ && is_cluster(names_.front())) names_ = {"clickhouse://..."};
}

Result<std::unique_ptr<ServedGames>> ServedGames::open(const GameInput& input, Console& console) {
  std::unique_ptr<ServedGames> games(new ServedGames(input));
  auto opened = open_games(input, {QueryPositions::All}, console);
  if (!opened) return Error{opened.error()};
  games->is_complete_ = opened->is_complete;
  games->idle_.push_back({std::move(opened->storage), std::chrono::steady_clock::now()});
  return games;
}

bool ServedGames::is_old(const Idle& one) const {
  return is_database_ && std::chrono::steady_clock::now() - one.opened > kMaxAge;
}

Result<std::shared_ptr<Storage>> ServedGames::take() {
  std::unique_lock lock(mutex_);
  std::erase_if(idle_, [this](const Idle& one) { return is_old(one); });
  if (idle_.empty() && is_database_) {
    lock.unlock();
    Console nobody({.output = -1, .error = -1});
    auto opened = open_games(input_, {.positions = QueryPositions::All, .is_quiet = true}, nobody);
    if (!opened) return Error{opened.error()};
    return lend({std::move(opened->storage), std::chrono::steady_clock::now()});
  }
  while (!returned_.wait_for(lock, kPollInterval, [this] { return !idle_.empty(); })) {
    if (QueryStop::is_requested()) throw Interrupted();
  }
  Idle one = std::move(idle_.back());
  idle_.pop_back();
  return lend(std::move(one));
}

// Returns a storage whose deleter returns it to the pool.
std::shared_ptr<Storage> ServedGames::lend(Idle one) {
  Storage* const storage = one.storage.get();
  return {storage, [this, one = std::move(one)](Storage*) mutable {
            const std::lock_guard lock(mutex_);
            idle_.push_back(std::move(one));
            returned_.notify_one();
          }};
}

void ServedGames::close_old() {
  std::vector<Idle> old;
  {
    const std::lock_guard lock(mutex_);
    const auto kept = std::stable_partition(idle_.begin(), idle_.end(),
                                            [this](const Idle& one) { return !is_old(one); });
    std::move(kept, idle_.end(), std::back_inserter(old));
    idle_.erase(kept, idle_.end());
    if (!idle_.empty()) return;
  }
  if (old.empty()) return;
  old.clear();
  // Queries leave freed memory in the heap of each thread.
  release_freed_memory();
}

}  // namespace arbiter

#define XXH_INLINE_ALL

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/stored_game.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/game_export.h"
#include "lib/io/byte_source.h"
#include "lib/notation/board_drawing.h"
#include "lib/os/file.h"
#include "tools/cli/command.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/report/viewer_layout.h"
#include "tools/serve/http_server.h"

namespace arbiter {
namespace {

constexpr std::string_view kInterface = "/api/v1/";
constexpr std::string_view kJsonLines = "application/x-ndjson; charset=utf-8";
constexpr std::string_view kPgn = "application/x-chess-pgn";
constexpr std::string_view kValidate = "/api/v1/validate";
constexpr std::string_view kSave = "/api/v1/save";
constexpr std::size_t kMaxAnswer = std::size_t{64} << 20;

constexpr std::pair<std::string_view, std::string_view> kFields[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
     "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-cache"},
};

HttpResponse error(unsigned status, std::string_view message) {
  JsonLine line;
  line.add("type", "error").add("message", message);
  return {.status = status,
          .content_type = std::string(kJsonLines),
          .body = std::string(line.finish())};
}

enum class Messages { Omit, AsRecords };

// Runs a command with parsed options. Throws Interrupted if the client has disconnected.
HttpResponse output_of(const BoundCommand& command, Messages kept, const std::stop_token& stop) {
  const MemoryFile messages;
  Console console({.output = -1, .error = messages.descriptor()});
  if (kept == Messages::Omit) console.set_quiet();
  std::string text;
  console.redirect([&](std::string_view bytes) {
    if (stop.stop_requested()) throw Interrupted();
    if (text.size() + bytes.size() > kMaxAnswer) {
      throw IoError("the response is too large; choose fewer games");
    }
    text += bytes;
  });
  const auto code = command.run(console);
  console.flush();
  if (!code) return error(400, code.error());
  const std::string said = messages.content();
  for (std::string_view rest = said; kept == Messages::AsRecords && !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    JsonLine message;
    text += message.add("type", "message").add("message", trim(line)).finish();
  }
  return {.content_type = std::string(kJsonLines), .body = std::move(text)};
}

HttpResponse run_endpoint(const Endpoint& endpoint, const RequestTarget& target,
                          const Command& command, ServedGames& games, const std::stop_token& stop) {
  const BoundCommand bound = bind_command(command);
  const auto arguments = arguments_of(endpoint, target, bound, games.names());
  if (!arguments) return error(400, arguments.error());
  const auto parsed = parse_arguments(bound, *arguments);
  if (!parsed) return error(400, parsed.error());
  if (!endpoint.has_games) return output_of(bound, Messages::Omit, stop);
  const auto storage = games.take();
  if (!storage) return error(503, storage.error());
  bound.line.games() = *storage;
  const bool has_messages = endpoint.name == "games";
  HttpResponse response =
      output_of(bound, has_messages ? Messages::AsRecords : Messages::Omit, stop);
  if (endpoint.name == "export" && response.status == 200) {
    response.content_type = kPgn;
    response.fields.emplace_back("Content-Disposition", "attachment; filename=\"games.pgn\"");
  }
  return response;
}

// Returns the findings of an imported game as records.
std::string records_of(const std::vector<StoredFinding>& findings) {
  std::string text;
  for (const StoredFinding& finding : findings) {
    const auto code = parse_code(finding.id);
    if (!code) continue;
    const CatalogueEntry& entry = entry_of(*code);
    JsonLine line;
    line.add("type", "finding").add("id", entry.id).add("severity", to_string(entry.severity));
    line.add_or_null("article", entry.reference).add("meaning", entry.meaning);
    text += line.add("ply", finding.ply).finish();
  }
  return text;
}

HttpResponse game_response(const RequestTarget& target, ServedGames& games) {
  const auto number = parse_number(target.value("id"), {.min = 1, .max = INT64_MAX});
  if (!number) return error(400, fmt::format("id: {}", number.error()));
  const auto storage = games.take();
  if (!storage) return error(503, storage.error());
  std::optional<StreamedGame> found;
  const FindQuery query{
      .filter = filter_of(NumberTest{.of = GameNumber::Id, .range = {*number, *number}})};
  (*storage)->stream(query, {.has_findings = true, .receive = [&](const StreamedBatch& batch) {
                               if (!batch.games.empty()) found = batch.games.front();
                             }});
  if (!found) return error(404, fmt::format("no game {}", *number));
  JsonLine line;
  line.add("type", "game").add("id", *number).add("source", found->game.source);
  line.add("line", found->game.line);
  line.add_written(
      "game", written_game(std::make_unique<ViewerLayout>(), pgn_of(found->game, found->record)));
  return {.content_type = std::string(kJsonLines),
          .body = std::string(line.finish()) + records_of(found->findings)};
}

HttpResponse about_response(ServedGames& games, PageAccess access) {
  const auto storage = games.take();
  if (!storage) return error(503, storage.error());
  JsonLine line;
  line.add("type", "about").add("version", kVersion).add("names", games.names());
  line.add("complete", games.is_complete()).add("games", (*storage)->count({}));
  line.add("index_plies", (*storage)->index_plies());
  line.add("database", games.is_read_by_many()).add("edit", access == PageAccess::Edit);
  return {.content_type = std::string(kJsonLines), .body = std::string(line.finish())};
}

HttpResponse validation_of(const HttpRequest& request, const Command& command) {
  const MemoryFile file(request.body);
  const BoundCommand bound = bind_command(command);
  const auto parsed = parse_arguments(bound, {"--format=json", "--no-config", "--notes", "--games",
                                              "--jobs=1", "--max-findings=1000", file.name()});
  if (!parsed) return error(400, parsed.error());
  HttpResponse response = output_of(bound, Messages::Omit, request.stop);
  // Quotes inside a value are escaped, so this text is always the key. The value may be an archive
  // member.
  constexpr std::string_view kKey = "\"file\":\"";
  const std::string name = fmt::format("{}{}", kKey, file.name());
  for (std::size_t at = 0; (at = response.body.find(name, at)) != std::string::npos;) {
    response.body.replace(at + kKey.size(), file.name().size(), "text");
  }
  return response;
}

HttpResponse asset_response(const Asset& asset) {
  return {.content_type = std::string(asset.type), .body = std::string(asset.content())};
}

// Returns the name and port of a host, such as {"localhost", "8080"}.
std::pair<std::string_view, std::string_view> parts_of(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == host.npos || host.ends_with(']')) return {host, "80"};
  return {host.substr(0, colon), host.substr(colon + 1)};
}

std::string etag_of(std::string_view body) {
  const XXH128_hash_t hash = XXH3_128bits(body.data(), body.size());
  return fmt::format("\"{:016x}{:016x}\"", hash.high64, hash.low64);
}

}  // namespace

bool Explorer::is_own(std::string_view host) const {
  const auto [name, port] = parts_of(host);
  const bool is_loopback =
      name == "127.0.0.1" || name == "[::1]" || equal_ignoring_case(name, "localhost");
  return is_loopback && port == std::to_string(port_);
}

void Explorer::complete(HttpResponse& response) const {
  for (const auto& [name, value] : kFields) response.fields.emplace_back(name, value);
}

HttpResponse Explorer::failure(unsigned status, std::string_view message) {
  HttpResponse response = error(status, message);
  complete(response);
  return response;
}

std::optional<HttpResponse> Explorer::refuse(const HttpRequest& head) {
  if (!is_own(head.host)) return failure(403, "the Host header does not name this server");
  const std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (path.starts_with(kInterface)) {
    const std::string_view site = head.fetch_site;
    const bool is_same_site = site.empty() || site == "same-origin" || site == "none";
    std::string_view origin = head.origin;
    const bool is_same_origin =
        origin.empty() || (skip_prefix(origin, "http://") && is_own(origin));
    if (!is_same_site || !is_same_origin) {
      return failure(403, "requests from other sites are rejected");
    }
  }
  if (path == kSave && access_ == PageAccess::ReadOnly) {
    return failure(403, "the page is read-only; start `arbiter serve` with --edit");
  }
  const bool may_post = path == kValidate || path == kSave;
  const bool is_post = head.method == "POST";
  if (is_post ? !may_post : head.method != "GET" && head.method != "HEAD") {
    HttpResponse response = failure(405, "the method is not allowed");
    response.fields.emplace_back("Allow", may_post ? "POST" : "GET, HEAD");
    return response;
  }
  // Other sites cannot send these content types without permission.
  const std::string_view type = path == kSave ? "application/json" : kPgn;
  if (is_post && head.content_type.substr(0, head.content_type.find(';')) != type) {
    return failure(415, fmt::format("the content type must be {}", type));
  }
  return std::nullopt;
}

HttpResponse Explorer::content_of(const HttpRequest& request) {
  const auto target = parse_target(request.target);
  if (!target) return error(400, target.error());
  std::string_view path = target->path;
  if (!skip_prefix(path, kInterface)) {
    const Asset* const asset = find_asset(path);
    return asset == nullptr ? error(404, "no such page") : asset_response(*asset);
  }
  if (path == "about") return about_response(games_, access_);
  if (path == "game") return game_response(*target, games_);
  if (is_listed(path, "validate|save") && request.method != "POST") {
    return error(405, fmt::format("'{}' needs POST", path));
  }
  if (path == "validate") return validation_of(request, *find_command(commands_, "validate"));
  const Endpoint* const endpoint = find_endpoint(path);
  if (endpoint == nullptr) return error(404, fmt::format("no such endpoint '{}'", path));
  return run_endpoint(*endpoint, *target, *find_command(commands_, endpoint->command), games_,
                      request.stop);
}

bool Explorer::is_quick(const HttpRequest& request) const {
  const auto target = parse_target(request.target);
  if (!target) return true;
  std::string_view path = target->path;
  if (!skip_prefix(path, kInterface)) return true;
  const Endpoint* const endpoint = find_endpoint(path);
  if (endpoint != nullptr && !endpoint->has_games) return true;
  if (!games_.is_read_by_many()) return false;
  if (is_listed(path, "about|game|searches")) return true;
  return path == "tree" && std::ranges::all_of(target->parameters, [](const auto& parameter) {
           return is_listed(parameter.first, "fen|moves|ignore-rights|limit|sort");
         });
}

HttpResponse Explorer::answer(const HttpRequest& request) {
  HttpResponse response;
  try {
    if (request.stop.stop_requested()) throw Interrupted();
    const QueryStop stop(request.stop);
    response = content_of(request);
  } catch (const std::exception& fault) {
    response = error(500, fault.what());
  }
  if (response.status == 200 && request.method != "POST") {
    const std::string etag = etag_of(response.body);
    response.fields.emplace_back("ETag", etag);
    if (request.if_none_match.find(etag) != std::string::npos) {
      response.status = 304;
      response.body.clear();
      response.content_type.clear();
    }
  }
  complete(response);
  return response;
}

namespace {

constexpr std::string_view kPage =
#include "tools/serve/explorer.html.inc"
    ;
constexpr std::string_view kStyle =
#include "tools/serve/explorer.css.inc"
    ;
constexpr std::string_view kScript =
#include "tools/serve/explorer.js.inc"
    ;

// Returns the page. The piece images and the game viewer are the same as in `arbiter report`.
std::string_view page() {
  static const std::string text = [] {
    std::string made(kPage);
    const auto fill = [&made](std::string_view place, std::string_view content) {
      made.replace(made.find(place), place.size(), content);
    };
    fill("<!--pieces-->", svg_parts());
    fill("<!--viewer-->", viewer_markup([](std::string_view word) { return word; }));
    return made;
  }();
  return text;
}

std::string_view style() {
  static const std::string text = fmt::format("{}{}", page_style(), kStyle);
  return text;
}

std::string_view script() {
  static const std::string text = fmt::format("{}{}", viewer_script(), kScript);
  return text;
}

constexpr Asset kAssets[] = {
    {"/", "text/html; charset=utf-8", page},
    {"/explorer.css", "text/css; charset=utf-8", style},
    {"/explorer.js", "text/javascript; charset=utf-8", script},
};

}  // namespace

const Asset* find_asset(std::string_view path) {
  const auto* const found = std::ranges::find(kAssets, path, &Asset::path);
  return found == std::end(kAssets) ? nullptr : found;
}

namespace {

constexpr std::string_view kFileType = "FILE";  // type of options that read or write a file
constexpr std::string_view kPosition = "fen|moves|ignore-rights";

// Returns the endpoints. An endpoint that runs a command on games also has its filters, and any
// position options. File names in the arguments are ignored, because the games are lent.
const std::vector<Endpoint>& endpoints() {
  static const std::vector<Endpoint> all = {
      {.name = "position",
       .command = "position",
       .arguments = "--format=json",
       .positional = "fen",
       .has_games = false,
       .parameters = {{"moves"}}},
      {.name = "tree",
       .command = "tree",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"depth", 8}, {"min-games", UINT32_MAX}, {"limit", 1000}, {"sort"}}},
      {.name = "games",
       .command = "find",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"limit", 1000, "50"}, {"offset", UINT32_MAX}, {"sort"}, {"hits"}}},
      {.name = "searches",
       .command = "find",
       .arguments = "--searches --format=json",
       .positional = {}},
      {.name = "save",
       .command = "find",
       .arguments = "--count --format=json",
       .positional = {},
       .parameters = {{"save"}}},
      {.name = "stats",
       .command = "stats",
       .arguments = "--format=json",
       .positional = {},
       .parameters = {{"by"}, {"limit", 1000}, {"sort"}}},
      {.name = "prepare",
       .command = "prepare",
       .arguments = "--format=json",
       .positional = "name",
       .parameters = {{"against"}, {"depth", 40}, {"min-games", UINT32_MAX}}},
      {.name = "novelty",
       .command = "novelty",
       .arguments = "--format=json --earlier --against=served",
       .positional = {},
       .parameters = {{"only", INT64_MAX, "0"}}},
      {.name = "export",
       .command = "export",
       .arguments = "--format=pgn",
       .positional = {},
       .parameters = {{"limit", 10000, "1000"}, {"offset", UINT32_MAX}, {"sort"}}},
      {.name = "explain",
       .command = "explain",
       .arguments = "--format=json",
       .positional = "id",
       .has_games = false,
       .parameters = {}},
  };
  return all;
}

// Returns the option of the command that a parameter may set, or null.
const Option* option_of(const Endpoint& endpoint, std::string_view name,
                        const BoundCommand& command) {
  const std::string option = fmt::format("--{}", name);
  for (const auto& one : command.line.options()) {
    if (one->is_positional() || !one->is_named(option) || one->target().words != 1) continue;
    if (one->type_name() == kFileType) return nullptr;
    const bool is_own = std::ranges::find(endpoint.parameters, name, &EndpointParameter::name) !=
                        endpoint.parameters.end();
    const bool is_of_games =
        endpoint.has_games && (one->group() == kFilterGroup || is_listed(name, kPosition));
    return is_own || is_of_games ? one.get() : nullptr;
  }
  return nullptr;
}

}  // namespace

const Endpoint* find_endpoint(std::string_view name) {
  const auto found = std::ranges::find(endpoints(), name, &Endpoint::name);
  return found == endpoints().end() ? nullptr : &*found;
}

Result<std::vector<std::string>> arguments_of(const Endpoint& endpoint, const RequestTarget& target,
                                              const BoundCommand& command,
                                              const std::vector<std::string>& games) {
  std::vector<std::string> arguments;
  for (std::string_view rest = endpoint.arguments; !rest.empty();) {
    arguments.emplace_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(rest.size(), arguments.back().size() + 1));
  }
  std::string positional;
  for (const auto& [name, value] : target.parameters) {
    if (name == endpoint.positional) {
      positional = value;
      continue;
    }
    const Option* const option = option_of(endpoint, name, command);
    if (option == nullptr) {
      return Error{fmt::format("unknown parameter '{}' of {}", name, target.path)};
    }
    if (value.empty()) continue;
    if (!option->takes_value()) {
      if (value != "1") return Error{fmt::format("'{}' is '{}' (expected 1)", name, value)};
      arguments.push_back(fmt::format("--{}", name));
      continue;
    }
    const auto own = std::ranges::find(endpoint.parameters, name, &EndpointParameter::name);
    if (own != endpoint.parameters.end() && own->max > 0) {
      const auto number = parse_number(value, {.min = 0, .max = own->max});
      if (!number) return Error{fmt::format("{}: {}", name, number.error())};
    }
    arguments.push_back(fmt::format("--{}={}", name, value));
  }
  for (const EndpointParameter& parameter : endpoint.parameters) {
    if (!parameter.fallback.empty() && target.value(parameter.name).empty()) {
      arguments.push_back(fmt::format("--{}={}", parameter.name, parameter.fallback));
    }
  }
  // A single "-" is standard input.
  if (positional.starts_with('-')) {
    return Error{fmt::format("{}: '{}' begins with '-'", endpoint.positional, positional)};
  }
  if (!positional.empty()) arguments.push_back(positional);
  if (endpoint.has_games) arguments.insert(arguments.end(), games.begin(), games.end());
  return arguments;
}

namespace {

constexpr std::size_t kMaxParameters = 64;

Result<std::string> decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned value = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const char* const end = digits.data() + digits.size();
    const auto [rest, fault] = std::from_chars(digits.data(), end, value, 16);
    if (digits.size() != 2 || fault != std::errc() || rest != end) {
      return Error{
          fmt::format("'%{}' is not an encoded byte (expected two hexadecimal digits)", digits)};
    }
    bytes += static_cast<char>(value);
    i += 2;
  }
  if (std::ranges::any_of(bytes, is_control) || !is_utf8(bytes)) {
    return Error{"a parameter is not text in UTF-8, or contains control characters"};
  }
  return bytes;
}

}  // namespace

std::string_view RequestTarget::value(std::string_view name) const {
  std::string_view last;
  for (const auto& [one, text] : parameters) {
    if (one == name) last = text;
  }
  return last;
}

Result<RequestTarget> parse_target(std::string_view text) {
  const std::size_t mark = text.find('?');
  RequestTarget target{.path = std::string(text.substr(0, mark))};
  if (!target.path.starts_with('/')) return Error{"the request target must begin with '/'"};
  std::string_view rest = mark == text.npos ? std::string_view() : text.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (one.empty()) continue;
    if (target.parameters.size() == kMaxParameters) {
      return Error{fmt::format("more than {} parameters", kMaxParameters)};
    }
    const std::size_t equals = one.find('=');
    auto name = decoded(one.substr(0, equals));
    if (!name) return Error{name.error()};
    auto value = decoded(equals == one.npos ? std::string_view() : one.substr(equals + 1));
    if (!value) return Error{value.error()};
    target.parameters.emplace_back(*std::move(name), *std::move(value));
  }
  return target;
}

}  // namespace arbiter
