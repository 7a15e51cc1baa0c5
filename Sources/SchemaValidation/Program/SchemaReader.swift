/// Reads the keywords of one schema.
///
/// A keyword whose value has a wrong form is ignored, with a note.
struct SchemaReader {
  let tree: DocumentTree
  let location: SchemaLocation
  let vocabulary: SchemaVocabulary

  var draft: SchemaDraft { vocabulary.draft }

  mutating func read(
    into schema: inout CompiledSchema, _ compiler: inout SchemaCompiler
  ) throws(ValidatorError) {
    if let reference = try reference("$ref", &compiler) { schema.applicators.append(reference) }
    if draft.ignoresSiblingsOfReference, !schema.applicators.isEmpty { return }
    if draft >= .draft2020, let reference = try reference("$dynamicRef", &compiler) {
      schema.applicators.append(reference)
    }
    if draft == .draft2019, member("$recursiveRef") != nil {
      schema.applicators.append(
        .reference(compiler.recursiveTarget(from: location), keyword: "$recursiveRef"))
    }
    if vocabulary.validates { readValues(into: &schema, &compiler) }
    readString(into: &schema, &compiler)
    readArray(into: &schema, &compiler)
    readObject(into: &schema, &compiler)
    if vocabulary.applies { readApplicators(into: &schema, &compiler) }
    guard vocabulary.findsUnevaluated, draft >= .draft2019 else { return }
    if let items = self.schema("unevaluatedItems", &compiler) {
      schema.applicators.append(.unevaluatedItems(items))
    }
    if let properties = self.schema("unevaluatedProperties", &compiler) {
      schema.applicators.append(.unevaluatedProperties(properties))
    }
  }

  // MARK: Members

  /// The value of a keyword, if it is there.
  func member(_ keyword: String) -> Int? { tree.member(keyword, of: location.value) }

  /// The place of a value in the document.
  func place(_ value: Int) -> SchemaLocation {
    SchemaLocation(document: location.document, value: value)
  }

  /// The value of a keyword in its right form; `nil`, with a note, if it has another.
  func value<Value>(
    _ keyword: String, _ form: String, _ compiler: inout SchemaCompiler,
    _ read: (Int) -> Value?
  ) -> Value? {
    guard let member = member(keyword) else { return nil }
    if let value = read(member) { return value }
    compiler.note(
      place(member), "The value of '\(keyword)' is not \(form), so the keyword is ignored.",
      "Write \(form), or remove the keyword.")
    return nil
  }

  /// The number of a keyword.
  func number(_ keyword: String, _ compiler: inout SchemaCompiler) -> SchemaNumber? {
    value(keyword, "a number", &compiler) { tree.content($0).exactNumber }
  }

  /// The number of things of a keyword.
  func count(_ keyword: String, _ compiler: inout SchemaCompiler) -> Int? {
    value(keyword, "a whole number of at least 0", &compiler) { member in
      guard let number = tree.content(member).exactNumber, number.isInteger, !number.isNegative
      else { return nil }
      return number.integer(Int.self) ?? .max
    }
  }

  /// The strings of an array.
  func strings(_ keyword: String, _ compiler: inout SchemaCompiler) -> [String]? {
    value(keyword, "an array of strings", &compiler) { strings(in: $0) }
  }

  func strings(in value: Int) -> [String]? {
    guard tree.values[value].kind == .array else { return nil }
    let children = tree.values[value].children
    let strings = children.compactMap { tree.string($0) }
    return strings.count == children.count ? strings : nil
  }

  /// The index of the schema of a keyword.
  func schema(_ keyword: String, _ compiler: inout SchemaCompiler) -> Int? {
    value(keyword, "a schema", &compiler) { isSchema($0) ? place($0) : nil }
      .map { compiler.schema(at: $0) }
  }

  /// The indices of the schemas of a keyword.
  func schemas(_ keyword: String, _ compiler: inout SchemaCompiler) -> [Int]? {
    value(keyword, "an array of schemas", &compiler) { member in
      tree.values[member].kind == .array ? tree.values[member].children : nil
    }?.map { compiler.schema(at: place($0)) }
  }

  /// The values by name of a keyword.
  func named(_ keyword: String, _ compiler: inout SchemaCompiler) -> Range<Int> {
    value(keyword, "an object", &compiler) { member in
      tree.values[member].kind == .object ? tree.values[member].children : nil
    } ?? 0..<0
  }

  func isSchema(_ value: Int) -> Bool {
    tree.values[value].kind == .object || tree.values[value].kind == .boolean
  }

  private func reference(
    _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(ValidatorError) -> Applicator? {
    guard let member = member(keyword) else { return nil }
    guard let text = value(keyword, "a string", &compiler, { tree.string($0) }) else { return nil }
    let schema = try compiler.target(
      of: text, written: place(member), isDynamic: keyword == "$dynamicRef")
    return .reference(schema, keyword: keyword)
  }
}
