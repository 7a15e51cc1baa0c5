#if Macros
/// What is generated for a struct.
struct StructureBodies: MemberBodies {
  private let declaration: GenerableDeclaration
  private let properties: [Conditional<StoredProperty>]

  init(_ declaration: GenerableDeclaration, _ properties: [Conditional<StoredProperty>]) {
    self.declaration = declaration
    self.properties = properties
  }

  var schema: [String] {
    let head = declaration.schemaArguments.joined(separator: ", ")
    let call = "SchemaModel.GenerationSchema(\(head), properties: "
    if properties.isEmpty { return [call + "[])"] }
    guard properties.hasConditions() else {
      return [call + "["]
        + SourceText.indented(properties.lines { ["\(schemaProperty($0)),"] }) + ["])"]
    }
    // Reserving room counts as a change, where no condition may be true.
    return [
      "var properties: [SchemaModel.GenerationSchema.Property] = []",
      "properties.reserveCapacity(\(properties.flattened().count))",
    ] + properties.lines { ["properties.append(\(schemaProperty($0)))"] }
      + ["return \(call)properties)"]
  }

  private func schemaProperty(_ property: StoredProperty) -> String {
    var arguments = ["name: \(SourceText.literal(property.key))"]
    if let description = property.guide.description
      ?? property.comment.map({ SourceText.literal($0) })
    {
      arguments.append("description: \(description)")
    }
    arguments.append("type: \(property.type.text).self")
    let guides = property.guide.elements
    if !guides.isEmpty { arguments.append("guides: [\(guides.joined(separator: ", "))]") }
    return "SchemaModel.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
  }

  var content: [String] {
    if properties.isEmpty { return ["SchemaModel.GeneratedContent(properties: [:])"] }
    return [declaration.newProperties]
      + properties.lines {
        ["properties.append(\(SourceText.literal($0.key)), self.\($0.name))"]
      } + ["return properties.finish()"]
  }

  var initializer: [String] { assignments }

  private var assignments: [String] {
    // A reader finds several properties faster, and needs to change: so there has to be one for sure.
    let hasReader = properties.count > 1 && !properties.hasConditions()
    let source = hasReader ? "properties" : "content"
    let reader = "var properties = SchemaModel.GeneratedContent.PropertyReader(content)"
    return (hasReader ? [reader] : [])
      + properties.lines {
        ["self.\($0.name) = try \(source).value(forProperty: \(SourceText.literal($0.key)))"]
      }
  }

  var partial: [String] {
    let access = declaration.access.memberPrefix
    let identity = PartialIdentity(declaration, properties.flattened())
    var body = identity.declarations(access)
    body += properties.lines { property in
      let type = property.type
      let text =
        identity.isIdentifiable
        ? type.text(insideIdentifiable: declaration.name) : type.text(inside: declaration.name)
      let access = property.access.propertyPrefix(in: declaration.access)
      return ["\(access)var \(property.name): \(text).PartiallyGenerated?"]
    }
    body += block(
      "nonisolated \(access)init(_ content: SchemaModel.GeneratedContent) throws",
      identity.assignments + assignments)
    let conformances =
      identity.conformances + [
        "nonisolated SchemaModel.ConvertibleFromGeneratedContent"
      ]
    return block(
      "nonisolated \(access)struct PartiallyGenerated: \(conformances.joined(separator: ", "))",
      body)
  }
}

/// How a partially generated struct is told from others in a list.
///
/// It is the same from one snapshot of a stream to the next, unlike the struct's own `id`, where that
/// is generated: while its text grows it is another one each time. So the conformance uses the id of
/// the content, and the property keeps its name.
private struct PartialIdentity {
  let isIdentifiable: Bool
  private let name: String
  private let hasOwnID: Bool

  init(_ declaration: GenerableDeclaration, _ properties: [StoredProperty]) {
    hasOwnID = properties.contains { $0.name == "id" }
    var name = hasOwnID ? "generationID" : "id"
    while hasOwnID, properties.contains(where: { $0.name == name }) { name += "_" }
    self.name = name
    // In an identifiable type `ID` is the type of its ids. What the author meant by it can be said
    // only if it is a member of the outer type.
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
      "@_implements(Swift.Identifiable, ID) \(access)typealias GenerationIdentity = "
        + "SchemaModel.GenerationID",
      "@_implements(Swift.Identifiable, id) \(access)var \(name): SchemaModel.GenerationID",
    ]
  }

  var assignments: [String] { ["self.\(name) = content.id ?? SchemaModel.GenerationID()"] }
}
#endif
