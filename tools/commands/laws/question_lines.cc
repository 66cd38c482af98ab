#include "tools/commands/laws/question_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/chess/setup.h"
#include "lib/io/input_files.h"
#include "lib/laws/first_position.h"
#include "lib/laws/illegality.h"
#include "lib/laws/wording.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/validate/validator.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxQuestionLength = 4096;
constexpr std::size_t kPortion = 1 << 16;

// A reader of lines as they arrive. Each line is returned before the next is read.
class Lines {
 public:
  explicit Lines(ByteSource& source) : source_(source) {}

  // Returns the next line, including its end, which may be missing at the end of the source. A line
  // longer than kMaxQuestionLength is truncated to one byte more than this limit.
  std::optional<std::string> next() {
    std::string line;
    for (bool is_begun = false;; is_begun = true) {
      if (rest_.empty() && !read()) return is_begun ? std::optional(line) : std::nullopt;
      const std::size_t end = rest_.find('\n');
      line += rest_.substr(0, std::min(end, kMaxQuestionLength + 1 - line.size()));
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      if (end != std::string_view::npos) return line;
    }
  }

 private:
  bool read() {
    buffer_.resize(kPortion);
    buffer_.resize(source_.read(buffer_));
    rest_ = buffer_;
    return !rest_.empty();
  }

  ByteSource& source_;
  std::string buffer_;
  std::string_view rest_;
};

// Returns the first line of an error. In an error about a FEN, the FEN and a mark follow it.
std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

Result<LineAnswer> answer_to(const QuestionLine& line, const Answerer& answer) {
  if (line.text.size() > kMaxQuestionLength) {
    return Error{fmt::format("the line is longer than {} bytes", kMaxQuestionLength)};
  }
  return answer(line);
}

void complain(const QuestionLine& line, std::string_view reason, AnswerFormat format,
              Console& console) {
  if (format != AnswerFormat::Json) {
    return console.complain(fmt::format("<stdin>:{}: {}", line.number, first_line(reason)));
  }
  JsonLine object;
  object.add("input_line", line.number).add("error", first_line(reason));
  console.print(object.finish());
}

}  // namespace

Result<std::string> fen_alone(std::string_view text) {
  constexpr std::size_t kFields = 6;
  std::string_view rest = trim(text);
  for (std::size_t words = 0; !rest.empty(); ++words) {
    const std::string word(rest.substr(0, rest.find_first_of(" \t")));
    if (words == kFields) return unexpected_word(word);
    rest = trim(rest.substr(word.size()));
  }
  return std::string(text);
}

Result<ExitCode> answer_lines(ByteSource& source, const Answerer& answer, AnswerFormat format,
                              Console& console) {
  Lines lines(source);
  ExitCode status = ExitCode::Clean;
  bool has_asked = false;
  std::uint64_t number = 0;
  while (const auto read = lines.next()) {
    const QuestionLine line{++number, std::string(trim(*read))};
    if (line.text.empty() || line.text.front() == '#') continue;
    has_asked = true;
    const auto answered = answer_to(line, answer);
    if (answered) {
      console.print(std::string_view(answered->printed));
    } else {
      complain(line, answered.error(), format, console);
    }
    status = std::max(status, answered ? answered->status : ExitCode::CouldNotRun);
    console.flush();
  }
  if (!has_asked) return Error{"standard input contains no position"};
  return status;
}

Result<ExitCode> answer_standard_input(const Answerer& answer, AnswerFormat format,
                                       Console& console) {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  return answer_lines(**input, answer, format, console);
}

namespace {

// Returns whether the text begins a FEN. Paths may also contain slashes, but rarely consist only of
// FEN letters.
bool begins_fen(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  if (first == "startpos") return true;
  return first.find('/') != std::string_view::npos &&
         first.find_first_not_of("pnbrqkPNBRQK12345678/[~]") == std::string_view::npos;
}

bool is_fen(const std::string& word) { return begins_fen(word) && !is_games_file(word); }

Result<Case> from_fen(const std::vector<std::string>& fen, const CaseWords& words) {
  if (words.game) return Error{"--game needs a game file"};
  const auto text = fen_of_words(fen);
  if (!text) return Error{text.error()};
  const auto read = read_fen(*text);
  if (!read) return Error{read.error()};
  Setup setup = read->setup;
  if (words.black_begins && is_untouched(setup)) setup.turn = Color::Black;
  if (!is_playable(setup))
    return Error{"the position cannot be played ('arbiter position' explains why)"};
  const auto line = play_moves(setup, words.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  return Case{.first = setup, .moves = line->moves, .now = line->position};
}

Result<Case> from_game(GamesFile& file, const CaseWords& words) {
  if (!words.moves.empty()) return Error{"--moves needs a FEN; a game already has moves"};
  const auto game = read_game(file.source(), words.game.value_or(1));
  if (!game) return Error{fmt::format("{}: {}", file.name(), game.error())};
  if (!words.game && game->has_more) {
    return Error{fmt::format("{} has several games; choose one with --game N", file.name())};
  }
  return Case{.first = game->first,
              .moves = game->moves,
              .now = Position(game->first),
              .rules = game->rules,
              .is_cut = !game->is_complete};
}

Result<Case> find_case(const CaseWords& words) {
  if (words.words.empty()) {
    return Error{
        "no position given; give a FEN, startpos or a game file (see 'arbiter adjudicate --help')"};
  }
  if (is_fen(words.words[0])) return from_fen(words.words, words);
  if (words.words.size() > 1) {
    if (!may_be_fen(words.words[0]) && !is_games_file(words.words[0]) &&
        !is_games_file(words.words[0], "")) {
      return Error{
          fmt::format("'{}' is neither a FEN nor a game file; give the event with --event, and the "
                      "player with --by",
                      words.words[0])};
    }
    return unexpected_word(words.words[1]);
  }
  auto file = GamesFile::open(words.words[0]);
  if (!file) return Error{file.error()};
  return from_game(*file, words);
}

// Truncates the game before the position at --ply.
Result<Case> at_its_ply(Result<Case> found, const CaseWords& words) {
  if (!found) return found;
  if (words.ply) {
    if (*words.ply > found->moves.size()) {
      return Error{
          fmt::format("--ply {}: there are only {}", *words.ply, half_moves(found->moves.size()))};
    }
    found->is_cut = false;
    found->moves.resize(static_cast<std::size_t>(*words.ply));
  }
  found->now = Position(found->first);
  for (const Move move : found->moves) found->now.play(move);
  return found;
}

}  // namespace

Result<DeclaredMove> read_declared_move(std::string_view text, const Case& where,
                                        Unreadable unreadable) {
  // Drops the move number, as in "12. Nf3" and "12... Nf6".
  const std::size_t number = text.find_last_of('.');
  const std::string_view word =
      trim(number == std::string_view::npos ? text : text.substr(number + 1));
  if (word.empty() || word.find(' ') != std::string_view::npos) {
    if (unreadable == Unreadable::Error) return Error{"--move needs exactly one move"};
    return DeclaredMove{.fault = fmt::format("{} is not one move", shown_text(text))};
  }
  if (const auto move = read_legal_move(word, where.now)) return DeclaredMove{.move = *move};
  const auto loose = parse_loose_move(word, PieceLetters());
  if (!loose || loose->spelling.has(SpellingDeviation::NullMove)) {
    const std::string fault = fmt::format("{} is not a move", shown_text(word));
    if (unreadable == Unreadable::Error) return Error{"--move: " + fault};
    return DeclaredMove{.fault = fault};
  }
  const Illegality illegality =
      explain(resolve(*loose, where.now).san, {where.first, where.moves, where.now});
  return DeclaredMove{.fault =
                          fmt::format("{}: {} ({})", word, illegality.message, illegality.article)};
}

bool is_games_file(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::exists(word, ignored);
}

Result<GamesFile> GamesFile::open(const std::string& path) {
  auto input = open_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("it contains no games"))};
  }
  // The source is owned by the input.
  auto source = std::make_unique<PeekableSource>(
      std::shared_ptr<ByteSource>(std::shared_ptr<void>(), &member->source));
  return GamesFile(std::move(*input), std::string(member->name), std::move(source));
}

bool GamesFile::has_fens() const { return begins_fen(trim(source_->start())); }

std::optional<Setup> unplayable_fen(const CaseWords& words) {
  if (words.words.empty() || !is_fen(words.words[0])) return std::nullopt;
  const auto text = fen_of_words(words.words);
  if (!text) return std::nullopt;
  const auto read = read_fen(*text);
  if (!read || is_playable(read->setup)) return std::nullopt;
  return read->setup;
}

Result<Case> read_case(const CaseWords& words) { return at_its_ply(find_case(words), words); }

Result<Case> read_case(const CaseWords& words, GamesFile& file) {
  return at_its_ply(from_game(file, words), words);
}

}  // namespace arbiter
