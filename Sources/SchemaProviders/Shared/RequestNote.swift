import SchemaEncoding

/// A note in the metadata of an answer on a part of the request that the provider did not get, or
/// does not enforce.
enum RequestNote {
  case noSchemas(ofModel: String)
  case complexSchema
  /// A tool that is declared as strict is not strict, since the schemas of the request exceed the
  /// limits; the limits are `nil` if the provider has rejected the schemas together.
  case looseTool(String, maximumCount: Int, limits: DocumentLimits?)
  case looseTools
  case optionalCallsWhileThinking
  case noReasoningLevels(ofModel: String)
  case rejectedField(String)
  case rejectedCallProperties
  case attachmentsOfAnswers
  case foreignReasoning
  case damagedReasoning
  case unboundReasoning

  /// Returns the note as sentences, with the name of the provider.
  func text(of provider: String) -> String {
    switch self {
    case .noSchemas(let model):
      "\(provider) accepts no schema for the model '\(model)'. The schema was put into the "
        + "prompt, and the answer was checked against it."
    case .complexSchema:
      "\(provider) cannot compile the schema of the answer. The schema was put into the "
        + "prompt, and the answer was checked against it. Simplify the schema."
    case .looseTool(let tool, let maximumCount, let limits):
      "\(provider) cannot enforce the schema of the tool '\(tool)': "
        + Self.reason(maximumCount, limits)
    case .looseTools:
      "\(provider) enforces no schema of a tool if one contains an object without properties. "
        + "Give that object properties."
    case .optionalCallsWhileThinking:
      "\(provider) cannot require calls of tools while the model thinks. The model was allowed "
        + "to call them."
    case .noReasoningLevels(let model):
      "\(provider) rejects levels in the field 'think' for the model '\(model)'. The field was "
        + "sent as true or false."
    case .rejectedField(let field): "\(provider) rejects the field '\(field)'. It was left out."
    case .rejectedCallProperties:
      "\(provider) rejects properties that it added to calls. They were left out."
    case .attachmentsOfAnswers:
      "\(provider) does not accept attachments of answers. They were left out."
    case .foreignReasoning:
      "\(provider) cannot read the reasoning of another provider. It was left out."
    case .damagedReasoning: "The model's reasoning could not be read. It was left out."
    case .unboundReasoning:
      "The conversation before the model's reasoning has changed. The reasoning was left out."
    }
  }

  /// Returns the reason why a tool is not strict, and the remedy.
  private static func reason(_ maximumCount: Int, _ limits: DocumentLimits?) -> String {
    guard let limits else {
      return "the schemas of the request are too complex together. Offer fewer tools, or simplify "
        + "them."
    }
    let counts = [(limits.optionalProperties, "optional properties"), (limits.unions, "unions")]
    let parts =
      ["\(maximumCount) strict tools"]
      + counts.compactMap { count, name in count.map { "\($0) \(name)" } }
    let list = [parts.dropLast().joined(separator: ", "), parts[parts.count - 1]]
      .filter { !$0.isEmpty }.joined(separator: " and ")
    return "a request has at most \(list). Offer fewer tools, or make properties required."
  }
}
