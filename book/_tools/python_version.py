"""Stop with a clear message where this Python is too old or too new for the book."""

import sys

OLDEST, NEWEST = (3, 11), (3, 13)


def complaint(version):
    """What is wrong with Python `version`, a pair of integers, or None."""
    if OLDEST <= version <= NEWEST:
        return None
    here, low, high = (".".join(map(str, v)) for v in (version, OLDEST, NEWEST))
    fault_zh, fault_en = ("太旧", "too old") if version < OLDEST else ("太新", "too new")
    return (
        f"Python {here} {fault_zh}：本书需要 {low} 到 {high}，"
        "可用 make PYTHON=python3.12 book 指定 · "
        f"Python {here} is {fault_en}: the book needs {low} to {high}; "
        "name another one with make PYTHON=python3.12 book"
    )


if __name__ == "__main__":
    sys.exit(complaint(sys.version_info[:2]))
