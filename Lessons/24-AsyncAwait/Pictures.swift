// Album's pictures, downloaded once each, or so it seems.

// snippet: pictures
actor Pictures {
  private var pictures: [String: String] = [:]
  private let download: @Sendable (String) async -> String

  init(download: @escaping @Sendable (String) async -> String) { self.download = download }

  func picture(_ name: String) async -> String {
    if let picture = pictures[name] { return picture }
    let picture = await download(name)
    pictures[name] = picture
    return picture
  }
}
// end

/// The same, but it stores the download before it awaits it.
actor RepairedPictures {
  private var downloads: [String: Task<String, Never>] = [:]
  private let download: @Sendable (String) async -> String

  init(download: @escaping @Sendable (String) async -> String) { self.download = download }

  // snippet: repaired
  func picture(_ name: String) async -> String {
    if let download = downloads[name] { return await download.value }
    let task = Task { [download] in await download(name) }
    downloads[name] = task
    return await task.value
  }
  // end
}

/// Asks for a picture twice, at the same time.
func twice(_ picture: @escaping @Sendable () async -> String) async {
  async let other = picture()
  _ = await (picture(), other)
}
