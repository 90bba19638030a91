import Documents
import MiniOperations
import Synchronization

/// Decodes a file: each of its lines is a number of the picture.
func decoded(_ file: [String]) throws -> [Int] {
  try file.map { line in
    guard let number = Int(line) else { throw DamagedLine(text: line) }
    return number
  }
}

/// The error for a line that is not a number.
struct DamagedLine: Error, CustomStringConvertible {
  let text: String

  var description: String { "line '\(text)' is damaged" }
}

// snippet: decode
/// Decodes a photo, and stores the picture or the error.
final class Decode: MiniOperation, @unchecked Sendable {
  // Unchecked: the outcome is in its lock, the file is constant.
  private let file: [String]
  private let stored = Mutex<Result<[Int], any Error>?>(nil)

  init(_ file: [String]) { self.file = file }

  /// The picture or the error; nil until main has run.
  var outcome: Result<[Int], any Error>? { stored.withLock { $0 } }

  override func main() {
    let outcome = Result { try decoded(file) }
    stored.withLock { $0 = outcome }
  }
}

/// Saves the picture after `decode`, if there is one.
func makeSave(after decode: Decode, log: @escaping @Sendable (String) -> Void) -> MiniOperation {
  let save = MiniBlockOperation {
    switch decode.outcome {
    case .success(let picture): log("saves \(picture.count) numbers")
    case .failure(let error): log("saves nothing: \(error)")
    case nil: log("saves nothing: decode did not run")
    }
  }
  save.addDependency(decode)
  return save
}
// end

// snippet: hasty
/// The error is caught and dropped, so `picture`, an array in a lock, stays empty, and `save` saves it.
func hasty(_ file: [String], log: @escaping @Sendable (String) -> Void) -> [MiniOperation] {
  let picture = Picture()
  let decode = MyNonConcurrentOperation(data: file) { file in
    picture.store(try decoded(file))
    return true
  }
  let save = MiniBlockOperation { log("saves \(picture.numbers.count) numbers") }
  save.addDependency(decode)
  return [decode, save]
}
// end

/// The picture that `decode` leaves for `save`.
private final class Picture: Sendable {
  private let stored = Mutex<[Int]>([])

  var numbers: [Int] { stored.withLock { $0 } }
  func store(_ numbers: [Int]) { stored.withLock { $0 = numbers } }
}
