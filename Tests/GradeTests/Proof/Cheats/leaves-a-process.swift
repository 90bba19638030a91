// Leaves a process running, in a session of its own.

import Foundation

func cheat(_ step: Step) {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", "setsid sleep 317 > /dev/null 2>&1 &"]
  try? process.run()
}
