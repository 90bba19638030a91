// Album's pictures, downloaded once each, or so it seems.

// snippet: pictures
actor Pictures {
  private var pictures: [String: String] = [:]
  private let download: @Sendable (String) async throws -> String

  init(download: @escaping @Sendable (String) async throws -> String) { self.download = download }

  func picture(_ name: String) async throws -> String {
    if let picture = pictures[name] { return picture }
    let picture = try await download(name)
    pictures[name] = picture
    return picture
  }
}
// end

/// The same, but it stores the download before it awaits it.
actor RepairedPictures {
  private var downloads: [String: Task<String, any Error>] = [:]
  private let download: @Sendable (String) async throws -> String

  init(download: @escaping @Sendable (String) async throws -> String) { self.download = download }

  // snippet: repaired
  func picture(_ name: String) async throws -> String {
    if let running = downloads[name] { return try await running.value }
    let task = Task { [download] in try await download(name) }
    downloads[name] = task
    do { return try await task.value } catch {
      downloads[name] = nil  // After a failure, the next call tries again.
      throw error
    }
  }
  // end
}

/// Asks for a picture twice, at the same time.
func twice(_ picture: @escaping @Sendable () async throws -> String) async {
  async let other = picture()
  _ = try? await (picture(), other)
}
