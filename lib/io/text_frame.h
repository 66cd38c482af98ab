// Text frames around games: prefixes of quoted mail and listings, string literals in source code,
// documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace arbiter {

struct TextFrame {
  enum class Kind : std::uint8_t {
    Lines,    // a prefix or suffix on each line, or markup around the games
    Strings,  // JSON, or the string literals of source code
    Rtf,      // an RTF document
  };

  Kind kind = Kind::Lines;
  // Kind::Lines: the text before and after each line. In `prefix`, kDigits stands for a number, and
  // kBlanks for optional spaces and tabs.
  std::string prefix = {};
  std::string suffix = {};
  static constexpr char kDigits = '\x01';
  static constexpr char kBlanks = '\x02';

  // Returns a sentence that describes the frame.
  std::string description() const;
};

// The number of bytes that find_frame() needs. For most files, which begin with a tag pair or a
// move, the first line is enough.
inline constexpr std::size_t kFrameEvidence = std::size_t{64} << 10;
bool may_have_frame(std::string_view start);

// Returns the frame of a text that begins with `start`; nothing if it has none.
std::optional<TextFrame> find_frame(std::string_view start);

// A streaming decoder that removes a frame. Buffers one line, at most kMaxLine. For Kind::Lines,
// trailing spaces replace the frame, so that lines keep their length.
class FrameDecoder {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} << 10;

  explicit FrameDecoder(TextFrame frame) : frame_(std::move(frame)) {}

  void append(std::string_view bytes, std::string& text);
  void finish(std::string& text);

 private:
  void add_line(std::string& text);
  void add_to_string(char c, std::string& text);
  void add_escaped(char c, std::string& text);
  void put(std::string_view bytes, std::string& text);
  void put_code_point(char32_t code_point, std::string& text);
  void add_to_document(char c, std::string& text);
  void end_control_word(std::string& text);
  bool skip_fallback();

  TextFrame frame_;
  // Kind::Lines: the current line; otherwise the beginning of a string or control word.
  std::string line_;
  bool is_line_rest_ = false;    // the line is longer than kMaxLine
  std::size_t open_braces_ = 0;  // braces open since \mainline{
  // State for Strings.
  char quote_ = '\0';      // the closing quote; NUL outside of strings
  char last_sign_ = '\0';  // the last character outside of strings
  std::string escape_;     // the beginning of an escape sequence
  char32_t high_surrogate_ = 0;
  bool is_game_ = false;  // the string is part of a game
  bool is_decided_ = false;
  bool is_list_ = false;  // each string is a line
  bool joins_ = false;    // the last string of a game is followed only by concatenation operators
  // State for Rtf.
  std::size_t depth_ = 0;
  std::size_t hidden_depth_ = 0;   // depth of the group whose text is hidden; 0: none
  std::size_t fallback_size_ = 1;  // number of fallback characters after each \uN
  std::size_t fallback_left_ = 0;  // fallback characters still to skip
};

}  // namespace arbiter
