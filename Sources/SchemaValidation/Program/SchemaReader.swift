import SchemaDocuments

/// Reads the keywords of one schema.
///
/// A keyword whose value has a wrong form is ignored, with a note.
struct SchemaReader {
  let tree: DocumentTree
  let location: Int
  let vocabulary: SchemaVocabulary

  var draft: SchemaDraft { vocabulary.draft }

  func read(
    into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler
  ) throws(ValidatorError) {
    if let reference = try reference(.reference, &compiler) {
      add(reference, to: &schema, &compiler)
    }
    if draft.ignoresSiblingsOfReference, !schema.applicators.isEmpty { return }
    if draft >= .draft2020, let reference = try reference(.dynamicReference, &compiler) {
      add(reference, to: &schema, &compiler)
    }
    if draft == .draft2019, member(.recursiveReference) != nil {
      let target = compiler.recursiveTarget(from: location)
      add(
        .reference(target, keyword: .recursiveReference), to: &schema, &compiler)
    }
    if vocabulary.validates { readValues(into: &schema, &compiler) }
    readString(into: &schema, &compiler)
    readArray(into: &schema, &compiler)
    readObject(into: &schema, &compiler)
    if vocabulary.applies { readApplicators(into: &schema, &compiler) }
    guard vocabulary.findsUnevaluated else { return }
    if let items = self.schema(.unevaluatedItems, &compiler) {
      add(.unevaluatedItems(items), to: &schema, &compiler)
    }
    if let properties = self.schema(.unevaluatedProperties, &compiler) {
      add(.unevaluatedProperties(properties), to: &schema, &compiler)
    }
  }

  private func reference(
    _ keyword: Keyword, _ compiler: inout SchemaCompiler
  ) throws(ValidatorError) -> Applicator? {
    guard let member = member(keyword),
      let text = value(keyword, "a string", &compiler, { tree.string($0) })
    else { return nil }
    let schema = try compiler.target(
      of: text, written: member, isDynamic: keyword == .dynamicReference)
    return .reference(schema, keyword: keyword)
  }

  func add(
    _ applicator: Applicator, to schema: inout CompiledSchema, _ compiler: inout SchemaCompiler
  ) {
    compiler.builder.add(applicator, to: &schema)
  }

  // MARK: Members

  /// The value of a keyword, if it is there.
  func member(_ keyword: Keyword) -> Int? { tree.member(keyword, of: location) }

  /// The value of a keyword in its right form; `nil`, with a note, if it has another.
  func value<Value>(
    _ keyword: Keyword, _ form: String, _ compiler: inout SchemaCompiler,
    _ read: (Int) -> Value?
  ) -> Value? {
    guard let member = member(keyword) else { return nil }
    if let value = read(member) { return value }
    compiler.builder.note(
      member, "The value of '\(keyword.rawValue)' is not \(form), so the keyword is ignored.",
      "Write \(form), or remove the keyword.")
    return nil
  }

  /// The number of a keyword.
  func number(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> SchemaNumber? {
    numeric(keyword, "a number", &compiler) { tree.number($0) }
  }

  /// The number of things of a keyword.
  func count(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> Int? {
    numeric(keyword, "a whole number of at least 0", &compiler) { tree.count($0) }
  }

  /// The value of a keyword in its right form; `nil`, with a note, if it has another, or an exponent
  /// that is too long to be read.
  func numeric<Value>(
    _ keyword: Keyword, _ form: String, _ compiler: inout SchemaCompiler,
    _ read: (Int) -> Value?
  ) -> Value? {
    guard let member = member(keyword), tree.shape(member) == .number, tree.number(member) == nil
    else { return value(keyword, form, &compiler, read) }
    compiler.builder.note(
      member,
      "The exponent of '\(keyword.rawValue)' has more than 17 digits, so the keyword is ignored.",
      "Write a smaller number.")
    return nil
  }

  /// The flag of a keyword; `false` if it is not there.
  func flag(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> Bool {
    value(keyword, "a boolean", &compiler) { tree.boolean($0) } ?? false
  }

  /// The index of the schema of a keyword, if the draft has it.
  func schema(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> Int? {
    guard keyword.drafts.contains(draft) else { return nil }
    return value(keyword, "a schema", &compiler) { tree.isSchema($0) ? $0 : nil }
      .map { compiler.schema(at: $0) }
  }

  /// The indices of the schemas of a keyword, if the draft has it.
  func schemas(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> [Int]? {
    guard keyword.drafts.contains(draft) else { return nil }
    return value(keyword, "an array of schemas", &compiler) { member in
      tree.shape(member) == .array ? tree.children(of: member) : nil
    }?.map { compiler.schema(at: $0) }
  }

  /// The values by name of a keyword.
  func named(_ keyword: Keyword, _ compiler: inout SchemaCompiler) -> Range<Int> {
    value(keyword, "an object", &compiler) { member in
      tree.shape(member) == .object ? tree.children(of: member) : nil
    } ?? 0..<0
  }
}
