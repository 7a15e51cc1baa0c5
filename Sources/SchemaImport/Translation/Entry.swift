import SchemaDocuments

/// A place of the result, and its known properties.
struct Entry {
  /// The schemas that the values of an entry have to satisfy.
  enum Subject {
    /// One schema of the document, as most entries have.
    case schema
    /// Several schemas, a part of a schema, or a schema with limits.
    case place(Place)
    /// The schemas of another entry: this one is a kind that is part of it, such as null in
    /// `"type": ["string", "null"]`.
    case other
  }

  let subject: Subject

  /// The schema of the document at which problems are reported.
  let schema: SchemaID

  /// The name of a property or a definition, from which the entry's definition is named.
  let hint: String?

  private(set) var kind = GenerationSchema.Kind.any
  private(set) var guides: [GuideValue] = []
  /// The constraints that the description tells in words.
  private(set) var words: [WordedConstraint] = []
  private(set) var title: String?
  private(set) var summary: String?

  /// `true` for the target of a reference, which becomes a definition.
  private(set) var isDefinition = false

  /// `true` if the entry combines schemas, so that a contradiction between them may be intended.
  var isCombined: Bool {
    guard case .place(let place) = subject else { return false }
    return place.conjuncts.count > 1 || !place.limits.isEmpty
  }

  /// `true` if the entry is a kind that is part of another entry.
  var isPart: Bool { if case .other = subject { true } else { false } }

  /// Creates an entry whose kind is not known yet.
  init(_ subject: Subject, at schema: SchemaID, hint: String?) {
    (self.subject, self.schema, self.hint) = (subject, schema, hint)
  }

  /// Creates the entry of a kind of value that is part of another place.
  init(_ content: Translator.Content, at schema: SchemaID) {
    (subject, self.schema, hint) = (.other, schema, nil)
    (kind, guides) = content
  }

  /// Sets the kind of value and its constraints.
  mutating func declare(_ content: Translator.Content, words: [WordedConstraint]) {
    (kind, guides) = content
    self.words = words
  }

  /// Sets the title and the description, unless the entry has its own.
  mutating func name(title: String?, summary: String?) {
    self.title = self.title ?? title
    self.summary = self.summary ?? summary
  }

  /// Makes the entry a definition.
  mutating func makeDefinition() { isDefinition = true }

  // MARK: Leaving parts out

  /// Replaces the kind by one without parts that no value satisfies, and keeps the constraints.
  mutating func narrow(to kind: GenerationSchema.Kind) { self.kind = kind }

  /// Leaves out the elements of an array, so that only the empty array is left.
  mutating func removeElements() { (kind, guides) = (.tuple([]), []) }
}

/// The index of an entry in the table of a translation, and in the table of the schema.
typealias EntryID = GenerationSchema.EntryID

extension GenerationSchema.Reference {
  /// The entry; `nil` for a reference to a Swift type.
  var entry: EntryID? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}
