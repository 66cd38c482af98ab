#include "tools/commands/laws/question_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lib/base/text.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/json_line.h"

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
  if (!has_asked) return Error{"standard input has no line to answer"};
  return status;
}

Result<ExitCode> answer_standard_input(const Answerer& answer, AnswerFormat format,
                                       Console& console) {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  return answer_lines(**input, answer, format, console);
}

}  // namespace arbiter
