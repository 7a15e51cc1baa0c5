public import SchemaModel

// FoundationModels takes values of any type that can be content; the cases hold the contents, which
// are sendable.

extension LanguageModelExecutorGenerationChannel.Response.Action {
  /// The answer has other metadata.
  ///
  /// - Parameter values: The values, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateMetadata(values.mapValues { $0.generatedContent })
  }

  /// The request has used tokens; the last such event counts.
  ///
  /// - Parameters:
  ///   - input: What the model read.
  ///   - output: What the model wrote.
  ///   - metadata: What else the provider says, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateUsage(
      input: input, output: output, metadata: metadata.mapValues { $0.generatedContent })
  }
}

extension LanguageModelExecutorGenerationChannel.Reasoning.Action {
  /// The thoughts have other metadata.
  ///
  /// - Parameter values: The values, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateMetadata(values.mapValues { $0.generatedContent })
  }

  /// The request has used tokens; the last such event counts.
  ///
  /// - Parameters:
  ///   - input: What the model read.
  ///   - output: What the model wrote.
  ///   - metadata: What else the provider says, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateUsage(
      input: input, output: output, metadata: metadata.mapValues { $0.generatedContent })
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.Action {
  /// All calls together have other metadata, which no transcript keeps.
  ///
  /// - Parameter values: The values, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateMetadata(values.mapValues { $0.generatedContent })
  }

  /// The request has used tokens; the last such event counts.
  ///
  /// - Parameters:
  ///   - input: What the model read.
  ///   - output: What the model wrote.
  ///   - metadata: What else the provider says, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateUsage(
      input: input, output: output, metadata: metadata.mapValues { $0.generatedContent })
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action {
  /// The call has other metadata.
  ///
  /// - Parameter values: The values, by name.
  /// - Returns: The action.
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any ConvertibleToGeneratedContent]
  ) -> Self {
    .updateMetadata(values.mapValues { $0.generatedContent })
  }
}
