import CourseKit
import Typesetting

/// `course completions`: a script for the shell, which completes commands, numbers and flags.
func completions(_ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let shell = arguments.word()
  try arguments.end()
  guard let shell, let script = Completions(Manual(help)).script(for: shell) else {
    throw UsageError("completions needs the name of a shell: bash, zsh or fish.")
  }
  Terminal.write(script)
  return 0
}

/// What a shell needs to know about the commands.
struct Completions {
  let manual: Manual

  init(_ manual: Manual) { self.manual = manual }

  /// The script for `bash`, `zsh` or `fish`; nil for another shell.
  func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// What can follow a command: numbers, words and flags.
  private func words(after name: String) -> [String] {
    let commands = manual[name]
    var words: [String] = []
    if name == "lesson" { words += Catalogue.lessons.map { "\($0.number)" } }
    if commands.contains(where: \.takesExercise) { words += Catalogue.exercises.map { "\($0.number)" } }
    if name == "completions" { words += ["bash", "zsh", "fish"] }
    if name == "help" { words += manual.names.filter { $0 != "help" } + ["grading"] }
    return words + commands.flatMap(\.flags)
  }

  private var bash: String {
    let cases = manual.names.filter { !words(after: $0).isEmpty }.map {
      "      \($0)) words='\(words(after: $0).joined(separator: " "))' ;;"
    }
    return """
      # Completion of 'course' for bash. Load it with: source <(course completions bash)
      _course() {
        local words=
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(manual.names.joined(separator: " "))'
        else
          case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
          esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
      }
      # If nothing matches, file names are completed.
      complete -o default -F _course course

      """
  }

  private var zsh: String {
    let names = manual.names.map { name in
      "      '\(name):\(summary(of: name).replacing("'", with: "'\\''"))'"
    }
    let cases = manual.names.filter { !words(after: $0).isEmpty }.map {
      "      \($0)) compadd -- \(words(after: $0).joined(separator: " ")) ;;"
    }
    return """
      #compdef course
      # Completion of 'course' for zsh. Load it with: source <(course completions zsh)
      _course() {
        if (( CURRENT == 2 )); then
          local -a commands=(
      \(names.joined(separator: "\n"))
          )
          _describe command commands
        else
          case $words[2] in
      \(cases.joined(separator: "\n"))
          esac
          _files
        fi
      }
      compdef _course course

      """
  }

  private var fish: String {
    var lines = ["# Completion of 'course' for fish. Load it with: course completions fish | source"]
    for name in manual.names {
      let summary = summary(of: name).replacing("'", with: "\\'")
      lines.append("complete -c course -n __fish_use_subcommand -f -a \(name) -d '\(summary)'")
    }
    for name in manual.names {
      let condition = "-n '__fish_seen_subcommand_from \(name)'"
      let words = words(after: name)
      let plain = words.filter { !$0.hasPrefix("--") }.joined(separator: " ")
      if !plain.isEmpty { lines.append("complete -c course \(condition) -f -a '\(plain)'") }
      for flag in words where flag.hasPrefix("--") {
        lines.append("complete -c course \(condition) -l \(flag.dropFirst(2))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(of name: String) -> String { manual[name].first?.summary ?? "" }
}
