extension Transcript.ToolCall {
  /// The call for which a tool runs, for what observes tools; `nil` outside of a session.
  @TaskLocal package static var current: Transcript.ToolCall?
}
