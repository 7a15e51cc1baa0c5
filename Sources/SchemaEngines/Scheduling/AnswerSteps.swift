import ConstrainedDecoding

/// The steps of an answer that its reader has not taken yet.
///
/// Text that may be the beginning of a stop string is held back until the next text decides.
struct AnswerSteps {
  /// The end of an answer.
  private enum Ending {
    case open
    case finished
    /// An error follows the steps.
    case failed(any Error)
  }

  /// `true` if stop strings are searched in tokens, as for free text; `false` if in the text of
  /// events.
  private let isText: Bool
  /// The steps, the oldest first.
  ///
  /// The first step of a slice is removed in constant time. A schema that forces many tokens gives
  /// many steps.
  private var steps: ArraySlice<EngineStep> = []
  /// The scanner for stop strings; `nil` if there are none.
  private var stops: StopScanner?
  private var ending = Ending.open
  /// The reader that waits for a step.
  private var reader: CheckedContinuation<EngineStep, any Error>?

  init(isText: Bool, stops: StopScanner?) {
    self.isText = isText
    self.stops = stops
  }

  var count: Int { steps.count }

  /// `true` if the answer has ended, although its reader may have steps to take.
  var hasEnded: Bool { if case .open = ending { false } else { true } }

  /// `true` if the reader has taken the last step.
  var isExhausted: Bool { if case .finished = ending { steps.isEmpty } else { false } }

  // MARK: The engine's side

  /// Adds the step of a token, or holds the token back if a stop string may begin in it.
  mutating func add(_ token: Int) {
    guard isText, let found = stops?.append(token: token) else {
      steps.append(.token(token))
      return
    }
    steps += found.steps
    if found.isStop {
      stops = nil
      end(with: .finished)
    }
  }

  /// Adds the step of events, and holds back text that may be the beginning of a stop string.
  mutating func add(_ events: [PlanEvent]) {
    guard !hasEnded, !events.isEmpty else { return }
    guard stops != nil, !isText else {
      steps.append(.events(events))
      return
    }
    var certain: [PlanEvent] = []
    for event in events {
      guard case .text(let text) = event, let found = stops?.append(text: text) else {
        if let held = stops?.takeText(), !held.isEmpty { certain.append(.text(held)) }
        certain.append(event)
        continue
      }
      if !found.text.isEmpty { certain.append(.text(found.text)) }
      guard found.isStop else { continue }
      stops = nil
      if !certain.isEmpty { steps.append(.events(certain)) }
      end(with: .finished)
      return
    }
    if !certain.isEmpty { steps.append(.events(certain)) }
  }

  /// Ends the answer with its last step, if it has not ended before.
  mutating func end(with step: EngineStep) {
    guard !hasEnded else { return }
    addHeld()
    steps.append(step)
    ending = .finished
  }

  /// Adds the text that was held back, since the answer ends without a stop string.
  private mutating func addHeld() {
    if isText {
      steps += stops?.takeTokens() ?? []
    } else if let text = stops?.takeText(), !text.isEmpty {
      steps.append(.events([.text(text)]))
    }
    stops = nil
  }

  /// Ends the answer with an error after its steps, unless an error has ended the answer before.
  mutating func fail(_ error: any Error) {
    if case .failed = ending { return }
    ending = .failed(error)
  }

  mutating func removeAll() { steps = [] }

  // MARK: The reader's side

  /// `true` if a reader waits for a step.
  var isAwaited: Bool { reader != nil }

  mutating func wait(_ continuation: CheckedContinuation<EngineStep, any Error>) {
    reader = continuation
  }

  /// Passes the oldest step, or the error, to the reader that waits for it.
  mutating func deliver() {
    guard let reader, let result = take() else { return }
    self.reader = nil
    reader.resume(with: result)
  }

  /// Removes and returns the oldest step, or returns the error; `nil` if there is neither.
  mutating func take() -> Result<EngineStep, any Error>? {
    if let step = steps.popFirst() { return .success(step) }
    if case .failed(let error) = ending { return .failure(error) }
    return nil
  }
}
