import Foundation
import Testing

@Suite struct `Lesson 20` {
  @Test func `Finished work runs again as written, and not when repaired`() throws {
    let run = try LessonRun.shared(19, "--fast")
    #expect(
      run.claims.contains("As written, a finished download is restored as a new one, and is downloaded again")
    )
    #expect(
      run.claims.contains("Repaired, all four were loaded, and no loaded one was requested again")
    )
  }
}
