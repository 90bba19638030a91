"""Grades one checkout for Classroom 50: autograder.py CHECKOUT RESULT.

The course is in the folder `course` beside this file, or where COURSE_FOLDER says.
"""

import json
import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: autograder.py CHECKOUT RESULT", file=sys.stderr)
        return 2
    checkout, result = (Path(argument).resolve() for argument in sys.argv[1:])
    course = Path(os.environ.get("COURSE_FOLDER", Path(__file__).resolve().parent / "course"))
    command = [os.environ.get("COURSE", str(course / ".build/debug/course")), "grade"]
    command += ["--submission", str(checkout), "--format", "classroom50", "--output", str(result)]
    status = subprocess.run(command, cwd=course, check=False).returncode
    # 1 is a submission below --min, 4 one of which nothing is recognised: both have a result.
    if status not in (0, 1, 4):
        return status
    with open(result, encoding="utf-8") as file:
        grade = json.load(file)
    print(f"{grade['score']} of {grade['max-score']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
