/// The effect of a failed turn on the transcript.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let keepsEntries: Bool

  /// The transcript loses all entries of the turn.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(keepsEntries: false)

  /// The transcript keeps the complete entries of the turn.
  ///
  /// A round of tool calls is kept with all of its outputs. If a tool threw an error, the round is
  /// removed.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(keepsEntries: true)
}
