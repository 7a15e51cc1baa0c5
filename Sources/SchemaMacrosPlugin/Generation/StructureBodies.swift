#if Macros
/// The bodies of the members that are generated for a struct.
struct StructureBodies: MemberBodies {
  private let declaration: GenerableDeclaration
  private let properties: [Conditional<StoredProperty>]

  init(_ declaration: GenerableDeclaration, _ properties: [Conditional<StoredProperty>]) {
    self.declaration = declaration
    self.properties = properties
  }

  var schema: [String] {
    declaration.objectSchema(declaration.schemaArguments, properties) { property in
      let source = declaration.schemaProperty(
        property.key, type: type(of: property), property.guide, comment: property.comment)
      return (source, property.line)
    }
  }

  /// Returns the type of a property, as an expression.
  private func type(of property: StoredProperty) -> String {
    "SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.\(property.name) }"
  }

  var content: [String] {
    if properties.isEmpty { return ["SchemaModel.GeneratedContent(properties: [:])"] }
    return typeChecks(in: .content)
      + declaration.properties { list in
        properties.lines {
          ["\(list).append(\(SourceText.literal($0.key)), self.\($0.name))"]
        }
      }
  }

  var initializer: [String] { typeChecks(in: .initializer) + assignments(toWrappers: true) }

  /// Returns the statements of a member that check the types of the values, if it has to.
  private func typeChecks(in member: GeneratedMember) -> [String] {
    guard declaration.checks(in: member) else { return [] }
    return properties.lines { declaration.check(type(of: $0), at: $0.line) }
  }

  /// Returns the statements that read the properties.
  ///
  /// `toWrappers` is `false` for the partially generated type, whose properties have no wrappers.
  private func assignments(toWrappers: Bool) -> [String] {
    // The compiler warns of a reader that reads nothing, which `#if` may cause. Without a reader,
    // the properties are read from the content.
    let hasReader = !properties.isEmpty && !properties.hasConditions()
    let source = hasReader ? "properties" : "content"
    return (hasReader ? [GenerableDeclaration.newReader] : [])
      + properties.lines { property in
        let key = SourceText.literal(property.key)
        let line = "self.\(property.name) = try \(source).value(forProperty: \(key))"
        // Only the compiler knows whether a property wrapper can be initialized from a value.
        return toWrappers && property.mayBeWrapped
          ? SourceLine.scope(at: property.line, [line]) : [line]
      }
  }

  var partial: [String] {
    let access = declaration.access.memberPrefix
    let identity = PartialIdentity(declaration, properties.flattened())
    var body = identity.declarations(access)
    if !properties.isEmpty {
      body += SourceLine.scope(
        at: declaration.line,
        properties.lines { property in
          let access = property.access.propertyPrefix(in: declaration.access)
          let value =
            "SchemaMacros.GenerableExpansion.absent "
            + "{ (value: \(declaration.name)) in value.\(property.name) }"
          return SourceLine.placed("\(access)var \(property.name) = \(value)", at: property.line)
        })
    }
    body += memberwiseInitializer(identity)
    body += block(
      "nonisolated \(access)init(_ content: SchemaModel.GeneratedContent) throws",
      ["self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))"]
        + assignments(toWrappers: false))
    // The other initializers call this one, so that only its stack frame contains the initial
    // values of the properties. Types may nest deep.
    body += block(
      "nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID)",
      ["self.\(identity.name) = id"])
    return block(
      partialHead(
        "struct", of: declaration, conformances: identity.conformances,
        isWhollyPublic: properties.flattened().allSatisfy { $0.access == .public }),
      body)
  }

  var conversion: [String] {
    let empty = "PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())"
    if properties.isEmpty { return [empty] }
    let partial = declaration.names.unused("partial")
    let identity = PartialIdentity(declaration, properties.flattened())
    // Without this assignment, the compiler warns of a variable that never changes if no condition
    // is true.
    let change = "\(partial).\(identity.name) = SchemaModel.GenerationID()"
    return ["var \(partial) = \(empty)"]
      + (properties.hasConditions() ? [change] : [])
      + properties.lines { property in
        let value = "SchemaMacros.GenerableExpansion.partial(self.\(property.name))"
        return ["\(partial).\(property.name) = \(value)"]
      } + ["return \(partial)"]
  }

  /// Returns the initializer of the partially generated type, with a parameter for each property
  /// that is as accessible as the type.
  ///
  /// A list of parameters cannot contain `#if`, so a property inside of `#if` has no parameter. A
  /// property with the name `self` has no parameter either, because the parameter would hide the
  /// value. The list cannot contain `#sourceLocation`, so a type that is not `Generable` is
  /// reported at the struct.
  private func memberwiseInitializer(_ identity: PartialIdentity) -> [String] {
    let settable = properties.compactMap { element -> StoredProperty? in
      guard case .part(let property) = element, property.access > .private,
        property.access >= declaration.access, property.name != "`self`"
      else { return nil }
      return property
    }
    let parameters = settable.map { "\($0.name): \(identity.partialType(of: $0)) = nil" }
    let list = ([identity.parameter] + parameters).joined(separator: ", ")
    return SourceLine.scope(
      at: declaration.line,
      block(
        "nonisolated \(declaration.access.memberPrefix)init(\(list))",
        ["self.init(identifiedBy: \(identity.name))"]
          + settable.map { "self.\($0.name) = \($0.name)" }))
  }
}

/// The property that identifies a partially generated struct in a list.
///
/// The property has the id of the content, which is the same in all snapshots of a stream. A
/// generated property `id` of the struct changes while its text grows. Such an `id` therefore stays
/// an ordinary property, and the id of the content has another name and satisfies `Identifiable`.
private struct PartialIdentity {
  /// The name of the property with the id.
  let name: String
  private let isIdentifiable: Bool
  private let hasOwnID: Bool
  private let declaration: GenerableDeclaration

  init(_ declaration: GenerableDeclaration, _ properties: [StoredProperty]) {
    self.declaration = declaration
    hasOwnID = properties.contains { $0.name == "id" }
    var name = hasOwnID ? "generationID" : "id"
    while hasOwnID, properties.contains(where: { $0.name == name }) { name += "_" }
    self.name = name
    // In an identifiable type, `ID` is the type of its ids. The author's `ID` can only be written
    // if it is a member of the outer type.
    isIdentifiable =
      !properties.contains { $0.type.mentionsID } || declaration.inherited.contains("Identifiable")
      || declaration.members.containsMember { GeneratedMember.typeName(of: $0) == "ID" }
  }

  var conformances: [String] { isIdentifiable ? ["Swift.Identifiable"] : [] }

  func declarations(_ access: String) -> [String] {
    guard isIdentifiable, hasOwnID else {
      return ["\(access)var \(name): SchemaModel.GenerationID"]
    }
    return [
      "@_implements(Swift.Identifiable, ID) \(access)typealias "
        + "\(declaration.names.unused("GenerationIdentity")) = SchemaModel.GenerationID",
      "@_implements(Swift.Identifiable, id) \(access)var \(name): SchemaModel.GenerationID",
    ]
  }

  var parameter: String { "\(name): SchemaModel.GenerationID = SchemaModel.GenerationID()" }

  /// Returns the type of a property in the partially generated type.
  func partialType(of property: StoredProperty) -> String {
    let type = property.type
    let text =
      isIdentifiable
      ? type.text(insideIdentifiable: declaration.name) : type.text(inside: declaration.name)
    return text + ".PartiallyGenerated?"
  }
}
#endif
