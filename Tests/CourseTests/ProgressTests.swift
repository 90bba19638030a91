import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// The learner's place in the course, in a file that stays valid when the course changes.
@Suite struct `Progress` {
  @Test func `It begins at the first lesson and continues in the order of the course`() throws {
    try withCourse { course in
      var progress = CourseKit.Progress(course)
      #expect(progress.current?.name == "lesson FirstQueue")
      progress.markDone(try #require(progress.current))
      #expect(progress.current?.name == "lesson FirstQueue", "it stays where it is until it is told to go on")
      #expect(progress.goOn()?.name == "lesson SingleShot")
      #expect(progress.goOn()?.name == "lesson NonConcurrent")
      #expect(progress.goOn()?.name == "exercise WorkAndErrors")
    }
  }

  @Test func `Skipped steps come again at the end`() throws {
    try withCourse { course in
      var progress = CourseKit.Progress(course)
      for step in Catalogue.steps.dropFirst() { progress.markDone(step) }
      progress.go(to: try #require(Catalogue.steps.last))
      #expect(progress.goOn()?.name == "lesson FirstQueue")
      progress.markDone(Catalogue.steps[0])
      #expect(progress.goOn() == nil)
      #expect(progress.current == nil)
    }
  }

  @Test func `It is read back as it was written, and unknown lines stay`() throws {
    try withCourse { course in
      let file = course.root.appending(path: ".course/progress.txt")
      try Files.write("# mine\nmood: good\ndone: exercise Gone 2020-01-01\n", to: file)
      var progress = CourseKit.Progress(course)
      let exercise = try #require(Catalogue.exercise(12))
      progress.note(report(of: exercise, .done), of: exercise)
      progress.noteHints(exercise, 2)
      progress.noteGivingUp(exercise)
      try progress.save()

      let read = CourseKit.Progress(course)
      #expect(read.isDone(.exercise(exercise)))
      #expect(read.hints(exercise) == 2)
      #expect(read.gaveUp(exercise))
      #expect(
        !read.isDone(.lesson(try #require(Catalogue.lesson(18)))), "a lesson of the same name is another step"
      )
      let text = try #require(Files.text(file))
      #expect(text.hasPrefix("# mine\nmood: good\ndone: exercise Gone 2020-01-01\n"))
    }
  }

  @Test func `An exercise is done with its core and mastered with its depth, and stays so`() throws {
    let exercise = try #require(Catalogue.exercise(12))
    var progress = CourseKit.Progress("done: exercise Pipeline 2026-11-22\n")
    let before = try #require(Catalogue.exercise(5))
    #expect(progress.isDone(.exercise(before)) && !progress.isMastered(before))
    for state in [Report.State.failed, .crashed] {
      progress.note(report(of: exercise, state), of: exercise)
      #expect(!progress.isDone(.exercise(exercise)))
    }
    progress.note(report(of: exercise, .done), of: exercise)
    #expect(progress.isDone(.exercise(exercise)) && !progress.isMastered(exercise))
    progress.note(report(of: exercise, .mastered), of: exercise)
    progress.note(report(of: exercise, .done), of: exercise)
    #expect(progress.isDone(.exercise(exercise)) && progress.isMastered(exercise))
  }

  @Test func `What the book exports is read, and what only the book keeps stays`() throws {
    try withCourse { course in
      // As .ci/browser/check.py finds it in the browser.
      let text = """
        # Progress in this course, kept by `swift run course`. Safe to commit.
        current: lesson CancelInTheQueue
        done: exercise Pipeline 2026-11-22
        hints: exercise Pipeline 2
        answer: lesson CancelInTheQueue 3
        level: TwoWithdrawals 4

        """
      let file = course.root.appending(path: ".course/progress.txt")
      try Files.write(text, to: file)
      let exercise = try #require(Catalogue.exercise(5))
      let progress = CourseKit.Progress(course)
      #expect(progress.current?.name == "lesson CancelInTheQueue")
      #expect(progress.isDone(.exercise(exercise)) && progress.hints(exercise) == 2)
      try progress.save()
      #expect(Files.text(file) == text)
    }
  }

  @Test(arguments: [Data([0xFF, 0xFE, 0x00]), nil])
  func `A progress file that cannot be read is not overwritten`(_ contents: Data?) throws {
    try withCourse { course in
      let file = course.root.appending(path: ".course/progress.txt")
      // Nothing to read: a folder, because the permissions of a file do not stop every user.
      try FileManager.default.createDirectory(
        at: contents == nil ? file : file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try contents?.write(to: file)
      var progress = CourseKit.Progress(course)
      progress.markDone(Catalogue.steps[0])
      #expect(progress.trouble?.hasPrefix(".course/progress.txt ") == true)
      #expect(throws: CourseError.self) { try progress.save() }
      #expect(FileManager.default.contents(atPath: file.path) == contents)
    }
  }

  @Test func `Predictions to correct are counted by lesson, and answers alone do not begin the course`() {
    let progress = CourseKit.Progress(
      """
      # Progress
      answer: lesson Order 2
      again: lesson Order 2026-11-20
      again: lesson Order step 3 2026-11-21
      again: lesson OrderTwo 2026-11-21
      again: exercise Order 2026-11-21
      again: lesson Archive step 1 2026-11-21
      again: lesson Archive step 2
      """)
    #expect(progress.predictionsToCorrect.map(\.lesson.number) == [5, 20])
    #expect(progress.predictionsToCorrect.map(\.count) == [2, 1])
  }

  @Test func `Everything is one step, and exercises and Build stops come after their lessons`() throws {
    let count = Catalogue.lessons.count + Catalogue.builds.count + Catalogue.exercises.count
    #expect(Catalogue.steps.count == count)
    let names = Catalogue.steps.map(\.label)
    let seven = try #require(names.firstIndex(of: "lesson 07"))
    #expect(names[seven...].prefix(4) == ["lesson 07", "exercise 04", "build Observation", "lesson 08"])
    // Numbers are the order of reading, also of exercises.
    let exercises = names.filter { $0.hasPrefix("exercise") }
    #expect(exercises == exercises.sorted())
    for (lesson, exercise) in [("14", "08"), ("15", "09"), ("20", "13"), ("21", "14"), ("25", "16")] {
      let place = names.firstIndex(of: "exercise \(exercise)").map { $0 - 1 }
      #expect(place == names.firstIndex(of: "lesson \(lesson)"))
    }
  }

  @Test func `A reset restores the stub and keeps the learner's file`() throws {
    try withCourse { course in
      let exercise = try #require(Catalogue.exercise(5))
      let file = course.folder(of: exercise).appending(path: "Pipeline.swift")
      try Files.write("mine", to: file)
      #expect(throws: CourseError.self) { try course.reset(exercise) }
      #expect(Files.text(file) == "mine")
      try Files.write("stub", to: course.root.appending(path: ".course/stubs/05-Pipeline/Pipeline.swift"))
      let kept = try course.reset(exercise)
      #expect(Files.text(file) == "stub")
      #expect(kept.map { Files.text(course.root.appending(path: $0)) } == ["mine"])
    }
  }

  @Test func `A reset keeps an answer byte for byte`() throws {
    try withCourse { course in
      let exercise = try #require(Catalogue.exercise(5))
      let file = course.folder(of: exercise).appending(path: "Pipeline.swift")
      try Files.write("stub", to: course.root.appending(path: ".course/stubs/05-Pipeline/Pipeline.swift"))
      let latin = Data([0x2F, 0x2F, 0xFC, 0x0D, 0x0A])
      try Files.write(latin, to: file)
      let kept = try #require(try course.reset(exercise).first)
      #expect(FileManager.default.contents(atPath: course.root.appending(path: kept).path) == latin)
    }
  }

  @Test func `No lesson or exercise that an older file can name has lost its name`() {
    let lessons = """
      FirstQueue SingleShot NonConcurrent CooperativeCancel Concurrent Notifications InsideTheQueue Order
      DependencyChain LastInFirstOut Suspend SerialSuspend CancelChecks CancelInTheQueue StateMachine
      NetworkThread MyOperation CompletionBlock PauseResume Archive RacesExplored AsyncAwait Advanced
      QueueSettings StandsStill
      """
    let exercises = """
      WorkAndErrors CancelAndCleanUp ConcurrentOperation ReadyQueue Pipeline LastInFirstOut SerialSuspend
      Transitions NetworkThread ThreadSafeState ExactlyOnce PauseResume Archive AsyncBridge Retry
      """
    let known = Set(Catalogue.steps.map(\.name))
    let names =
      lessons.split(whereSeparator: \.isWhitespace).map { "lesson \($0)" }
      + exercises.split(whereSeparator: \.isWhitespace).map { "exercise \($0)" }
    #expect(names.filter { !known.contains($0) } == [])
  }

  private func report(of exercise: Exercise, _ state: Report.State) -> Report {
    Report(exercise: exercise.number, state: state, tests: [], message: "", seconds: 0)
  }

  private func withCourse(_ body: (Course) throws -> Void) throws {
    try withFolder { try body(Course(root: $0)) }
  }
}
