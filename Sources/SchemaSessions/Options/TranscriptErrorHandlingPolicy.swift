/// How a failed turn changes the transcript.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let keepsEntries: Bool

  /// The transcript is as it was before the turn.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(keepsEntries: false)

  /// The transcript keeps the complete entries of the turn: of a round of tool calls, all
  /// calls with their outputs, or none if a tool threw.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(keepsEntries: true)
}
