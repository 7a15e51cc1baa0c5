#if Macros
import SwiftSyntax

/// The names that a declaration mentions.
///
/// Generated code repeats the author's types and expressions. A name that it introduces beside them
/// has to differ from all of these names, or it would take the place of what the author meant.
struct SourceNames {
  private let used: Set<String>

  init(of declaration: some SyntaxProtocol) {
    used = Set(
      declaration.tokens(viewMode: .sourceAccurate).map { SourceText.plainName($0) })
  }

  /// A name that the declaration does not mention: the given one, with as many underscores as that
  /// takes.
  func unused(_ name: String) -> String {
    var result = name
    while used.contains(result) { result += "_" }
    return result
  }
}
#endif
