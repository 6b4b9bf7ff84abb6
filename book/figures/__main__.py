"""Write the pictures that stand in the repository as files of their own."""

from figures.chapter_map import SVG_FILE, as_file

SVG_FILE.write_text(as_file(), encoding="utf-8")
