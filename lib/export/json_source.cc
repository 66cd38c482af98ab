#include "lib/export/json_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/export/game_layout.h"
#include "lib/io/byte_source.h"
#include "lib/laws/game_end.h"
#include "lib/notation/fen.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

struct JsonVariation;

// A move, or the text before the first move of a line.
struct JsonMove {
  std::string san = {};  // empty before the first move
  std::vector<std::uint32_t> nags = {};
  std::vector<std::string> comments = {};
  std::vector<JsonVariation> variations;
  std::vector<std::string> escapes = {};
  std::vector<std::string> words = {};
  std::string order = {};  // empty: the usual order
};

struct JsonVariation {
  JsonMove beginning = {};
  std::vector<JsonMove> moves = {};
};

struct JsonGame {
  std::vector<std::pair<std::string, std::string>> tags = {};
  JsonVariation main_line = {};
  std::string result = {};                // empty if there is none
  std::vector<std::string> between = {};  // only escape lines; there is no game
};

struct Turn {
  std::uint32_t number = 1;
  Color color = Color::White;

  Turn next() const { return {number + (color == Color::Black ? 1 : 0), other(color)}; }
};

Turn first_turn(const JsonGame& game) {
  const auto fen = std::ranges::find(game.tags, to_string(KnownTag::Fen),
                                     [](const auto& tag) { return std::string_view(tag.first); });
  if (fen == game.tags.end()) return {};
  const auto parsed = parse_fen(fen->second);
  const auto* read = std::get_if<ParsedFen>(&parsed);
  if (read == nullptr) return {};
  return {std::max<std::uint32_t>(read->setup.fullmove_number, 1), read->setup.turn};
}

// Returns the number of annotations of each kind, in the order of kJsonOrder.
std::array<std::size_t, kJsonOrder.size()> counts_of(const JsonMove& move) {
  return {move.nags.size(), move.comments.size(), move.variations.size(), move.escapes.size(),
          move.words.size()};
}

std::string order_of(const JsonMove& move) {
  if (!move.order.empty()) return move.order;
  std::string order;
  const auto counts = counts_of(move);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    order.append(counts[kind], kJsonOrder[kind]);
  }
  return order;
}

struct LineWriter {
  // `turn` is the number and colour of the first move of the line.
  void write(const JsonVariation& line, Turn turn) {
    write_all_after(line.beginning, turn);
    for (const JsonMove& move : line.moves) {
      writer_.move(move.san, turn.number, turn.color);
      write_all_after(move, turn);
      turn = turn.next();
    }
  }

  // `turn` is the number and colour of `move`.
  void write_all_after(const JsonMove& move, Turn turn) {
    std::array<std::size_t, kJsonOrder.size()> next{};
    for (const char kind : order_of(move)) {
      write_one(move, kind, next[kJsonOrder.find(kind)]++, turn);
    }
  }

  void write_one(const JsonMove& move, char kind, std::size_t index, Turn turn) {
    switch (kind) {
      case 'N':
        return writer_.nag(move.nags[index]);
      case 'C':
        return writer_.comment(move.comments[index]);
      case 'E':
        return writer_.escape(without_controls(move.escapes[index]));
      case 'W':
        return writer_.word(move.words[index]);
      default:
        break;
    }
    writer_.start_variation();
    write(move.variations[index], turn);
    writer_.end_variation();
  }

  ExportWriter& writer_;
};

bool ends_a_game(std::string_view word) {
  std::string text(word);
  text.append(kTextPadding, '\0');
  CommentHorizon horizon;
  PgnGame tokens;
  const char* at = text.data();
  const MovetextLexer lexer({text.data(), word.size()}, horizon);
  return lexer.run(at, text.data(), tokens) == MovetextEnd::Result;
}

// The next three functions return why a text cannot be written as PGN at this point, or an empty
// string if it can. Valid texts cannot end the game or begin another game. fault_of_word() checks
// moves and other words.
std::string fault_of_word(std::string_view word) {
  if (word.empty()) return "it is empty";
  const auto parts = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view("{}()[];\"<>").find(c) != std::string_view::npos;
  };
  if (std::ranges::any_of(word, parts) || word.starts_with('%')) return "it is not one word";
  if (ends_a_game(word)) return "a result ends the game";
  return {};
}

std::string fault_of_tag_name(std::string_view name) {
  if (name.empty()) return "it is empty";
  // These characters cannot be part of a PGN tag name.
  const bool is_odd = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == ']'; });
  return is_odd ? "it is not a valid tag name" : "";
}

// Compares the "order" of a move with its members.
std::string fault_of_order(const JsonMove& move) {
  if (move.order.empty()) return {};
  const auto counts = counts_of(move);
  std::size_t all = 0;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const auto named = static_cast<std::size_t>(std::ranges::count(move.order, kJsonOrder[kind]));
    if (named != counts[kind]) return "it does not match the other members";
    all += named;
  }
  return all == move.order.size() ? "" : "it contains letters other than N, C, V, E and W";
}

// Appends the game in PGN. The Event tag comes first, because it always begins a new game.
// Precondition: the three functions above find no fault.
void append_pgn(const JsonGame& game, std::string& pgn) {
  for (const std::string& line : game.between) {
    pgn.append(line.starts_with('%') ? "" : "% ").append(without_controls(line)) += '\n';
  }
  if (!game.between.empty()) {
    pgn += '\n';
    return;
  }
  ExportWriter writer(pgn);
  const auto is_event = [](const auto& tag) { return tag.first == "Event"; };
  if (std::ranges::none_of(game.tags, is_event)) writer.tag("Event", "?");
  for (const auto& tag : game.tags) {
    if (is_event(tag)) writer.tag(tag.first, without_controls(tag.second));
  }
  for (const auto& tag : game.tags) {
    if (!is_event(tag)) writer.tag(tag.first, without_controls(tag.second));
  }
  writer.end_tags();
  LineWriter(writer).write(game.main_line, first_turn(game));
  if (game.result.empty()) {
    writer.end_line();
    pgn += '\n';
  } else {
    writer.end_game(game.result);
  }
}

// Builds a game. Each function returns false if the game cannot be read; fault() is the reason.
class JsonReading final : public nlohmann::json_sax<nlohmann::json> {
 public:
  // The maximum nesting of values.
  static constexpr std::size_t kMaxDepth = 1000;

  // Starts a game, which is the next value.
  void start_game();

  const JsonGame& game() const { return game_; }
  const std::string& fault() const { return fault_; }

  // Returns the fault found by the parser, or an empty string.
  const std::string& syntax_error() const { return syntax_error_; }

  bool start_object(std::size_t) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override { return close(); }
  bool key(string_t& name) override;
  bool string(string_t& text) override;
  bool number_unsigned(number_unsigned_t number) override;
  bool null() override { return other_value(); }
  bool boolean(bool) override { return other_value(); }
  bool number_integer(number_integer_t) override { return other_value(); }
  bool number_float(number_float_t, const string_t&) override { return other_value(); }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override;

 private:
  enum class Member : std::uint8_t {
    Game,
    Tags,
    TagValue,
    Moves,
    Move,
    San,
    Variations,
    Variation,
    Nags,
    Comments,
    Escapes,
    Words,
    Order,
    Result,
    Between,
    Ignored,
  };
  struct Frame {
    Member of;
    JsonVariation* line = nullptr;  // the variation that contains the value
    JsonMove* move = nullptr;       // the move that contains the value
  };
  struct NamedMember {
    std::string_view name;
    Member member;
  };

  static std::span<const NamedMember> members_of(Member object);
  bool fail(std::string fault);
  bool expect(std::string_view what);
  bool other_value();
  // Returns the member whose value begins now.
  Member expected() const;
  bool ignore_nested();
  bool open(Member of, JsonVariation* line, JsonMove* move);
  bool close();
  bool end_move(const JsonMove& move);

  JsonGame game_;
  std::vector<Frame> open_;
  Member member_ = Member::Game;  // the member that is being read
  std::string tag_name_;
  std::size_t ignored_depth_ = 0;
  std::size_t moves_ = 0;
  std::string fault_;
  std::string syntax_error_;
};

std::span<const JsonReading::NamedMember> JsonReading::members_of(Member object) {
  using enum Member;
  // The members that belong to moves, to moves and lines, to lines, or to games. Capitalized names,
  // "move" and "evaluation" come from pgn-extract.
  static constexpr NamedMember kMembers[] = {
      {"move", San},
      {"FEN", Ignored},
      {"HashCode", Ignored},
      {"evaluation", Ignored},
      {"ply", Ignored},
      {"san", San},
      {"uci", Ignored},
      {"fen", Ignored},
      {"nags", Nags},
      {"comments", Comments},
      {"variations", Variations},
      {"escapes", Escapes},
      {"words", Words},
      {"order", Order},
      {"clock", Ignored},
      {"elapsed", Ignored},
      {"eval", Ignored},
      {"mate", Ignored},
      {"moves", Moves},
      {"tags", Tags},
      {"result", Result},
      {"between", Between},
      {"findings", Ignored},
      {"Moves", Moves},
  };
  if (object == Move) return std::span(kMembers).first(18);
  return std::span(kMembers).subspan(8, object == Game ? std::dynamic_extent : 11);
}

void JsonReading::start_game() {
  game_ = {};
  syntax_error_.clear();
  open_.clear();
  member_ = Member::Game;
  ignored_depth_ = 0;
  moves_ = 0;
}

bool JsonReading::fail(std::string fault) {
  fault_ = std::move(fault);
  return false;
}

bool JsonReading::expect(std::string_view what) { return fail(fmt::format("expected {}", what)); }

JsonReading::Member JsonReading::expected() const {
  if (open_.empty()) return Member::Game;
  switch (open_.back().of) {
    case Member::Moves:
      return Member::Move;
    case Member::Variations:
      return Member::Variation;
    case Member::Game:
    case Member::Move:
    case Member::Variation:
      return member_;
    case Member::Tags:
      return Member::TagValue;
    default:
      return open_.back().of;  // the elements of an array have the kind of the array
  }
}

bool JsonReading::open(Member of, JsonVariation* line, JsonMove* move) {
  if (open_.size() >= kMaxDepth) return fail("values are nested too deeply");
  open_.push_back({of, line, move});
  return true;
}

bool JsonReading::close() {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
  } else {
    open_.pop_back();
  }
  return true;
}

bool JsonReading::ignore_nested() {
  return ++ignored_depth_ <= kMaxDepth || fail("values are nested too deeply");
}

bool JsonReading::start_object(std::size_t) {
  if (ignored_depth_ > 0) return ignore_nested();
  const Member of = expected();
  switch (of) {
    case Member::Game:
      return open(of, &game_.main_line, &game_.main_line.beginning);
    case Member::Tags:
      return open(of, nullptr, nullptr);
    case Member::Move: {
      if (++moves_ > JsonSource::kMaxMoves) return fail("the game has more than a million moves");
      JsonVariation& line = *open_.back().line;
      line.moves.emplace_back();
      return open(of, &line, &line.moves.back());
    }
    case Member::Variation: {
      std::vector<JsonVariation>& variations = open_.back().move->variations;
      variations.emplace_back();
      return open(of, &variations.back(), &variations.back().beginning);
    }
    case Member::Ignored:
      return ignore_nested();
    default:
      break;
  }
  return fail("an object is not expected here");
}

bool JsonReading::end_object() {
  if (ignored_depth_ > 0) return close();
  const Frame& frame = open_.back();
  if (frame.of == Member::Move) {
    if (frame.move->san.empty()) return fail("a move has no \"san\"");
    if (!end_move(*frame.move)) return false;
  }
  if (frame.of == Member::Variation && !end_move(frame.line->beginning)) return false;
  if (frame.of == Member::Game) {
    const bool is_game = !game_.tags.empty() || !game_.main_line.moves.empty();
    if (is_game && !game_.between.empty()) return fail("an object has both \"between\" and a game");
    if (!end_move(game_.main_line.beginning)) return false;
  }
  return close();
}

bool JsonReading::end_move(const JsonMove& move) {
  const std::string fault = fault_of_order(move);
  return fault.empty() || fail(fmt::format("\"order\": {}", fault));
}

bool JsonReading::start_array(std::size_t) {
  if (ignored_depth_ > 0) return ignore_nested();
  const Member of = expected();
  const bool is_in_array = !open_.empty() && open_.back().of == of;
  switch (of) {
    case Member::TagValue:
    case Member::Moves:
    case Member::Variations:
    case Member::Nags:
    case Member::Comments:
    case Member::Escapes:
    case Member::Words:
    case Member::Between:
      if (is_in_array) break;
      return open(of, open_.back().line, open_.back().move);
    case Member::Ignored:
      return ignore_nested();
    default:
      break;
  }
  return of == Member::Game ? expect("a game, which is an object")
                            : fail("an array is not expected here");
}

bool JsonReading::key(string_t& name) {
  if (ignored_depth_ > 0) return true;
  const Member object = open_.back().of;
  if (object == Member::Tags) {
    tag_name_ = name;
    const std::string fault = fault_of_tag_name(name);
    return fault.empty() || fail(fmt::format("the tag {}: {}", shown_text(name), fault));
  }
  const auto members = members_of(object);
  const auto found = std::ranges::find(members, name, &NamedMember::name);
  // In pgn-extract's JSON, tags are members of the game.
  if (found == members.end() && object == Member::Game && !name.empty() && is_capital(name[0]) &&
      fault_of_tag_name(name).empty()) {
    tag_name_ = name;
    member_ = Member::TagValue;
    return true;
  }
  if (found == members.end()) {
    return fail(fmt::format("unknown member {}", shown_text(name)));
  }
  member_ = found->member;
  return true;
}

bool JsonReading::string(string_t& text) {
  if (ignored_depth_ > 0) return true;
  JsonMove* const move = open_.empty() ? nullptr : open_.back().move;
  switch (expected()) {
    case Member::TagValue:
      if (open_.back().of == Member::Game && tag_name_ == "Result" && parse_outcome(text)) {
        game_.result = text;
      }
      game_.tags.emplace_back(tag_name_, std::move(text));
      return true;
    case Member::Nags: {
      const auto nag = text.starts_with('$') ? parse_number<std::uint32_t>(text.substr(1))
                                             : std::optional<std::uint32_t>();
      if (open_.back().of != Member::Nags || !nag) return expect("a NAG, such as 1");
      move->nags.push_back(*nag);
      return true;
    }
    case Member::San:
    case Member::Words: {
      const std::string fault = fault_of_word(text);
      if (!fault.empty()) return fail(fmt::format("the move {}: {}", shown_text(text), fault));
      if (expected() == Member::San) {
        move->san = std::move(text);
      } else if (open_.back().of == Member::Words) {
        move->words.push_back(std::move(text));
      } else {
        return expect("an array");
      }
      return true;
    }
    case Member::Order:
      move->order = std::move(text);
      return true;
    case Member::Result:
      if (!parse_outcome(text)) return expect("a result: 1-0, 0-1, 1/2-1/2 or *");
      game_.result = std::move(text);
      return true;
    case Member::Comments:
    case Member::Escapes:
    case Member::Between: {
      if (open_.back().of != expected()) return expect("an array");
      auto& list = open_.back().of == Member::Comments  ? move->comments
                   : open_.back().of == Member::Escapes ? move->escapes
                                                        : game_.between;
      list.push_back(std::move(text));
      return true;
    }
    case Member::Ignored:
      return true;
    case Member::Game:
      return expect("a game, which is an object");
    default:
      return fail("a value has the wrong type");
  }
}

bool JsonReading::number_unsigned(number_unsigned_t number) {
  if (ignored_depth_ > 0 || expected() == Member::Ignored) return true;
  const bool is_nag = !open_.empty() && open_.back().of == Member::Nags;
  if (!is_nag || number > UINT32_MAX) return fail("a value has the wrong type");
  open_.back().move->nags.push_back(static_cast<std::uint32_t>(number));
  return true;
}

// Keeps the parser's message without its position.
bool JsonReading::parse_error(std::size_t, const std::string&,
                              const nlohmann::detail::exception& error) {
  const std::string_view what = error.what();
  const std::size_t syntax = what.find("syntax error");
  syntax_error_ = what.substr(syntax == std::string_view::npos ? 0 : syntax);
  return false;
}

bool JsonReading::other_value() {
  if (ignored_depth_ > 0 || expected() == Member::Ignored) return true;
  return fail("a value has the wrong type");
}

class JsonCharacters {
 public:
  explicit JsonCharacters(ByteSource& source) : source_(source), buffer_(std::size_t{64} << 10) {}

  // Sets the number of bytes that may still be read.
  void allow(std::size_t bytes) {
    allowed_ = bytes;
    is_too_much_ = false;
  }
  bool is_too_much() const { return is_too_much_; }

  // Returns whether the end of the input or the limit was reached.
  bool is_at_end() {
    if (allowed_ == 0) {
      is_too_much_ = true;
      return true;
    }
    if (next_ == filled_) {
      next_ = 0;
      filled_ = source_.read(buffer_);
    }
    return next_ == filled_;
  }

  // Precondition of both: !is_at_end().
  char peek() const { return buffer_[next_]; }
  void advance() {
    const char c = buffer_[next_++];
    --allowed_;
    if (c == '\n') {
      ++line_;
      column_ = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column_;  // the byte begins a UTF-8 character
    }
  }

  // Return the line and the column of the last byte read.
  std::uint64_t line() const { return line_; }
  std::uint64_t column() const { return column_; }

 private:
  ByteSource& source_;
  std::vector<char> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  std::size_t allowed_ = SIZE_MAX;
  bool is_too_much_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
};

// An input iterator over the characters. The end iterator has no source.
class JsonCharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  JsonCharacterIterator() = default;
  explicit JsonCharacterIterator(JsonCharacters& characters) : characters_(&characters) {}

  char operator*() const { return characters_->peek(); }
  JsonCharacterIterator& operator++() {
    characters_->advance();
    return *this;
  }
  JsonCharacterIterator operator++(int) {
    const JsonCharacterIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const JsonCharacterIterator& other) const { return is_end() == other.is_end(); }

 private:
  bool is_end() const { return characters_ == nullptr || characters_->is_at_end(); }

  JsonCharacters* characters_ = nullptr;
};

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

class JsonSource::Reader {
 public:
  explicit Reader(ByteSource& source) : source_(source), characters_(source) {}

  // Appends the next game to `pgn`. Returns false at the end or at a fault.
  bool next(std::string& pgn) {
    if (is_over_ || !begin_value()) return false;
    reading_.start_game();
    characters_.allow(kMaxGameSize);
    const bool is_read =
        nlohmann::json::sax_parse(JsonCharacterIterator(characters_), JsonCharacterIterator(),
                                  &reading_, nlohmann::json::input_format_t::json, false);
    if (!is_read) {
      if (characters_.is_too_much()) {
        return fail(fmt::format("the game takes more than {} MB", kMaxGameSize >> 20));
      }
      return fail(reading_.syntax_error().empty() ? reading_.fault() : reading_.syntax_error());
    }
    append_pgn(reading_.game(), pgn);
    games_ += reading_.game().between.empty() ? 1 : 0;
    return true;
  }

  std::uint64_t games() const { return games_; }

  std::optional<std::string> damage() const {
    if (!fault_.empty()) return fault_;
    return source_.damage();
  }

 private:
  void skip_mark() {
    for (const char byte : kUtf8Bom) {
      if (characters_.is_at_end() || characters_.peek() != byte) return;
      characters_.advance();
    }
  }

  // Returns false at the end.
  bool skip_space() {
    characters_.allow(SIZE_MAX);
    while (!characters_.is_at_end()) {
      if (!is_space(characters_.peek())) return true;
      characters_.advance();
    }
    return false;
  }

  // Skips the separator between games. Returns whether a game follows.
  bool begin_value() {
    const bool is_first = !std::exchange(has_begun_, true);
    if (is_first) skip_mark();
    if (!skip_space()) {
      if (is_in_array_) return fail("the array of games is not closed");
      return false;
    }
    if (is_first && characters_.peek() == '[') {
      is_in_array_ = true;
      characters_.advance();
      if (skip_space() && characters_.peek() != ']') return true;
    } else if (!is_in_array_) {
      return true;
    }
    if (characters_.is_at_end()) return fail("the array of games is not closed");
    const char sign = characters_.peek();
    characters_.advance();
    if (sign == ',') return skip_space() || fail("a game is missing after the comma");
    if (sign != ']') return fail("expected a comma or the end of the array");
    is_over_ = true;
    is_in_array_ = false;
    if (!skip_space()) return false;
    characters_.advance();
    return fail("text follows the array of games");
  }

  bool fail(std::string_view reason) {
    fault_ = fmt::format("line {}, column {}: {}", characters_.line(),
                         std::max<std::uint64_t>(characters_.column(), 1), reason);
    is_over_ = true;
    return false;
  }

  ByteSource& source_;
  JsonCharacters characters_;
  JsonReading reading_;
  std::string fault_;
  std::uint64_t games_ = 0;
  bool has_begun_ = false;
  bool is_in_array_ = false;
  bool is_over_ = false;
};

JsonSource::JsonSource(ByteSource& source) : reader_(std::make_unique<Reader>(source)) {}

JsonSource::~JsonSource() = default;

std::size_t JsonSource::read(std::span<char> into) {
  while (given_ == pgn_.size()) {
    pgn_.clear();
    given_ = 0;
    if (!reader_->next(pgn_)) return 0;
  }
  const std::size_t size = std::min(into.size(), pgn_.size() - given_);
  std::memcpy(into.data(), pgn_.data() + given_, size);
  given_ += size;
  return size;
}

std::optional<std::string> JsonSource::damage() const { return reader_->damage(); }

std::uint64_t JsonSource::games() const { return reader_->games(); }

}  // namespace arbiter
