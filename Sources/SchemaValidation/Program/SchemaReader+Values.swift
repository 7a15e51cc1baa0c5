import SchemaDocuments

/// The keywords that hold no other schema.
extension SchemaReader {
  func readValues(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    schema.allowsZeroFraction = draft > .draft4
    readTypes(into: &schema, &compiler)
    schema.choices = choices(.enum, &compiler) { member in
      guard tree.shape(member) == .array else { return nil }
      return tree.children(of: member).map { tree.content($0) }
    }
    if draft >= .draft6 {
      schema.constant = choices(.const, &compiler) { [tree.content($0)] }
    }
    compiler.builder.add(numberRule(&compiler), to: &schema)
  }

  private func readTypes(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    let names = value(.type, "the name of a type or a list of names", &compiler) { member in
      tree.string(member).map { [$0] } ?? tree.strings(member)
    }
    guard let names, let member = member(.type) else { return }
    var types: ValueTypes = []
    for name in names {
      if let known = ValueTypes(name: name) {
        types.formUnion(known)
      } else {
        compiler.builder.note(
          member, "'\(name)' is not a type of JSON Schema, so it is ignored.",
          "Use string, number, integer, boolean, object, array or null.")
      }
    }
    if !types.isEmpty || names.isEmpty { schema.types = types }
  }

  private func choices(
    _ keyword: Keyword, _ compiler: inout SchemaCompiler, _ read: (Int) -> [GeneratedContent]?
  ) -> Int {
    guard let values = value(keyword, "an array", &compiler, read) else { return -1 }
    return compiler.builder.choices(values, keyword: keyword)
  }

  private func numberRule(_ compiler: inout SchemaCompiler) -> NumberRule {
    var rule = NumberRule()
    rule.minimum = number(.minimum, &compiler)
    rule.maximum = number(.maximum, &compiler)
    if draft == .draft4 {
      // There the two are flags that change the bounds.
      if flag(.exclusiveMinimum, &compiler) { swap(&rule.minimum, &rule.exclusiveMinimum) }
      if flag(.exclusiveMaximum, &compiler) { swap(&rule.maximum, &rule.exclusiveMaximum) }
    } else {
      rule.exclusiveMinimum = number(.exclusiveMinimum, &compiler)
      rule.exclusiveMaximum = number(.exclusiveMaximum, &compiler)
    }
    rule.multiple = numeric(.multipleOf, "a number above 0", &compiler) { member in
      tree.number(member).flatMap { $0 > SchemaNumber(0) ? $0 : nil }
    }
    return rule
  }

  func readString(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    var rule = StringRule()
    if vocabulary.validates {
      rule.minimumLength = count(.minLength, &compiler)
      rule.maximumLength = count(.maxLength, &compiler)
      if let member = member(.pattern),
        let source = value(.pattern, "a string", &compiler, { tree.string($0) })
      {
        rule.pattern = compiler.builder.pattern(source, at: member)
      }
    }
    if compiler.assertsFormats || vocabulary.assertsFormats, let member = member(.format),
      let name = value(.format, "a string", &compiler, { tree.string($0) })
    {
      rule.format = compiler.builder.format(name, at: member)
    }
    compiler.builder.add(rule, to: &schema)
  }
}
