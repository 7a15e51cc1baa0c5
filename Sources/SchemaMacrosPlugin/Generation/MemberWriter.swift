#if Macros
import SwiftSyntax

/// What is generated for one shape of type, as the bodies of the members.
protocol MemberBodies {
  /// The body of `generationSchema`.
  var schema: [String] { get }

  /// The body of `generatedContent`.
  var content: [String] { get }

  /// The body of the initialiser, but for the check that its content is complete.
  var initializer: [String] { get }

  /// The type nested in the type that stands for it while it is generated, or none.
  var partial: [String] { get }

  /// Further nested types.
  var helpers: [[String]] { get }
}

extension MemberBodies {
  var partial: [String] { [] }
  var helpers: [[String]] { [] }
}

extension GenerableDeclaration {
  /// What is generated for this type.
  var bodies: any MemberBodies {
    switch shape {
    case .structure(let properties): StructureBodies(self, properties)
    case .choice(let cases, let rawValues): ChoiceBodies(self, cases, rawValues)
    case .union(let cases): UnionBodies(self, cases)
    case .invalid: InvalidBodies()
    }
  }

  /// The arguments of a schema's initialiser that do not depend on the kind of type.
  var schemaArguments: [String] {
    var result = ["type: Self.self"]
    if let name = arguments.name { result.append("title: \(name.trimmedDescription)") }
    if let description = arguments.description?.trimmedDescription
      ?? comment.map({ SourceText.literal($0) })
    {
      result.append("description: \(description)")
    }
    return result
  }

  /// A new list of properties, which leaves `nil` out unless the author wants it written.
  var newProperties: String {
    let explicit = arguments.explicitNil.map { "explicitNil: \($0.trimmedDescription)" } ?? ""
    return "var properties = SchemaMacros.GenerableExpansion.Properties(\(explicit))"
  }
}

/// Writes the members that stand in the type.
struct MemberWriter {
  private let declaration: GenerableDeclaration

  init(_ declaration: GenerableDeclaration) {
    self.declaration = declaration
  }

  /// The source of each member.
  var members: [String] {
    let bodies = declaration.bodies
    let access = declaration.access.memberPrefix
    var result: [[String]] = []
    if !declaration.declares(.schema) {
      result.append(
        block(
          "nonisolated \(access)static var generationSchema: SchemaModel.GenerationSchema",
          bodies.schema))
    }
    if !declaration.declares(.content) {
      result.append(
        block(
          "nonisolated \(access)var generatedContent: SchemaModel.GeneratedContent",
          bodies.content))
    }
    if !bodies.partial.isEmpty, !declaration.declares(.partial) { result.append(bodies.partial) }
    result += bodies.helpers
    return result.map { $0.joined(separator: "\n") }
  }
}

/// Writes the extension with the conformance and the initialiser.
struct ExtensionWriter {
  private let declaration: GenerableDeclaration

  init(_ declaration: GenerableDeclaration) {
    self.declaration = declaration
  }

  /// The source of the extension, or `nil` if there is nothing to extend.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - conforms: Whether the conformance is to be declared, which it is not where there is one.
  /// - Returns: The source.
  func text(extending type: String, conforms: Bool) -> String? {
    if declaration.cannotBeExtended { return nil }
    let conformance = conforms ? ": nonisolated SchemaModel.Generable" : ""
    var lines: [String] = []
    if !declaration.declares(.initializer) {
      let access = declaration.access.memberPrefix
      lines = block(
        "nonisolated \(access)init(_ content: SchemaModel.GeneratedContent) throws",
        ["try content.requireComplete(for: Self.self)"] + declaration.bodies.initializer)
    }
    guard conforms || !lines.isEmpty else { return nil }
    return (declaration.availability + block("extension \(type)\(conformance)", lines))
      .joined(separator: "\n")
  }
}

/// A declaration with its body.
func block(_ head: String, _ body: [String]) -> [String] {
  [head + " {"] + SourceText.indented(body) + ["}"]
}

/// What keeps the compiler content where the author has to change something first, so that it does
/// not add complaints of its own.
private struct InvalidBodies: MemberBodies {
  // Not of `Self`, which may not conform.
  var schema: [String] { ["SchemaModel.GeneratedContent.generationSchema"] }
  var content: [String] { ["SchemaModel.GeneratedContent(properties: [:])"] }
  var initializer: [String] {
    ["throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)"]
  }
}
#endif
