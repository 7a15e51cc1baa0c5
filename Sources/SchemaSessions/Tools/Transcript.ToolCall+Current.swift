extension Transcript.ToolCall {
  /// The call that a tool is running for; `nil` outside of a session.
  ///
  /// Observers of tools read this value.
  @TaskLocal package static var current: Transcript.ToolCall?
}
