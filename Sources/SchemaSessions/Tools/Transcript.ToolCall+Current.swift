extension Transcript.ToolCall {
  /// The call for which a tool runs, for observers of tools; `nil` outside of a session.
  @TaskLocal package static var current: Transcript.ToolCall?
}
