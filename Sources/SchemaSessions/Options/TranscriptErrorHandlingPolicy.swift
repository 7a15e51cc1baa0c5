/// What becomes of the transcript of a turn that fails.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let keepsEntries: Bool

  /// The transcript is as it was before the turn.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(keepsEntries: false)

  /// The transcript keeps the entries of the turn that were whole: of a round of tool calls, all
  /// calls with their outputs, or none if a tool threw.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(keepsEntries: true)
}
