// arbiter lsp: a language server for editors, over standard input and output (LSP 3.17).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/file_export.h"
#include "lib/io/byte_source.h"
#include "lib/laws/date.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/repair/file_repair.h"
#include "lib/repair/text_edits.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/configuration.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/report.h"
#include "tools/commands/check/check.h"

namespace arbiter {
namespace {

using JsonValue = nlohmann::json;

constexpr std::string_view kEvent = "[Event ";
constexpr std::size_t kMaxMessage = std::size_t{1} << 30;

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t size = std::min(into.size(), rest_.size());
    std::copy_n(rest_.begin(), size, into.begin());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view rest_;
};

// Returns the number of UTF-16 code units of a text, in which LSP counts columns.
std::size_t utf16_size(std::string_view text) {
  std::size_t size = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) size += byte >= 0xf0 ? 2 : 1;
  }
  return size;
}

// A position in LSP: a line and UTF-16 code units, both from 0.
struct EditorPlace {
  std::size_t line = 0;
  std::size_t character = 0;
};

struct Replacement {
  std::size_t from = 0;
  std::size_t removed = 0;
  std::size_t inserted = 0;
};

// An open text with the offsets of its lines.
class Document {
 public:
  explicit Document(std::string text) { replace({0, 0}, text); }

  const std::string& text() const { return text_; }

  std::size_t offset_of(const JsonValue& place) const {
    const auto line = place.value("line", std::size_t{0});
    if (line >= lines_.size()) return text_.size();
    std::size_t at = lines_[line];
    for (std::size_t left = place.value("character", std::size_t{0});
         left > 0 && at < text_.size() && text_[at] != '\n';) {
      std::size_t next = at + 1;
      while (next < text_.size() && (static_cast<unsigned char>(text_[next]) & 0xc0) == 0x80)
        ++next;
      left -= std::min(left, utf16_size({text_.data() + at, next - at}));
      at = next;
    }
    return at;
  }

  JsonValue place_of(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto after = std::ranges::upper_bound(lines_, offset);
    const std::size_t line = static_cast<std::size_t>(after - lines_.begin()) - 1;
    const std::string_view before(text_.data() + lines_[line], offset - lines_[line]);
    return {{"line", line}, {"character", utf16_size(before)}};
  }

  JsonValue range_of(std::size_t offset, std::size_t length) const {
    return {{"start", place_of(offset)}, {"end", place_of(offset + length)}};
  }

  // Applies a change from the editor.
  Replacement change(const JsonValue& change) {
    const std::string& text = change.at("text").get_ref<const std::string&>();
    if (!change.contains("range")) return replace({0, text_.size()}, text);
    const std::size_t from = offset_of(change.at("range").at("start"));
    const std::size_t to = std::max(from, offset_of(change.at("range").at("end")));
    return replace({from, to - from}, text);
  }

  // Returns whether a game with an Event tag begins at the offset, after an empty line.
  bool begins_event(std::size_t offset) const {
    const std::size_t line = line_of(offset);
    return lines_[line] == offset && begins_game(line, kEvent);
  }

  // Returns the game at the offset, with its offset in the text.
  std::pair<std::size_t, std::string_view> game_at(std::size_t offset) const {
    std::size_t line = line_of(offset);
    while (line > 0 && !begins_game(line, "[")) --line;
    const std::size_t from = lines_[line];
    return {from, std::string_view(text_).substr(from, next_game(from, "[") - from)};
  }

  // Returns the offset of the first line that begins with `start`, after `offset` and an empty
  // line; or the end of the text.
  std::size_t next_game(std::size_t offset, std::string_view start) const {
    std::size_t line = line_of(offset) + 1;
    while (line < lines_.size() && !begins_game(line, start)) ++line;
    return line < lines_.size() ? lines_[line] : text_.size();
  }

 private:
  std::size_t line_of(std::size_t offset) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin()) - 1;
  }
  bool begins_game(std::size_t line, std::string_view start) const {
    const std::string_view text(text_);
    const std::string_view before = text.substr(0, lines_[line]);
    return text.substr(lines_[line]).starts_with(start) &&
           (before.ends_with("\n\n") || before.ends_with("\n\r\n"));
  }
  Replacement replace(Replacement part, const std::string& text) {
    part.inserted = text.size();
    text_.replace(part.from, part.removed, text);
    const auto first = std::ranges::upper_bound(lines_, part.from);
    const auto last = std::upper_bound(first, lines_.end(), part.from + part.removed);
    for (auto line = last; line != lines_.end(); ++line) *line += part.inserted - part.removed;
    std::vector<std::size_t> added;
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
      added.push_back(part.from + at + 1);
    }
    lines_.insert(lines_.erase(first, last), added.begin(), added.end());
    return part;
  }

  std::string text_;
  std::vector<std::size_t> lines_{0};  // offsets of the lines
};

class FindingCollector final : public ValidationListener {
 public:
  void on_finding(const LocatedDiagnostic& found) override { findings.push_back(found.diagnostic); }
  void on_game(const GameSummary&) override {}
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  std::vector<Diagnostic> findings;  // offsets count from the start of the block
};

// Collects the changes of the most likely repair of a game.
class RepairCollector final : public FileRepairListener {
 public:
  void on_broken(const BrokenGameInFile& game, std::uint32_t) override {
    if (!game.broken.repairs.empty()) share = game.broken.repairs.front().share.value_or(0);
  }
  void on_chunk(std::string_view text, std::span<const TextChange> chunk) override {
    for (TextChange change : chunk) {
      change.offset += read_;
      changes.push_back(std::move(change));
    }
    read_ += text.size();
  }

  std::vector<TextChange> changes;
  double share = 0;

 private:
  std::size_t read_ = 0;
};

// An open file. Findings are kept for each block of games, so that only the blocks touched by a
// change are validated again.
class OpenFile {
 public:
  OpenFile(std::string text, Selection selection, CodeSet ignored)
      : document_(std::move(text)), selection_(std::move(selection)), ignored_(ignored) {
    blocks_.push_back({document_.text().size()});
  }

  const Document& document() const { return document_; }

  void change(const JsonValue& change) {
    const Replacement part = document_.change(change);
    std::size_t end = 0;
    const auto first = std::ranges::find_if(
        blocks_, [&](const Block& block) { return (end += block.size) >= part.from; });
    auto last = first;
    // The next block is touched if the text before it has changed.
    while (last + 1 != blocks_.end() && end <= part.from + part.removed) {
      ++last;
      end += last->size;
      first->size += last->size;
    }
    first->size += part.inserted - part.removed;
    first->findings.reset();
    blocks_.erase(first + 1, last + 1);
  }

  // Validates the blocks that have changed, and calls `use` with each finding and its offset.
  template <class Use>
  void for_each_finding(Use use) {
    validate();
    CodeSet delivered;
    std::size_t offset = 0;
    for (const Block& block : blocks_) {
      for (const Diagnostic& found : *block.findings) {
        const std::size_t index = index_of(found.code);
        if (!selection_.is_shown(found.code) || ignored_[index]) continue;
        if (entry_of(found.code).once_per_file && delivered[index]) continue;
        delivered[index] = true;
        use(found, offset + found.offset);
      }
      offset += block.size;
    }
  }

  Severity severity_of(DiagnosticCode code) const { return selection_.severity_of(code); }

 private:
  struct Block {
    std::size_t size = 0;
    std::optional<std::vector<Diagnostic>> findings = {};  // nothing until it is validated
  };

  // Returns the end of a block of games: the first boundary after 32 kB.
  std::size_t block_end(std::size_t from) const {
    constexpr std::size_t kBlock = 32 << 10;
    const std::size_t size = document_.text().size();
    return size - from <= kBlock ? size : document_.next_game(from + kBlock, kEvent);
  }

  void validate() {
    const std::string_view text(document_.text());
    std::vector<Block> blocks;
    std::size_t from = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      std::size_t end = from + blocks_[i].size;
      if (blocks_[i].findings) {
        blocks.push_back(std::move(blocks_[i]));
        from = end;
        continue;
      }
      // A small remainder is merged into the block before it.
      constexpr std::size_t kMinBlock = 1024;
      if (!blocks.empty() && end - from < kMinBlock) {
        from -= blocks.back().size;
        blocks.pop_back();
      }
      // A block ends where a game begins.
      while (i + 1 < blocks_.size() && !document_.begins_event(end)) end += blocks_[++i].size;
      do {
        const std::size_t size = std::min(block_end(from), end) - from;
        blocks.push_back({size, findings_in(text.substr(from, size))});
        from += size;
      } while (from < end);
    }
    blocks_ = std::move(blocks);
  }

  std::vector<Diagnostic> findings_in(std::string_view block) const {
    FileValidationOptions options;
    options.wanted = selection_.shown();
    options.validator.sought = selection_.on();
    options.validator.today = today();
    TextSource source(block);
    FindingCollector collector;
    validate_file(source, options, collector);
    return std::move(collector.findings);
  }

  Document document_;
  Selection selection_;
  CodeSet ignored_;            // diagnostics ignored by [paths] of the configuration
  std::vector<Block> blocks_;  // never empty
};

// Returns the path of a URI such as "file:///home/anna/a%20b.pgn".
std::string path_of_uri(std::string_view uri) {
  if (uri.starts_with("file://")) uri.remove_prefix(7);
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned code = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, code, 16).ec == std::errc()) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

int level_of(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return 3;
    case Severity::Warning:
    case Severity::Style:
      return 2;
    default:
      return 1;
  }
}

class LanguageServer {
 public:
  explicit LanguageServer(Console& console) : console_(console) {}

  // Serves until "exit" or the end of the input.
  Result<ExitCode> run() {
    std::string body;
    while (!is_over_) {
      // Pending changes are read first, and validated together.
      if (!has_more()) publish();
      const auto has_message = next(body);
      if (!has_message) return Error{has_message.error()};
      if (!*has_message) break;
      const JsonValue message = JsonValue::parse(body, nullptr, false);
      if (message.is_discarded()) {
        fail(nullptr, -32700, "invalid JSON; check Content-Length, which counts bytes");
        continue;
      }
      if (!message.is_object()) continue;
      try {
        handle(message);
      } catch (const JsonValue::exception& fault) {
        if (message.contains("id")) fail(message["id"], -32602, fault.what());
      }
    }
    return has_shut_down_ ? ExitCode::Clean : ExitCode::Findings;
  }

 private:
  bool has_more() const { return !input_.empty() || has_input(kStandardInput); }

  bool read_more() {
    char block[1 << 16];
    std::ptrdiff_t size = 0;
    do {
      size = read_file(kStandardInput, block);
    } while (size < 0 && errno == EINTR);
    if (size > 0) input_.append(block, static_cast<std::size_t>(size));
    return size > 0;
  }

  // Returns false, or an error if the input ends within a message.
  Result<bool> at_end() const {
    if (input_.empty()) return false;
    return Error{"the input ends within a message; check its Content-Length, which counts bytes"};
  }

  // Reads the next message. Returns false at the end.
  Result<bool> next(std::string& body) {
    std::size_t end = 0;
    while ((end = input_.find("\r\n\r\n")) == input_.npos) {
      if (!read_more()) return at_end();
    }
    constexpr std::string_view kLength = "content-length:";
    const std::string head = to_small(std::string_view(input_).substr(0, end));
    const std::size_t at = head.find(kLength);
    if (at == head.npos) return Error{"a message has no Content-Length"};
    const std::string_view digits = trim(std::string_view(head).substr(at + kLength.size()));
    std::size_t size = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (size > kMaxMessage) return Error{"a message is larger than 1 GB"};
    while (input_.size() < end + 4 + size) {
      if (!read_more()) return at_end();
    }
    body = input_.substr(end + 4, size);
    input_.erase(0, end + 4 + size);
    return true;
  }

  void send(JsonValue message) {
    message["jsonrpc"] = "2.0";
    const std::string text = message.dump(-1, ' ', false, JsonValue::error_handler_t::replace);
    console_.write_data(fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text));
    console_.flush();
  }
  void answer(const JsonValue& id, JsonValue result) {
    send({{"id", id}, {"result", std::move(result)}});
  }
  void fail(const JsonValue& id, int code, const std::string& why) {
    send({{"id", id}, {"error", {{"code", code}, {"message", why}}}});
  }

  void handle(const JsonValue& message) {
    const std::string method = message.value("method", "");
    const JsonValue none = JsonValue::object();
    const JsonValue& params = message.contains("params") ? message["params"] : none;
    if (!message.contains("id")) return note(method, params);
    const JsonValue& id = message["id"];
    publish();  // so that the editor has the findings that the response is about
    if (method == "initialize") return answer(id, capabilities());
    if (method == "shutdown") {
      has_shut_down_ = true;
      return answer(id, nullptr);
    }
    const bool is_known = method == "textDocument/hover" || method == "textDocument/codeAction" ||
                          method == "textDocument/formatting";
    if (!is_known) {
      if (!method.empty()) fail(id, -32601, fmt::format("unknown method '{}'", method));
      return;
    }
    const std::string uri = params.at("textDocument").at("uri");
    const auto file = files_.find(uri);
    if (file == files_.end()) return answer(id, nullptr);
    if (method == "textDocument/hover") return answer(id, hover(file->second, params));
    if (method == "textDocument/formatting") return answer(id, formatting(file->second));
    answer(id, code_actions(uri, file->second, params));
  }

  void note(const std::string& method, const JsonValue& params) {
    if (method == "exit") is_over_ = true;
    if (!params.contains("textDocument")) return;
    const std::string uri = params["textDocument"].at("uri");
    if (method == "textDocument/didOpen") {
      open(uri, params["textDocument"].at("text"));
    } else if (method == "textDocument/didChange") {
      const auto file = files_.find(uri);
      if (file == files_.end()) return;
      for (const JsonValue& change : params.at("contentChanges")) {
        file->second.change(change);
      }
      changed_[uri] = params["textDocument"].value("version", JsonValue());
    } else if (method == "textDocument/didClose") {
      files_.erase(uri);
      changed_.erase(uri);
      publish(uri, JsonValue::array(), nullptr);
    }
  }

  void open(const std::string& uri, const std::string& text) {
    SelectionOptions options;
    CodeSet ignored;
    const std::string path = path_of_uri(uri);
    if (const auto configuration = find_configuration({path}, {})) {
      ignored = configuration->ignored_in(path);
      for (const OptionSetting& setting : configuration->settings) {
        std::vector<std::string>* const list = setting.option == "--select"     ? &options.select
                                               : setting.option == "--ignore"   ? &options.ignore
                                               : setting.option == "--severity" ? &options.severity
                                                                                : nullptr;
        if (list != nullptr)
          list->insert(list->end(), setting.values.begin(), setting.values.end());
      }
    }
    const auto selection = make_selection(options);
    files_.erase(uri);
    files_.emplace(std::piecewise_construct, std::forward_as_tuple(uri),
                   std::forward_as_tuple(text, selection ? *selection : Selection(), ignored));
    changed_[uri] = JsonValue();
  }

  static JsonValue capabilities() {
    constexpr int kIncremental = 2;
    return {{"capabilities",
             {{"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
              {"hoverProvider", true},
              {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
              {"documentFormattingProvider", true}}},
            {"serverInfo", {{"name", "arbiter"}, {"version", kVersion}}}};
  }

  void publish() {
    for (const auto& [uri, version] : std::exchange(changed_, {})) {
      const auto file = files_.find(uri);
      if (file == files_.end()) continue;
      JsonValue list = JsonValue::array();
      const Document& document = file->second.document();
      file->second.for_each_finding([&](const Diagnostic& found, std::size_t offset) {
        list.push_back({{"range", document.range_of(offset, found.length)},
                        {"severity", level_of(file->second.severity_of(found.code))},
                        {"code", entry_of(found.code).id},
                        {"source", "arbiter"},
                        {"message", message_with_help(found, "\n")}});
      });
      publish(uri, std::move(list), version);
    }
  }

  void publish(const std::string& uri, JsonValue list, const JsonValue& version) {
    JsonValue params = {{"uri", uri}, {"diagnostics", std::move(list)}};
    if (!version.is_null()) params["version"] = version;
    send({{"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
  }

  // Returns the explanation of the finding at a position.
  static JsonValue hover(OpenFile& file, const JsonValue& params) {
    const std::size_t at = file.document().offset_of(params.at("position"));
    JsonValue result;
    file.for_each_finding([&](const Diagnostic& found, std::size_t offset) {
      if (!result.is_null() || at < offset || at > offset + found.length) return;
      const CatalogueEntry& entry = entry_of(found.code);
      const std::string_view reference = reference_of(found);
      result = {{"contents",
                 {{"kind", "markdown"},
                  {"value", fmt::format("**{}**: {}{}\n\n{}", entry.id, entry.meaning,
                                        reference.empty() ? "" : fmt::format(" ({})", reference),
                                        trim(entry.explanation))}}},
                {"range", file.document().range_of(offset, found.length)}};
    });
    return result;
  }

  static JsonValue edits_of(const Document& document, std::span<const TextChange> changes,
                            std::size_t offset) {
    JsonValue edits = JsonValue::array();
    for (const TextChange& change : changes) {
      edits.push_back({{"range", document.range_of(offset + change.offset, change.length)},
                       {"newText", change.text}});
    }
    return edits;
  }

  // Returns the most likely repair of the game at a position.
  static JsonValue code_actions(const std::string& uri, OpenFile& file, const JsonValue& params) {
    const Document& document = file.document();
    const auto [from, game] = document.game_at(document.offset_of(params.at("range").at("start")));
    TextSource source(game);
    RepairCollector repairs;
    FileRepairOptions options;
    options.min_share = 0;
    JsonValue actions = JsonValue::array();
    if (!repair_file(source, options, repairs) || repairs.changes.empty()) return actions;
    JsonValue changes = JsonValue::object();
    changes[uri] = edits_of(document, repairs.changes, from);
    actions.push_back(
        {{"title", fmt::format("Apply the likeliest repair ({} %)", percent_of(repairs.share))},
         {"kind", "quickfix"},
         {"edit", {{"changes", std::move(changes)}}}});
    return actions;
  }

  // Returns the edits that `arbiter fmt` would make; null if the text is not PGN.
  static JsonValue formatting(OpenFile& file) {
    const Document& document = file.document();
    TextSource source(document.text());
    std::string formatted;
    FileExporter exporter(GameForm::Export);
    const auto written =
        exporter.run(source, [&](std::string_view games, std::string_view) { formatted += games; });
    if (!written || written->games == 0) return nullptr;
    return edits_of(document, line_changes(document.text(), formatted), 0);
  }

  Console& console_;
  std::string input_;  // bytes read but not yet used
  std::map<std::string, OpenFile> files_;
  std::map<std::string, JsonValue> changed_;  // versions of files to validate, by URI
  bool has_shut_down_ = false;
  bool is_over_ = false;
};

}  // namespace

CommandRun bind_lsp(CommandLine& app) {
  app.footer(
      "Editors start this command and communicate with it over standard input and output.\n"
      "Exit status: 0 ended by the editor, 1 ended without a shutdown request.");
  // Clients pass this option to select a transport. There is no other transport.
  const auto is_stdio = std::make_shared<bool>(false);
  add_switch(app, "--stdio", *is_stdio, "Use standard input and output (the only transport)");
  return [is_stdio](Console& console) { return LanguageServer(console).run(); };
}

}  // namespace arbiter
