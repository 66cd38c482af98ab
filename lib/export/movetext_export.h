// Conversion of movetext to export format; used by GameExporter only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/chess/position.h"
#include "lib/export/game_export.h"
#include "lib/export/movetext_sink.h"
#include "lib/io/text_conversion.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/claimed_end.h"

namespace arbiter {

// Converts parts of a file to UTF-8.
class Utf8Text {
 public:
  // Returns the corrected text, or nothing if `utf8` needs no correction.
  using Correction = std::optional<std::string> (*)(std::string_view utf8);

  explicit Utf8Text(Correction correction) : correction_(correction) {}

  // Returns the text itself if it is valid UTF-8 that needs no correction, or if
  // keeps_undecoded_bytes(). Otherwise returns a conversion, which is valid until the next call.
  std::string_view of(std::string_view bytes) {
    if (is_utf8(bytes)) return correction_ == nullptr ? bytes : corrected(bytes);
    if (keeps_undecoded_bytes()) return bytes;
    ++conversions_;
    return converted_ = decode_text(bytes).utf8;
  }
  std::uint64_t conversions() const { return conversions_; }
  std::uint64_t corrections() const { return corrections_; }

 private:
  std::string_view corrected(std::string_view utf8) {
    auto text = correction_(utf8);
    if (!text) return utf8;
    ++corrections_;
    return converted_ = *std::move(text);
  }

  Correction correction_;
  std::string converted_;
  std::uint64_t conversions_ = 0;
  std::uint64_t corrections_ = 0;
};

// Writes the events of a MovetextReader. Unplayable moves are kept as a comment, and a variation
// without a playable move is not opened.
class MovetextExport : public MovetextListener<MovetextExport> {
 public:
  MovetextExport(const std::optional<PieceLetters>& letters, Utf8Text& utf8, ExportTally& tally)
      : MovetextListener(letters), utf8_(utf8), tally_(tally) {}

  // Writes everything between the tags and the terminator. Without `start`, moves are written
  // unchanged. Precondition: the sink has begun.
  void run(const PgnGame& game, const std::optional<Position>& start, MovetextSink& sink);

  // Returns the result in the last run().
  const std::optional<ResultReading>& written_result() const { return result_; }
  // Returns mate or stalemate, if the main line was played to its end.
  std::optional<Outcome> outcome_on_board() const;
  const std::optional<ExportedMove>& unplayed_rest() const { return unplayed_rest_; }
  const std::optional<ExportedMove>& translated_move() const { return translated_move_; }

 private:
  friend class MovetextReader<MovetextExport>;

  enum class Content { Playable, Unplayable, Wordless };

  void sheet_fault(const Token& token, const MendedToken& mended);
  void mended_move(const Token& token, Move move) { respell(token, san_of(move, position())); }
  void tokens_moved(const Token* before, const Token* now) {
    if (number_ != nullptr) number_ = now + (number_ - before);
  }
  void deviating_move(const Token& token, San san, const SanResolution& resolution);
  void nonstandard_move(const Token& token, const NamedMove& named);
  void null_move(const Token& token, const NamedMove& named);
  void played(const Token& token, San san, Move move);
  std::optional<Position> illegal_move(const Token& token, San, const NamedMove*);
  void garbled_move(const Token& token, std::string_view) { give_up_line(token); }

  void mark(const Token&, SpellingDeviation) { ++tally_.respelled_moves; }
  void glyph(const Token&, std::uint32_t nag, bool) { add_nag(nag); }
  void unreadable_word(const Token& token, std::string_view) { give_up_word(token); }
  void unplayable_zeros(const Token& token, const NamedMove&) { give_up_word(token); }
  void impossible_null_move(const Token& token) { give_up_word(token); }

  void number(const Token& token);
  void suffix(const Token& token);
  void nag(const Token& token);
  void draw_offer(const Token& token);
  void elapsed_time(const Token& token);
  void brace_comment(const Token& token);
  void line_comment(const Token& token);
  void add_comment(std::string_view text);
  void escape(const Token& token);
  void stray(const Token& token) { give_up_word(token); }
  void punctuation(const Token& token);
  void unplayed(const Token& token);

  VariationUse variation(const Token& token);
  void variation_too_deep(const Token& token) { give_up_on(token); }
  void variation_opened();
  void variation_closing(std::uint32_t, const Token&) { end_variation(); }
  void variation_closed();
  void variation_unclosed(std::uint32_t) { end_variation(); }
  void end_variation();

  void result(const WrittenResult& written);
  void result_in_variation(const Token& token);
  bool after_result(const Token& token);

  void respell(const Token& token, std::string san);
  std::string_view with_true_mark(const Token& token, San san);
  void write_respelled(WrittenMove move);
  void add_nag(std::uint32_t nag);
  Content content_of(const Token& open);
  bool is_in_wordless() const { return !is_written_.empty() && !is_written_.back(); }

  void give_up_line(const Token& token);
  void give_up_word(const Token& token);
  void give_up_numbers(const Token& word);
  void doubt(const Token& token);
  void give_up_on(const Token& token);
  void give_up_on(std::string_view text);
  void flush_unreadable();
  // Returns the sink after flushing unreadable text.
  MovetextSink& sink();
  std::string_view text_of(const Token& token) { return utf8_.of(game().text_of(token)); }

  Utf8Text& utf8_;
  ExportTally& tally_;
  MovetextSink* sink_ = nullptr;
  std::vector<bool> is_written_;  // for each open variation, whether it has been written
  bool is_wordless_ = false;      // true if the variation that opens now has no words
  bool is_respelled_ = false;     // the next move is written as `san_`, with `nags_`
  std::string san_;
  JoinedNags nags_{};
  const Token* number_ = nullptr;  // the first of the adjacent numbers before the next move
  std::string unreadable_;         // text that is not yet written
  bool is_after_result_ = false;   // `unreadable_` follows the result
  bool keeps_rest_ = false;        // the rest of the line must not be read back as moves
  std::optional<std::uint32_t> unreadable_end_;  // offset after the last token of `unreadable_`
  std::optional<ResultReading> result_;
  std::string_view result_words_;  // written in the last comment, if more specific than `result_`
  std::optional<ExportedMove> unplayed_rest_;
  std::optional<ExportedMove> translated_move_;
};

}  // namespace arbiter

extern template class arbiter::MovetextReader<arbiter::MovetextExport>;
