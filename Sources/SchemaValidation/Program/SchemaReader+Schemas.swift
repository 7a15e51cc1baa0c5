import SchemaDocuments

/// The keywords that hold other schemas.
extension SchemaReader {
  func readArray(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    var rule = ArrayRule()
    if vocabulary.validates {
      rule.minimumCount = count(.minItems, &compiler)
      rule.maximumCount = count(.maxItems, &compiler)
      rule.isUnique = flag(.uniqueItems, &compiler)
    }
    if vocabulary.applies {
      let listsSchemas = member(.items).map { tree.shape($0) == .array } ?? false
      if let prefix = schemas(.prefixItems, &compiler) {
        rule.prefix = compiler.builder.list(prefix)
      } else if listsSchemas, draft < .draft2020 {
        rule.prefixKeyword = .items
        let prefix = schemas(.items, &compiler) ?? []
        rule.prefix = compiler.builder.list(prefix)
      }
      let keyword = draft < .draft2020 && listsSchemas ? Keyword.additionalItems : .items
      if let rest = self.schema(keyword, &compiler) {
        rule.rest = rest
        rule.restKeyword = keyword
      }
    }
    compiler.builder.add(rule, to: &schema)
  }

  func readObject(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    var rule = ObjectRule()
    if vocabulary.applies {
      for child in named(.properties, &compiler) {
        let index = compiler.builder.property(tree.name(of: child), of: &rule)
        let schema = compiler.schema(at: child)
        compiler.builder.program.properties[index].isDeclared = true
        compiler.builder.program.properties[index].schema = schema
      }
      var patterns: [ObjectRule.PatternProperty] = []
      var locations: [Int] = []
      for child in named(.patternProperties, &compiler) {
        let pattern = compiler.builder.pattern(tree.name(of: child), at: child, isAlone: false)
        guard pattern >= 0 else { continue }
        let schema = compiler.schema(at: child)
        patterns.append(ObjectRule.PatternProperty(pattern: pattern, schema: schema))
        locations.append(child)
      }
      compiler.builder.add(patterns, at: locations, to: &rule)
      if let additional = self.schema(.additionalProperties, &compiler) {
        rule.hasAdditional = true
        rule.additional = additional
      }
      if let names = self.schema(.propertyNames, &compiler) {
        rule.propertyNames = names
      }
    }
    if vocabulary.validates {
      rule.minimumCount = count(.minProperties, &compiler)
      rule.maximumCount = count(.maxProperties, &compiler)
      let required = value(.required, "an array of strings", &compiler) { tree.strings($0) }
      for name in required ?? [] { compiler.builder.require(name, of: &rule) }
    }
    compiler.builder.add(rule, to: &schema)
  }

  func readApplicators(into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler) {
    if let all = schemas(.allOf, &compiler) {
      let all = compiler.builder.list(all)
      add(.allOf(all), to: &schema, &compiler)
    }
    if let any = schemas(.anyOf, &compiler) {
      let any = Alternatives(schemas: compiler.builder.list(any))
      add(.anyOf(any), to: &schema, &compiler)
    }
    if let one = schemas(.oneOf, &compiler) {
      let one = Alternatives(schemas: compiler.builder.list(one))
      add(.oneOf(one), to: &schema, &compiler)
    }
    if let not = self.schema(.not, &compiler) { add(.not(not), to: &schema, &compiler) }
    if let condition = self.schema(.if, &compiler) {
      let then = self.schema(.then, &compiler) ?? -1
      let otherwise = self.schema(.else, &compiler) ?? -1
      add(.conditional(condition, then: then, otherwise: otherwise), to: &schema, &compiler)
    }
    let dependents = dependents(&compiler)
    compiler.builder.add(dependents, to: &schema)
    guard let contains = self.schema(.contains, &compiler) else { return }
    let limits = draft >= .draft2019 && vocabulary.validates
    let minimum = limits ? count(.minContains, &compiler) : nil
    let maximum = limits ? count(.maxContains, &compiler) : nil
    add(
      .contains(
        contains, minimum: minimum, maximum: maximum ?? .max,
        countsAsEvaluated: draft >= .draft2020), to: &schema, &compiler)
  }

  private func dependents(_ compiler: inout SchemaCompiler) -> [Applicator.Dependent] {
    var dependents: [Applicator.Dependent] = []
    for keyword in [Keyword.dependentSchemas, .dependentRequired, .dependencies] {
      if keyword != .dependencies, draft < .draft2019 { continue }
      for child in named(keyword, &compiler) {
        let names = keyword == .dependentSchemas ? nil : tree.strings(child)
        if names == nil, keyword == .dependentRequired || !tree.isSchema(child) {
          compiler.builder.note(
            child, "This value of '\(keyword.rawValue)' has a wrong form, so it is ignored.",
            "Write \(keyword == .dependentRequired ? "an array of names" : "a schema").")
          continue
        }
        dependents.append(
          Applicator.Dependent(
            keyword: keyword, name: tree.name(of: child),
            schema: names == nil ? compiler.schema(at: child) : -1, required: names ?? []))
      }
    }
    return dependents
  }
}
