import SchemaKit

/// Writes the cost of a schema, for people and for programs.
struct CostReport {
  private let cost: SchemaCost
  private let name: String

  /// How many properties, names and descriptions are listed for people.
  private static let listed = (properties: 40, texts: 8)

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - cost: The cost of the schema.
  ///   - name: The name of the schema.
  init(_ cost: SchemaCost, name: String) {
    self.cost = cost
    self.name = name
  }

  /// The report for people.
  ///
  /// - Parameter display: The display.
  /// - Returns: The text, with its line breaks.
  func text(on display: Display) -> String {
    var lines = [
      display.styled("\(name.visible) in \(cost.dialect)", .strong), "",
      "  schema  about \(cost.schema) tokens: \(cost.names) in names, "
        + "\(cost.descriptions) in descriptions",
      "  answer  about \(cost.answer) tokens, if it is a typical one",
    ]
    if !cost.properties.isEmpty {
      lines.append("")
      var table = TextTable([("PROPERTY", .left), ("SCHEMA", .right), ("ANSWER", .right)])
      for property in cost.properties.prefix(Self.listed.properties) {
        table.append([
          TextTable.Cell(property.path.pointer.visible),
          TextTable.Cell(property.schema == 0 ? "-" : "\(property.schema)"),
          TextTable.Cell("\(property.answer)"),
        ])
      }
      lines += table.lines(on: display)
      lines += rest(cost.properties.count, Self.listed.properties)
    }
    lines += names(on: display) + descriptions(on: display)
    lines += [""]
    lines += Self.caveat.paragraph(columns: display.textColumns).map { display.styled($0, .faint) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let caveat = """
    Estimated by a rule of thumb, for JSON without white space: of real schemas and answers nine \
    in ten are within 9 % of OpenAI's tokenizers. What an answer holds depends on the model.
    """

  private func names(on display: Display) -> [String] {
    guard !cost.longNames.isEmpty else { return [] }
    var table = TextTable([
      ("NAME", .left), ("TOKENS", .right), ("IN SCHEMA", .right), ("IN ANSWER", .right),
      ("SAVES", .right),
    ])
    for text in cost.longNames.prefix(Self.listed.texts) {
      table.append([
        TextTable.Cell(text.text.visible), TextTable.Cell("\(text.tokens)"),
        TextTable.Cell("\(text.mentions) ×"), TextTable.Cell("\(Self.tenths(text.occurrences)) ×"),
        TextTable.Cell("\(text.saving.schema + text.saving.answer)"),
      ])
    }
    let saving = cost.longNames.reduce((0, 0)) {
      ($0.0 + $1.saving.schema, $0.1 + $1.saving.answer)
    }
    let sentence =
      "Names of one token each would save \(saving.0) in the schema and \(saving.1) in an answer:"
    return [""] + sentence.paragraph(columns: display.textColumns) + [""]
      + table.lines(on: display) + rest(cost.longNames.count, Self.listed.texts)
  }

  private func descriptions(on display: Display) -> [String] {
    guard !cost.longDescriptions.isEmpty else { return [] }
    var table = TextTable([("DESCRIPTION AT", .left), ("TOKENS", .right), ("SAVES", .right)])
    for text in cost.longDescriptions.prefix(Self.listed.texts) {
      table.append([
        TextTable.Cell(text.text.visible), TextTable.Cell("\(text.tokens)"),
        TextTable.Cell("\(text.saving.schema)"),
      ])
    }
    let saving = cost.longDescriptions.reduce(0) { $0 + $1.saving.schema }
    let sentence =
      "Descriptions of at most \(SchemaCost.foundDescription) tokens would save "
      + "\(saving) in the schema:"
    return [""] + sentence.paragraph(columns: display.textColumns) + [""]
      + table.lines(on: display) + rest(cost.longDescriptions.count, Self.listed.texts)
  }

  private func rest(_ count: Int, _ listed: Int) -> [String] {
    count > listed ? ["and \(count - listed) more; --format json lists all"] : []
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((min(number, 1e12) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The report for programs.
  var json: GeneratedContent {
    func texts(_ texts: [SchemaCost.Text], _ label: String) -> GeneratedContent {
      GeneratedContent(
        elements: texts.map { text in
          GeneratedContent(
            properties: [
              (label, text.text as any ConvertibleToGeneratedContent), ("tokens", text.tokens),
              ("inSchema", text.mentions), ("savesInSchema", text.saving.schema),
              ("savesInAnswer", text.saving.answer),
            ], uniquingKeysWith: { first, _ in first })
        })
    }
    return GeneratedContent(properties: [
      "name": name, "dialect": cost.dialect,
      "schema": GeneratedContent(properties: [
        "tokens": cost.schema, "names": cost.names, "descriptions": cost.descriptions,
      ]),
      "answer": GeneratedContent(properties: ["tokens": cost.answer]),
      "properties": GeneratedContent(
        elements: cost.properties.map { property in
          GeneratedContent(properties: [
            "pointer": property.path.pointer, "schema": property.schema,
            "answer": property.answer,
          ])
        }),
      "longNames": texts(cost.longNames, "name"),
      "longDescriptions": texts(cost.longDescriptions, "pointer"),
    ])
  }
}
