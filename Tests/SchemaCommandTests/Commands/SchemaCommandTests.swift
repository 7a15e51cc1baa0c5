#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct SchemaCommandTests {
  @Test func `samples and dialects are listed`() {
    let run = CommandRun("list")
    #expect(run.status == 0)
    for name in Sample.allCases.map(\.rawValue) + DialectRegistry.standard.names {
      #expect(run.output.contains("\n  \(name)"))
    }
  }

  @Test func `a list of one kind is names alone`() {
    #expect(CommandRun("list", "samples").output == "recipe\nfitness\ntree\nshape\n")
    #expect(
      CommandRun("list", "dialects").output
        == "json-schema\ngemini\napple\nopenai\nanthropic\ngemini-openapi\nllama.cpp\n"
        + "xai\ncerebras\ngroq-strict\ndeepseek-strict\nmistral\nbedrock\nxgrammar\nazure\n")
  }

  @Test(
    arguments: [
      [], ["encode"], ["fit"], ["prompt"], ["check"], ["validate"], ["diff"], ["draw"],
      ["stream"], ["chat"], ["list"], ["explain"],
    ])
  func `help is no error and fits a terminal`(command: [String]) {
    let run = CommandRun(command + ["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("USAGE: schema"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ["encode"], ["fit"], ["prompt"], ["check"], ["validate"], ["diff"], ["draw"], ["stream"],
    ["chat"],
  ])
  func `help has the exit statuses`(command: [String]) {
    let text = CommandRun(command + ["--help"]).output
    #expect(text.contains("The exit status is 0 if "))
  }

  @Test func `the version is that of the package`() {
    let run = CommandRun("--version")
    #expect(run.status == 0)
    #expect(run.output == "0.1.0\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `shells complete the commands`(shell: String) {
    let run = CommandRun("--generate-completion-script", shell)
    #expect(run.status == 0)
    for word in ["validate", "explain", "closed", "anthropic"] {
      #expect(run.output.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("chekc", "check"), ("vaildate", "validate"), ("enc", "encode"), ("explian", "explain"),
  ])
  func `a misspelt command is reported with the likely one`(name: String, likely: String) {
    let run = CommandRun(name, "recipe")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.messages == """
        error: There is no command named '\(name)'. Did you mean '\(likely)'?
          'schema --help' lists the commands.

        """)
  }

  @Test(arguments: [
    ["encode"], ["encode", "recipe", "shape"], ["draw", "recipe", "--format", "png"],
    ["check", "recipe", "--color", "sometimes"],
  ])
  func `arguments that make no sense are trouble`(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.messages.hasPrefix("error: "), "\(run.messages)")
    #expect(run.messages.contains("Usage: schema"))
  }

  @Test func `an unknown provider is reported with one list of providers`() {
    let run = CommandRun("chat", "Hello", "--model", "m", "--provider", "nosuch")
    #expect(run.status == 2)
    #expect(run.messages.hasPrefix("error: The value 'nosuch' is invalid for '--provider"))
    let help = CommandRun("chat", "--help").output
    for text in [run.messages, help] {
      #expect(text.matches(of: /openai-responses/).count == 1, "\(text)")
    }
  }
}
#endif
