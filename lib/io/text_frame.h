// Text around games: the marks of quoted mail and listings, strings of programs, documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace arbiter {

// The text around the games of a file.
struct TextFrame {
  enum class Kind : std::uint8_t {
    Lines,    // a sign at the start or end of each line, or markup around the games
    Strings,  // JSON, or the strings of a program
    Rtf,      // a document
  };

  Kind kind = Kind::Lines;
  // Kind::Lines: the text before and after each line. In `prefix`, kDigits is a number, and kBlanks
  // spaces and tabs, which may be missing.
  std::string prefix = {};
  std::string suffix = {};
  static constexpr char kDigits = '\x01';
  static constexpr char kBlanks = '\x02';

  // Returns a sentence about the file.
  std::string description() const;
};

// Returns the bytes that find_frame() needs. Most files begin with a tag pair or a move, and the
// first line is enough.
inline constexpr std::size_t kFrameEvidence = std::size_t{64} << 10;
bool may_have_frame(std::string_view start);

// Returns the frame of a text that begins with `start`; nothing if it has none.
std::optional<TextFrame> find_frame(std::string_view start);

// Removes a frame from a text in pieces. Memory: one line, at most kMaxLine. For Kind::Lines,
// lines keep their lengths: spaces at the end replace the frame.
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
  std::string line_;  // Kind::Lines: a line; otherwise the beginning of a string or control word
  bool is_line_rest_ = false;    // the line is longer than kMaxLine
  std::size_t open_braces_ = 0;  // of \mainline{
  // Strings.
  char quote_ = '\0';      // the sign that ends the string; NUL outside
  char last_sign_ = '\0';  // outside of strings
  std::string escape_;     // the beginning of an escape sequence
  char32_t high_surrogate_ = 0;
  bool is_game_ = false;  // the string has games
  bool is_decided_ = false;
  bool is_list_ = false;  // each string is a line
  bool joins_ = false;    // only signs that join strings followed the last string of a game
  // Rtf.
  std::size_t depth_ = 0;
  std::size_t hidden_depth_ = 0;   // of the group whose text is not shown; 0: none
  std::size_t fallback_size_ = 1;  // the characters after each \uN that stand for it
  std::size_t fallback_left_ = 0;  // those that follow
};

}  // namespace arbiter
