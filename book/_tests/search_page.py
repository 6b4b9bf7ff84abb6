"""What a search page shows: read by the tests of a small site and of the book's own."""

# Sphinx shows one space below the title, in the end what it found, and then the quotations.
DONE = """() => {
  if (!location.search.slice(3)) return true;
  const summary = document.querySelector("#search-results .search-summary");
  const results = [...document.querySelectorAll("#search-results ul.search > li")];
  return summary?.textContent.trim() && results.every((li) => li.querySelector(".context"));
}"""
LINKED = """() => [...document.querySelectorAll("#search-results ul.search li > a")].map(
  (link) => link.pathname.split("/").pop().replace(".html", "")
)"""


def order(page) -> list[str]:
    return page.locator("#search-results ul.search li > a").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
