/// Scripts with which a shell completes the commands.
struct Completions {
  private let manual: Manual
  private var program: String { manual.program }

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

  /// The commands, and what can follow the program without one.
  private var first: [String] { manual.names + words(after: "") }

  /// The words that can follow a command: numbers, names and flags.
  private func words(after name: String) -> [String] {
    let commands = manual[name]
    var words: [String] = []
    if name == "lesson" { words += Catalogue.lessons.map { "\($0.number)" } }
    if commands.contains(where: \.takesExercise) { words += Catalogue.exercises.map { "\($0.number)" } }
    if name == "completions" { words += ["bash", "zsh", "fish"] }
    if name == "help" { words += manual.names.filter { $0 != "help" } }
    words += commands.map(\.argument).filter { !$0.isEmpty && $0.allSatisfy(\.isLowercase) }
    return words + commands.flatMap(\.flags)
  }

  /// The words after each command that takes any, and after no command, as patterns of a shell's `case`.
  private var cases: [(pattern: String, words: [String])] {
    (manual.names.map { ($0, words(after: $0)) } + [("*", words(after: ""))]).filter { !$1.isEmpty }
  }

  private var bash: String {
    let cases = cases.map { "      \($0)) words='\($1.joined(separator: " "))' ;;" }
    return """
      # Completion of '\(program)' for bash. Load it with: source <(\(program) completions bash)
      _\(program)() {
        local words=
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(first.joined(separator: " "))'
        else
          case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
          esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
      }
      # If nothing matches, file names are completed.
      complete -o default -F _\(program) \(program)

      """
  }

  private var zsh: String {
    let names = manual.names.map { name in
      "      '\(name):\(summary(of: name).replacing("'", with: "'\\''"))'"
    }
    let cases = cases.map { "      \($0)) compadd -- \($1.joined(separator: " ")) ;;" }
    return """
      #compdef \(program)
      # Completion of '\(program)' for zsh. Load it with: source <(\(program) completions zsh)
      _\(program)() {
        if (( CURRENT == 2 )); then
          local -a commands=(
      \(names.joined(separator: "\n"))
          )
          _describe command commands
          compadd -- \(words(after: "").joined(separator: " "))
        else
          case $words[2] in
      \(cases.joined(separator: "\n"))
          esac
          _files
        fi
      }
      compdef _\(program) \(program)

      """
  }

  private var fish: String {
    var lines = ["# Completion of '\(program)' for fish. Load it with: \(program) completions fish | source"]
    for name in manual.names {
      let summary = summary(of: name).replacing("'", with: "\\'")
      lines.append("complete -c \(program) -n __fish_use_subcommand -f -a \(name) -d '\(summary)'")
    }
    lines += flags(words(after: ""), "-n __fish_use_subcommand")
    for name in manual.names {
      let condition = "-n '__fish_seen_subcommand_from \(name)'"
      let words = words(after: name)
      let plain = words.filter { !$0.hasPrefix("--") }.joined(separator: " ")
      if !plain.isEmpty { lines.append("complete -c \(program) \(condition) -f -a '\(plain)'") }
      lines += flags(words, condition)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func flags(_ words: [String], _ condition: String) -> [String] {
    words.filter { $0.hasPrefix("--") }.map { "complete -c \(program) \(condition) -l \($0.dropFirst(2))" }
  }

  private func summary(of name: String) -> String { manual[name].first?.summary ?? "" }
}
