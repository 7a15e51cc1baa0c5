#if Macros
import SwiftSyntax

/// Writes the members inside of the type.
struct MemberWriter {
  private let declaration: GenerableDeclaration

  init(_ declaration: GenerableDeclaration) { self.declaration = declaration }

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
    if !bodies.partial.isEmpty, !declaration.declares(.partial) {
      result.append(bodies.partial)
      if !declaration.declares(.conversion) {
        result.append(
          block(
            "nonisolated \(access)func asPartiallyGenerated() -> PartiallyGenerated",
            bodies.conversion))
      }
    }
    if !declaration.declares(.schema) { result += bodies.helpers }
    return result.map { $0.joined(separator: "\n") }
  }
}

/// Writes the extension with the conformance and the initializer.
struct ExtensionWriter {
  private let declaration: GenerableDeclaration

  init(_ declaration: GenerableDeclaration) { self.declaration = declaration }

  /// Returns the source of the extension, or `nil` if there is nothing to extend.
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

/// The bodies of the generated members for one shape of type.
protocol MemberBodies {
  /// The body of `generationSchema`.
  var schema: [String] { get }

  /// The body of `generatedContent`.
  var content: [String] { get }

  /// The body of the initializer, without the check that its content is complete.
  var initializer: [String] { get }

  /// The nested partially generated type; empty for none.
  var partial: [String] { get }

  /// The body of `asPartiallyGenerated()`, for a type with such a nested type.
  var conversion: [String] { get }

  /// The nested types that the generated schema refers to.
  var helpers: [[String]] { get }
}

extension MemberBodies {
  var partial: [String] { [] }
  var conversion: [String] { [] }
  var helpers: [[String]] { [] }
}

extension GenerableDeclaration {
  /// The bodies of the members that are generated for this type.
  var bodies: any MemberBodies {
    switch shape {
    case .structure(let properties): StructureBodies(self, properties)
    case .choice(let cases, let rawValues): ChoiceBodies(self, cases, rawValues)
    case .union(let cases): UnionBodies(self, cases)
    case .invalid: InvalidBodies()
    }
  }

  /// The arguments of a schema's initializer that do not depend on the kind of type.
  var schemaArguments: String {
    schemaArguments(
      title: arguments.name?.trimmedDescription ?? title,
      description: arguments.description?.trimmedDescription
        ?? comment.map { SourceText.literal($0) })
  }

  func schemaArguments(title: String?, description: String?) -> String {
    (["type: Self.self"] + [title.map { "title: " + $0 }].compactMap { $0 }
      + [description.map { "description: " + $0 }].compactMap { $0 }).joined(separator: ", ")
  }

  /// The name of the type as a literal, or `nil` if the name is known only at run time, or if the
  /// schema has no title.
  private var title: String? {
    if case .choice = shape { return nil }
    return isGeneric ? nil : SourceText.literal(plainName)
  }

  /// Returns the statements that return the schema of an object.
  ///
  /// Each property is a statement at its own line of the author's source. The compiler checks them
  /// one by one, and reports a guide that does not fit at the line of the property.
  func objectSchema<Part>(
    _ arguments: String, _ properties: [Conditional<Part>],
    _ write: (Part) -> (source: String, line: SourceLine?)
  ) -> [String] {
    let call = "SchemaModel.GenerationSchema(\(arguments), properties: "
    if properties.isEmpty { return [call + "[])"] }
    let list = names.unused("properties")
    // Without `reserveCapacity`, the compiler would warn of a variable that never changes if no
    // condition is true.
    return [
      "var \(list): [SchemaModel.GenerationSchema.Property] = []",
      "\(list).reserveCapacity(\(properties.flattened().count))",
    ]
      + SourceLine.scope(
        at: line,
        properties.lines { part in
          let (source, line) = write(part)
          return SourceLine.placed("\(list).append(\(source))", at: line)
        }) + ["return \(call)\(list))"]
  }

  /// Returns the expression for a property of a schema.
  ///
  /// - Parameters:
  ///   - key: The name of the property in JSON.
  ///   - type: The type, as an expression.
  ///   - guide: The contents of its `@Guide` attributes.
  ///   - comment: The description if the guides have none.
  /// - Returns: The expression.
  func schemaProperty(
    _ key: String, type: String, _ guide: GuideAttributes, comment: String? = nil
  ) -> String {
    var arguments = ["name: \(SourceText.literal(key))"]
    if let description = guide.description ?? comment.map({ SourceText.literal($0) }) {
      arguments.append("description: \(description)")
    }
    arguments.append("type: \(type)")
    let guides = guide.elements
    if !guides.isEmpty { arguments.append("guides: [\(guides.joined(separator: ", "))]") }
    return "SchemaModel.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
  }

  /// A statement that creates a reader of content's properties.
  static let newReader = "var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)"

  /// Returns the type of a value, as an expression that does not repeat the author's source.
  ///
  /// If the author's type does not exist, the compiler reports the error only in the author's
  /// source.
  static func valueType(_ value: String, of type: String) -> String {
    "SchemaMacros.GenerableExpansion.valueType { (value: \(type)) in \(value) }"
  }

  /// Returns `true` if a member has to check that the types of the values are `Generable`.
  ///
  /// A generated schema checks them. If the author declares the schema, the generated content
  /// checks them, and if the author declares both, the initializer does.
  func checks(in member: GeneratedMember) -> Bool {
    guard declares(.schema) else { return false }
    return member == .content || declares(.content)
  }

  /// Returns statements that check a type.
  func check(_ type: String, at line: SourceLine?) -> [String] {
    SourceLine.scope(at: line, ["SchemaMacros.GenerableExpansion.requireGenerable(\(type))"])
  }

  /// Returns the statements that return content with some properties.
  ///
  /// Properties that are `nil` are left out unless the author requests nulls.
  func properties(_ appending: (_ list: String) -> [String]) -> [String] {
    let list = names.unused("properties")
    let explicit = arguments.explicitNil.map { "explicitNil: \($0.trimmedDescription)" } ?? ""
    return ["var \(list) = SchemaMacros.GenerableExpansion.Properties(\(explicit))"]
      + appending(list) + ["return \(list).finish()"]
  }
}

extension MemberBodies {
  /// Returns the head of the partially generated type.
  ///
  /// If the author declares a public type `Sendable`, its partially generated type is `Sendable`.
  /// Otherwise Swift infers the conformance. For a public type, it does so only if the type is
  /// `@frozen`, which requires public types of all properties.
  func partialHead(
    _ keyword: String, of declaration: GenerableDeclaration, conformances: [String] = [],
    isWhollyPublic: Bool
  ) -> String {
    var conformances = conformances + ["nonisolated SchemaModel.ConvertibleFromGeneratedContent"]
    var attribute = ""
    if declaration.access == .public {
      // The conformance of a generic type may depend on its arguments.
      if !declaration.isGeneric, declaration.isSendable {
        conformances.append("Swift.Sendable")
      } else if isWhollyPublic {
        attribute = "@frozen "
      }
    }
    return attribute
      + "nonisolated \(declaration.access.memberPrefix)\(keyword) PartiallyGenerated: "
      + conformances.joined(separator: ", ")
  }
}

/// Returns a declaration with its body.
func block(_ head: String, _ body: [String]) -> [String] {
  [head + " {"] + SourceText.indented(body) + ["}"]
}

/// Members for a type with mistakes, so that the compiler reports only the mistakes.
private struct InvalidBodies: MemberBodies {
  // The schema is not that of `Self`, because `Self` may not conform.
  var schema: [String] { ["SchemaModel.GeneratedContent.generationSchema"] }
  var content: [String] { ["SchemaModel.GeneratedContent(properties: [:])"] }
  var initializer: [String] {
    ["throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)"]
  }
}
#endif
