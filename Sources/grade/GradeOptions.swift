import CourseKit
import Foundation
import GradeKit

/// Takes `--exercises`.
func exercises(_ arguments: inout Arguments) throws(CourseError) -> Set<Int>? {
  guard let text = try arguments.value("--exercises") else { return nil }
  guard let numbers = ClassChoice.exercises(text) else {
    throw CourseError("--exercises needs numbers of exercises, as in 1-5 or 1,3,7-9.")
  }
  return numbers
}

/// Takes the options that select the submissions to grade.
func classChoice(_ arguments: inout Arguments) throws(CourseError) -> ClassChoice {
  var choice = ClassChoice()
  choice.isFresh = arguments.flag("--fresh")
  choice.regrades = arguments.flag("--regrade")
  while let student = try arguments.value("--only") { choice.only.insert(student) }
  while let folder = try arguments.value("--merge") { choice.merged.append(URL(filePath: folder)) }
  choice.register = try arguments.value("--register").map { URL(filePath: $0) }
  if let text = try arguments.value("--shard") {
    choice.shard = ClassChoice.Shard(text)
    if choice.shard == nil {
      throw CourseError("--shard needs two numbers, as in 3/16: the third of sixteen parts.")
    }
  }
  return choice
}

/// Takes the options that name files with decisions made outside the tests.
func classRules(_ arguments: inout Arguments) throws -> ClassRules {
  var rules = ClassRules()
  if let path = try arguments.value("--roster") { rules.readRoster(try text(path)) }
  if let path = try arguments.value("--late") { try rules.readPolicy(try text(path)) }
  if let path = try arguments.value("--overrides") { try rules.readOverrides(try text(path)) }
  if let word = try arguments.value("--due") {
    guard let date = ClassRules.date(word) else {
      throw CourseError("--due needs a date, as in 2026-12-24 or 2026-12-24T12:00:00+01:00.")
    }
    rules.due = date
  }
  return rules
}

private func text(_ path: String) throws(CourseError) -> String {
  guard let data = FileManager.default.contents(atPath: path) else {
    throw CourseError("'\(path)' cannot be read.")
  }
  return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
}
