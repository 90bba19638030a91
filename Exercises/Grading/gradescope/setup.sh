#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder's image is made.
set -euo pipefail
apt-get update
apt-get install -y --no-install-recommends bubblewrap unzip xz-utils
useradd --create-home grader
chown -R grader /autograder/source/course
# The toolchain: name an image with Swift 6.2 or newer as the base image, or unpack one here.
runuser -u grader -- sh -c 'cd /autograder/source/course && swift build --product grade'
