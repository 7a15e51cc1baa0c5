#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The line of the author's source for which the compiler reports the errors of generated lines.
///
/// Without it, an error such as a property's type that is not `Generable` is reported in the
/// expansion, and only a note leads to the type, not to the property.
struct SourceLine {
  private let directive: String

  /// The line of a node, or `nil` if the node is not part of a file.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(
        of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    else { return nil }
    directive =
      "#sourceLocation(file: \(location.file.trimmedDescription), "
      + "line: \(location.line.trimmedDescription))"
  }

  /// Assigns a generated line to one of the source, and those after it in the same scope.
  static func place(_ line: String, at place: SourceLine?) -> [String] {
    place.map { [$0.directive, line] } ?? [line]
  }

  /// Lines of which some are placed, and those before the first one at a place of their own.
  ///
  /// The directive that ends a scope is an error if none is in effect, as where all lines depend on
  /// `#if`.
  static func scope(at place: SourceLine?, _ lines: [String]) -> [String] {
    place.map { [$0.directive] + lines + ["#sourceLocation()"] } ?? lines
  }
}
#endif
