#if Macros
/// The bodies for an enumeration without values: a string that is one of some choices.
struct ChoiceBodies: MemberBodies {
  private let declaration: GenerableDeclaration
  private let cases: [Conditional<EnumerationCase>]
  private let rawValues: GenerableDeclaration.RawValues

  init(
    _ declaration: GenerableDeclaration, _ cases: [Conditional<EnumerationCase>],
    _ rawValues: GenerableDeclaration.RawValues
  ) {
    self.declaration = declaration
    self.cases = cases
    self.rawValues = rawValues
  }

  /// Returns the string for a case, as source.
  private func choice(_ enumerationCase: EnumerationCase) -> String {
    let name = SourceText.literal(enumerationCase.plainName)
    switch rawValues {
    case .names: return name
    case .strings: return "Self.\(enumerationCase.name).rawValue"
    case .possiblyStrings:
      return "SchemaMacros.GenerableExpansion.choice(Self.\(enumerationCase.name), named: \(name))"
    }
  }

  var schema: [String] {
    let call = "SchemaModel.GenerationSchema(\(declaration.schemaArguments), anyOf: "
    guard cases.hasConditions() else {
      return [call + "["] + SourceText.indented(cases.lines { [choice($0) + ","] }) + ["])"]
    }
    let list = declaration.names.unused("choices")
    return [
      "var \(list): [Swift.String] = []",
      "\(list).reserveCapacity(\(cases.flattened().count))",
    ] + cases.lines { ["\(list).append(\(choice($0)))"] } + ["return \(call)\(list))"]
  }

  var content: [String] {
    if case .strings = rawValues { return ["self.rawValue.generatedContent"] }
    return ["switch self {"]
      + cases.lines { ["case .\($0.name): return \(choice($0)).generatedContent"] } + ["}"]
  }

  var initializer: [String] {
    let fault = "throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)"
    if case .strings = rawValues {
      return [
        "guard let value = Self(rawValue: try content.value(Swift.String.self)) else {",
        "  \(fault)",
        "}",
        "self = value",
      ]
    }
    return ["switch try content.value(Swift.String.self) {"]
      + cases.lines { ["case \(choice($0)): self = .\($0.name)"] } + ["default: \(fault)", "}"]
  }
}
#endif
