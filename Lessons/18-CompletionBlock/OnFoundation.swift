import Foundation

/// The same three downloads on Foundation, which keeps the block after it has run.
func memoryOnFoundation() -> [String] {
  let (finished, forgotten, careful) = (Signal(), Signal(), Signal())
  let blockHasRun = DispatchSemaphore(value: 0)
  do {
    let download = FoundationDownload(finished)
    download.completionBlock = {
      _ = download.name
      blockHasRun.signal()
    }
    download.start()
  }
  do {
    let download = FoundationDownload(forgotten)
    download.completionBlock = { _ = download.name }
  }
  do {
    let download = FoundationDownload(careful)
    download.completionBlock = { [weak download] in _ = download?.name }
  }
  blockHasRun.wait()
  return [
    "finished: \(finished.wait(1) ? "released" : "still in memory")",
    "never started: \(forgotten.wasSent ? "released" : "still in memory")",
    "never started, weak: \(careful.wasSent ? "released" : "still in memory")",
  ]
}

private final class FoundationDownload: Operation, @unchecked Sendable {
  // Unchecked: the property is constant.
  private let released: Signal

  init(_ released: Signal) { self.released = released }

  deinit { released.send() }
}
