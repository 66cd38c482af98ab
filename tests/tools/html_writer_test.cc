#include "tools/report/html_writer.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tools/cli/output/text_cells.h"
#include "tools/report/page.h"

using namespace arbiter::testing;

TEST_CASE("no text can end its element or begin another", "[html_writer]") {
  HtmlWriter page;
  page.open("td", {{"title", "a\" onload=\"x"}, {"", "nothing"}});
  page.text("</td><script>alert('1 & 2')</script>");
  page.close();
  CHECK(page.html() ==
        "<td title=\"a&quot; onload=&quot;x\">&lt;/td&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)"
        "&lt;/script&gt;</td>");
}

TEST_CASE("control characters become blanks", "[html_writer]") {
  CHECK(escaped_markup("a\nb\x01"
                       "c\x7f"
                       "d\u202e"
                       "e\u2028"
                       "f\u0085g") == "a b c d e f g");
  CHECK(escaped_markup("Müller–Łuk") == "Müller–Łuk");
}

TEST_CASE("data in a page keep their values, and cannot end the page's script", "[html_writer]") {
  HtmlWriter page;
  const std::string json = R"({"name":"</script><!--<script>&amp; \u2028"})";
  page.data("data-1", json);
  const std::string& html = page.html();
  const std::size_t begin = html.find('>') + 1;
  const std::size_t end = html.find("</script>");
  CHECK(end == html.rfind("</script>"));
  CHECK(html.find("<!--") == std::string::npos);
  CHECK((Json::parse(html.substr(begin, end - begin)) == Json::parse(json)));
}

// The expected values are the output of `printf %s TEXT
// openssl dgst -sha256 -binary
// base64`.
TEST_CASE("digests match SHA-256", "[sha256]") {
  CHECK(sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(sha256_base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  CHECK(sha256_base64(std::string(1000, 'x')) == "RPg1RJSlugO6F5Ko0+nFNMR6kYGYD956P0SwbvKufH8=");
  // Lengths around the end of a block, where the padding needs another block.
  CHECK(sha256_base64(std::string(55, 'y')) == "+2bUDDv/8FsNWvhhLQq/v6zG9fJsMwvHrWNPH0S8IK0=");
  CHECK(sha256_base64(std::string(56, 'y')) == "SHflZOXjbjZ8fI1ZZwd0vs0zUGELbfTDmcn6m2baWBM=");
  CHECK(sha256_base64(std::string(63, 'y')) == "qWuHc/IZEPax/Ch2KcFTO0lNgjAUIKo8/n2Ou8GKznc=");
  CHECK(sha256_base64(std::string(64, 'y')) == "/78wq5QQeywU11z7RV7JTyAEAN3FzjBODCGJQJDbBV8=");
}
