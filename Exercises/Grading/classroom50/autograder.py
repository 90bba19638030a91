"""Grades one checkout for Classroom 50, whose runner starts it without arguments in the student's checkout.

    autograder.py                     the checkout is the current folder, the result goes to its result.json
    autograder.py CHECKOUT RESULT

The course is in the folder `course` beside this file, or where COURSE_FOLDER says. It is built if it is not built yet.
"""

import json
import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    if len(sys.argv) not in (1, 3):
        print("usage: autograder.py [CHECKOUT RESULT]", file=sys.stderr)
        return 2
    checkout, result = (Path(argument).resolve() for argument in sys.argv[1:] or (".", "result.json"))
    course = Path(os.environ.get("COURSE_FOLDER", Path(__file__).resolve().parent / "course"))
    program = os.environ.get("GRADE", str(course / ".build/debug/grade"))
    if not Path(program).exists():
        subprocess.run(["swift", "build", "--product", "grade"], cwd=course, check=True)
    command = [program, "--submission", str(checkout), "--format", "classroom50", "--output", str(result)]
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
