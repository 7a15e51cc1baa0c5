/// The effect of a failed turn on the transcript.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let keepsEntries: Bool

  /// The transcript is as it was before the turn.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(keepsEntries: false)

  /// The transcript keeps the complete entries of the turn.
  ///
  /// A round of tool calls is kept with all of its outputs, or not at all if a tool threw.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(keepsEntries: true)
}
