#if CommandLine
import ArgumentParser

/// The option that says whether a text is colored.
struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Colors: on terminals unless NO_COLOR is set, always or never.", valueName: "when"))
  var color = ColorChoice.auto
}

/// When a text is colored.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether texts on a display are colored.
  ///
  /// - Parameter display: The display, as the environment has it.
  /// - Returns: Whether they are colored.
  func isColored(on display: Display) -> Bool {
    switch self {
    case .auto: display.isColored
    case .always: true
    case .never: false
    }
  }
}
#endif
