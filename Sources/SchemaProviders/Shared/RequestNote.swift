import SchemaFitting

/// A note in the metadata of an answer on a part of the request that the provider did not get, or
/// does not enforce.
enum RequestNote {
  /// The provider accepts no schema of an answer for a model.
  case noSchemas(ofModel: String)
  /// The schema of the answer is too complex.
  case complexSchema
  /// A tool that is declared as strict is not strict, since the schemas of the request exceed the
  /// limits; the limits are `nil` if the provider has rejected the schemas together.
  case looseTool(String, maximumCount: Int, limits: DocumentLimits?)
  /// No tool is strict, since the schema of one has an object without properties.
  case looseTools
  /// Calls are optional, since the model thinks.
  case optionalCallsWhileThinking
  /// Reasoning of a model has no level.
  case noReasoningLevels(ofModel: String)
  /// The server rejects a field that other servers accept.
  case rejectedField(String)
  /// The server rejects its own properties of calls.
  case rejectedCallProperties
  case attachmentsOfAnswers
  case foreignReasoning
  case damagedReasoning
  /// The conversation before the reasoning has changed.
  case unboundReasoning

  /// Returns the note as sentences, with the name of the provider.
  func text(of provider: String) -> String {
    switch self {
    case .noSchemas(let model):
      "\(provider) accepts no schema for the model '\(model)'. The schema was put into the "
        + "prompt, and the answer was checked against it."
    case .complexSchema:
      "\(provider) cannot compile the schema of the answer. The schema was put into the prompt, and "
        + "the answer was checked against it. Simplify the schema."
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
    var parts = ["\(maximumCount) strict tools"]
    if let count = limits.optionalProperties { parts.append("\(count) optional properties") }
    if let count = limits.unions { parts.append("\(count) unions") }
    let list =
      parts.count == 1
      ? parts[0] : parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
    return "a request has at most \(list). Offer fewer tools, or make properties required."
  }
}
