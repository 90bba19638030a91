import MiniOperations

// Album's photos as operations: a tap while thumbnails wait, and a photo in four operations.

/// A tap on a photo, while two thumbnails wait in the same queue: `page` shows `picture`.
func tapped(isPictureRaised: Bool, log: @escaping @Sendable (String) -> Void) {
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  let operations = ["thumb 1", "thumb 2", "picture", "page"].map { named($0, log) }
  let (picture, page) = (operations[2], operations[3])
  // snippet: tap
  page.addDependency(picture)
  page.queuePriority = .veryHigh
  if isPictureRaised { picture.queuePriority = .veryHigh }
  // end
  queue.addOperations(operations, waitUntilFinished: false)
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}

/// The four operations of one photo.
struct Photo {
  let download, decode, resize, save: MiniOperation
}

// snippet: diamond
/// One photo: a download, two operations that work on it, and one that saves what they made.
func diamond(work: @escaping @Sendable (String) -> Void) -> Photo {
  let download = named("download", work)
  let decode = named("decode", work)
  let resize = named("resize", work)
  let save = named("save", work)
  decode.addDependency(download)
  resize.addDependency(download)
  save.addDependency(decode)
  save.addDependency(resize)
  return Photo(download: download, decode: decode, resize: resize, save: save)
}
// end

/// Runs the download in one queue and the rest in another one, as an app does.
func run(_ photo: Photo) {
  let (network, pictures) = (MiniOperationQueue(), MiniOperationQueue())
  pictures.addOperations([photo.decode, photo.resize, photo.save], waitUntilFinished: false)
  network.addOperation(photo.download)
  pictures.waitUntilAllOperationsAreFinished()
}

private func named(_ name: String, _ work: @escaping @Sendable (String) -> Void) -> MiniOperation {
  let operation = MiniBlockOperation { work(name) }
  operation.name = name
  return operation
}
