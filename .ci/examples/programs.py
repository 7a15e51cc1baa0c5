"""Running the programs of Benchmarks/Examples."""

import os
import subprocess
import sys


def fail(message):
    sys.exit(f"check-example: {message}")


def run(program, *arguments, environment, input=None):
    """What came of a program with variables added to its environment."""
    return subprocess.run(
        [str(program), *arguments], env=os.environ | environment, input=input, text=True,
        capture_output=True, timeout=300)


def require_equal(found, expected, what):
    if found != expected:
        fail(f"{what}: found\n{found}\nexpected\n{expected}")
