#if Macros
/// The bodies for an enumeration with values: an object whose `type` is the name of the
/// case.
struct UnionBodies: MemberBodies {
  private let declaration: GenerableDeclaration
  private let cases: [Conditional<EnumerationCase>]
  /// The names of the types that describe the cases, by the names of the cases.
  private let typeNames: [String: String]

  init(_ declaration: GenerableDeclaration, _ cases: [Conditional<EnumerationCase>]) {
    self.declaration = declaration
    self.cases = cases
    typeNames = Self.typeNames(cases.flattened(), in: declaration)
  }

  /// Returns names such as `DiscriminatedCircle`, which no other nested type has.
  private static func typeNames(
    _ cases: [EnumerationCase], in declaration: GenerableDeclaration
  ) -> [String: String] {
    var taken: Set<String> = []
    var result: [String: String] = [:]
    for enumerationCase in cases where result[enumerationCase.name] == nil {
      let plain = enumerationCase.plainName
      var name = "Discriminated" + plain.prefix(1).uppercased() + plain.dropFirst()
      name = declaration.names.unused(name)
      while !taken.insert(name).inserted { name = declaration.names.unused(name + "_") }
      result[enumerationCase.name] = name
    }
    return result
  }

  private func title(_ enumerationCase: EnumerationCase) -> String {
    typeNames[enumerationCase.name] ?? enumerationCase.plainName
  }

  private func typeName(_ enumerationCase: EnumerationCase) -> String {
    enumerationCase.isRawIdentifier ? "`\(title(enumerationCase))`" : title(enumerationCase)
  }

  /// Returns the type that describes a case, as the members of the enum refer to it.
  private func caseType(_ enumerationCase: EnumerationCase) -> String {
    "DiscriminatedCases.\(typeName(enumerationCase)).self"
  }

  var schema: [String] {
    let call = "SchemaModel.GenerationSchema(\(declaration.schemaArguments), anyOf: "
    guard cases.hasConditions() else {
      return [call + "["]
        + SourceText.indented(cases.lines { [caseType($0) + ","] }) + ["])"]
    }
    let list = declaration.names.unused("types")
    return [
      "var \(list): [any SchemaModel.Generable.Type] = []",
      "\(list).reserveCapacity(\(cases.flattened().count))",
    ] + cases.lines { ["\(list).append(\(caseType($0)))"] } + ["return \(call)\(list))"]
  }

  /// Returns the statements of a member that check the types of the values, if it has to.
  private func typeChecks(in member: GeneratedMember) -> [String] {
    guard declaration.checks(in: member) else { return [] }
    return cases.lines { enumerationCase in
      enumerationCase.values.indices.flatMap {
        declaration.check(
          type(ofValue: $0, in: enumerationCase), at: enumerationCase.values[$0].line)
      }
    }
  }

  /// Returns the type of a case's value, as an expression that takes the type from the case, and
  /// that compiles only if the type is `Generable`.
  private func type(ofValue index: Int, in enumerationCase: EnumerationCase) -> String {
    let names = enumerationCase.values.indices.map { "value\($0)" }
    let pattern = names.map { "let " + $0 }.joined(separator: ", ")
    // All of the values are used, so that the compiler does not warn of an unused one.
    let result =
      names.count == 1 ? names[0] : "(\(names.joined(separator: ", "))).\(index)"
    let type = GenerableDeclaration.valueType(
      "guard case .\(enumerationCase.name)(\(pattern)) = value "
        + "else { throw SchemaMacros.GenerableExpansion.NoValue() }; return \(result)",
      of: declaration.name)
    return "SchemaMacros.GenerableExpansion.generable(\(type))"
  }

  var content: [String] {
    typeChecks(in: .content)
      + declaration.properties { list in
        ["switch self {"]
          + cases.lines { enumerationCase in
            let values = enumerationCase.values
            let names = values.indices.map { "let value\($0)" }.joined(separator: ", ")
            let pattern = values.isEmpty ? "" : "(\(names))"
            return ["case .\(enumerationCase.name)\(pattern):"]
              + SourceText.indented(
                ["\(list).append(type: \(SourceText.literal(enumerationCase.plainName)))"]
                  + values.indices.map {
                    "\(list).append(\(SourceText.literal(values[$0].key)), value\($0))"
                  })
          } + ["}"]
      }
  }

  var initializer: [String] { typeChecks(in: .initializer) + reading(for: "Self.self") }

  /// Returns the statements that read a value of the enum or of its partially generated type.
  private func reading(for type: String) -> [String] {
    // The compiler warns of a reader that reads nothing, which `#if` may cause. Without a reader,
    // the values are read from the content.
    let hasReader = !cases.hasConditions()
    let source = hasReader ? "properties" : "content"
    return (hasReader ? [GenerableDeclaration.newReader] : []) + [
      "switch try SchemaMacros.GenerableExpansion.type(of: content, for: \(type)) {"
    ]
      + cases.lines { enumerationCase in
        let values = enumerationCase.values.map { value in
          (value.argumentLabel.map { $0 + ": " } ?? "")
            + "\(source).value(forProperty: \(SourceText.literal(value.key)))"
        }
        let call = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        return [
          "case \(SourceText.literal(enumerationCase.plainName)):",
          "  self = \(values.isEmpty ? "" : "try ").\(enumerationCase.name)\(call)",
        ]
      } + [
        "default:",
        "  throw SchemaMacros.GenerableExpansion.unexpectedType(of: content, for: \(type))",
        "}",
      ]
  }

  var partial: [String] {
    let access = declaration.access.memberPrefix
    let indirect = declaration.isIndirect ? "indirect " : ""
    let list = cases.lines { enumerationCase in
      let values = enumerationCase.values.map { value in
        (value.label.map { $0 + ": " } ?? "")
          + "\(value.type.text(inside: declaration.name)).PartiallyGenerated?"
      }
      let indirect = enumerationCase.isIndirect ? "indirect " : ""
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      return SourceLine.placed(
        "\(indirect)case \(enumerationCase.name)\(list)", at: enumerationCase.line)
    }
    let body =
      SourceLine.scope(at: declaration.line, list)
      + block(
        "nonisolated \(access)init(_ content: SchemaModel.GeneratedContent) throws",
        // The enum's name is written as a type here, because in an expression the name could mean a
        // case.
        reading(for: GenerableDeclaration.valueType("value", of: declaration.name)))
    // The cases of a public enum have public types only.
    return block(
      partialHead("\(indirect)enum", of: declaration, isWhollyPublic: true), body)
  }

  var conversion: [String] {
    ["switch self {"]
      + cases.lines { enumerationCase in
        let values = enumerationCase.values
        let names = values.indices.map { "let value\($0)" }.joined(separator: ", ")
        let arguments = values.indices.map { index in
          (values[index].argumentLabel.map { $0 + ": " } ?? "")
            + "SchemaMacros.GenerableExpansion.partial(value\(index))"
        }
        let name = enumerationCase.name
        return values.isEmpty
          ? ["case .\(name): return .\(name)"]
          : [
            "case .\(name)(\(names)):", "  return .\(name)(\(arguments.joined(separator: ", ")))",
          ]
      } + ["}"]
  }

  // A macro has to list the names of the members that it adds. The names of these types depend on
  // the cases, so one member with a fixed name encloses all of them. With `names: arbitrary` in
  // place of a list, the compiler finds each operator of the type twice.
  var helpers: [[String]] {
    [block("private nonisolated enum DiscriminatedCases", cases.lines { helper($0) })]
  }

  /// A property of the type that describes a case.
  private enum HelperProperty {
    case discriminator

    /// The associated value at an index.
    case value(Int)
  }

  /// Returns the declaration of the type that describes a case in the schema.
  ///
  /// A value of this type stores only content. The enum itself reads the values of the case.
  private func helper(_ enumerationCase: EnumerationCase) -> [String] {
    let guide = enumerationCase.guide.relative(to: declaration.name)
    let comment = declaration.arguments.usesComments ? enumerationCase.comment : nil
    let arguments = declaration.schemaArguments(
      title: SourceText.literal(title(enumerationCase)),
      description: guide.targeting(nil).description ?? comment.map { SourceText.literal($0) })
    let discriminator =
      "SchemaModel.GenerationSchema.Property(name: \"type\", type: Swift.String.self, "
      + "guides: [.constant(\(SourceText.literal(enumerationCase.plainName)))])"
    let properties: [Conditional<HelperProperty>] =
      [.part(.discriminator)] + enumerationCase.values.indices.map { .part(.value($0)) }
    let schema = declaration.objectSchema(arguments, properties) { property in
      switch property {
      case .discriminator: return (discriminator, nil)
      case .value(let index):
        let value = enumerationCase.values[index]
        let type = type(ofValue: index, in: enumerationCase)
        return (
          declaration.schemaProperty(value.key, type: type, guide.targeting(value.key)), value.line
        )
      }
    }
    return block(
      "nonisolated struct \(typeName(enumerationCase)): nonisolated SchemaModel.Generable",
      ["let generatedContent: SchemaModel.GeneratedContent"]
        + block(
          "init(_ content: SchemaModel.GeneratedContent) throws",
          ["self.generatedContent = content"])
        + block("static var generationSchema: SchemaModel.GenerationSchema", schema))
  }
}
#endif
