#if Macros
/// What is generated for an enumeration with values: an object whose `type` is the name of the case.
struct UnionBodies: MemberBodies {
  private let declaration: GenerableDeclaration
  private let cases: [Conditional<EnumerationCase>]
  /// The names of the types that describe the cases, by the names of these.
  private let typeNames: [String: String]

  init(_ declaration: GenerableDeclaration, _ cases: [Conditional<EnumerationCase>]) {
    self.declaration = declaration
    self.cases = cases
    typeNames = Self.typeNames(cases.flattened(), in: declaration)
  }

  /// Names such as `DiscriminatedCircle`, which no other nested type has.
  private static func typeNames(
    _ cases: [EnumerationCase], in declaration: GenerableDeclaration
  ) -> [String: String] {
    var taken: Set<String> = []
    var result: [String: String] = [:]
    for enumerationCase in cases where result[enumerationCase.name] == nil {
      let plain = enumerationCase.plainName
      let text = "Discriminated" + plain.prefix(1).uppercased() + plain.dropFirst()
      var name = enumerationCase.isRawIdentifier ? "`\(text)`" : text
      while taken.contains(name)
        || declaration.members.containsMember(where: { GeneratedMember.typeName(of: $0) == name })
      {
        name = enumerationCase.isRawIdentifier ? "`\(name.dropFirst().dropLast())_`" : name + "_"
      }
      taken.insert(name)
      result[enumerationCase.name] = name
    }
    return result
  }

  private func typeName(_ enumerationCase: EnumerationCase) -> String {
    typeNames[enumerationCase.name] ?? enumerationCase.name
  }

  var schema: [String] {
    let head = declaration.schemaArguments.joined(separator: ", ")
    let call = "SchemaModel.GenerationSchema(\(head), anyOf: "
    guard cases.hasConditions() else {
      return [call + "["]
        + SourceText.indented(cases.lines { ["\(typeName($0)).self,"] }) + ["])"]
    }
    return [
      "var types: [any SchemaModel.Generable.Type] = []",
      "types.reserveCapacity(\(cases.flattened().count))",
    ] + cases.lines { ["types.append(\(typeName($0)).self)"] } + ["return \(call)types)"]
  }

  var content: [String] {
    [declaration.newProperties, "switch self {"]
      + cases.lines { enumerationCase in
        let values = enumerationCase.values
        let names = values.indices.map { "let value\($0)" }.joined(separator: ", ")
        let pattern = values.isEmpty ? "" : "(\(names))"
        return ["case .\(enumerationCase.name)\(pattern):"]
          + SourceText.indented(
            ["properties.append(type: \(SourceText.literal(enumerationCase.plainName)))"]
              + values.indices.map {
                "properties.append(\(SourceText.literal(values[$0].key)), value\($0))"
              })
      } + ["}", "return properties.finish()"]
  }

  var initializer: [String] {
    ["switch try SchemaMacros.GenerableExpansion.type(of: content, for: Self.self) {"]
      + cases.lines { enumerationCase in
        let values = enumerationCase.values.map { value in
          (value.argumentLabel.map { $0 + ": " } ?? "")
            + "content.value(forProperty: \(SourceText.literal(value.key)))"
        }
        let call = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        return [
          "case \(SourceText.literal(enumerationCase.plainName)):",
          "  self = \(values.isEmpty ? "" : "try ").\(enumerationCase.name)\(call)",
        ]
      } + [
        "default:",
        "  throw SchemaMacros.GenerableExpansion.unexpectedType(of: content, for: Self.self)",
        "}",
      ]
  }

  var partial: [String] {
    let access = declaration.access.memberPrefix
    let indirect = declaration.isIndirect ? "indirect " : ""
    var body = cases.lines { enumerationCase in
      let values = enumerationCase.values.map { value in
        (value.label.map { $0 + ": " } ?? "")
          + "\(value.type.text(inside: declaration.name)).PartiallyGenerated?"
      }
      let indirect = enumerationCase.isIndirect ? "indirect " : ""
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      return ["\(indirect)case \(enumerationCase.name)\(list)"]
    }
    body += block(
      "nonisolated \(access)init(_ content: SchemaModel.GeneratedContent) throws", initializer)
    return block(
      "nonisolated \(access)\(indirect)enum PartiallyGenerated: "
        + "nonisolated SchemaModel.ConvertibleFromGeneratedContent", body)
  }

  var helpers: [[String]] {
    cases.map { element in [element].lines { helper($0) } }
  }

  /// The type that describes a case in the schema; it keeps what it is made of.
  private func helper(_ enumerationCase: EnumerationCase) -> [String] {
    let name = SourceText.literal(enumerationCase.plainName)
    var properties = [
      "SchemaModel.GenerationSchema.Property("
        + "name: \"type\", type: Swift.String.self, guides: [.constant(\(name))])"
    ]
    properties += enumerationCase.values.map { value in
      "SchemaModel.GenerationSchema.Property("
        + "name: \(SourceText.literal(value.key)), "
        + "type: \(value.type.text(inside: declaration.name)).self)"
    }
    var head = "type: Self.self"
    if declaration.arguments.usesComments, let comment = enumerationCase.comment {
      head += ", description: \(SourceText.literal(comment))"
    }
    return block(
      "private nonisolated struct \(typeName(enumerationCase)): nonisolated SchemaModel.Generable",
      [
        "let generatedContent: SchemaModel.GeneratedContent",
        "init(_ content: SchemaModel.GeneratedContent) throws {",
        "  self.generatedContent = content",
        "}",
        "static var generationSchema: SchemaModel.GenerationSchema {",
        "  SchemaModel.GenerationSchema(\(head), properties: [",
      ] + SourceText.indented(properties.map { $0 + "," }, by: 2) + ["  ])", "}"])
  }
}
#endif
