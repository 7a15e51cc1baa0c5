import Foundation
import SchemaModel
import SchemaSessions

/// Reads a response, in pieces of any size, by the rules that hold for all interfaces.
///
/// The rules for events stand before the reader of an interface: keep-alives, unknown types,
/// errors. The rules for texts stand behind it: thoughts in the text, split characters, replies
/// without content.
struct ReplyStream<Reader: WireReader> {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  private var reader: Reader
  private var source = ServerEvents(Reader.framing)
  /// `true` if content has arrived in an event that states no end.
  private var hasOpenContent = false
  /// `true` if content has arrived after a stated end, so the server states the end in each event.
  private var repeatsEnd = false

  init(_ reader: Reader) { self.reader = reader }

  /// The forms of the answer and of the arguments of calls.
  var forms: ReplyForms { reader.context.forms }

  var failures: ReplyFailures { reader.context.failures }

  /// `true` if the server has stated the end of the answer, and only counts can follow.
  var isComplete: Bool { reader.end.isStated && !repeatsEnd }

  /// The longest wait for the next bytes after the stated end.
  ///
  /// It is longer if the server may state the end in each event, and more content may follow.
  var longestPauseAfterEnd: Duration {
    Reader.mayRepeatEnd && !hasOpenContent ? DrainLimit.longestDrain : DrainLimit.longestPause
  }

  /// `true` if the response has nothing more to read.
  var isDone: Bool { reader.end.isLast }

  /// `true` if the provider has paused the answer, which another request continues.
  var isPaused: Bool { reader.end.isPaused }

  /// Begins a response, before its first piece.
  mutating func begin(
    _ response: TransportResponse, to request: TransportRequest, requestIDHeader: String
  ) {
    reader.context.begin(response, to: request, requestIDHeader: requestIDHeader)
  }

  /// Reads a piece of the response, and adds the events that the piece completes.
  ///
  /// If the function throws, the events before the error have been added.
  ///
  /// - Throws: `ProviderRequestFailure` for an error in the stream; ``StreamLimit`` for a stream
  ///   that is too long.
  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    defer { result += reader.context.takeEvents() }
    for event in source.append(piece) { try read(event) }
    guard !reader.end.isStated else { return }
    do {
      try source.check()
    } catch let fault as EventStream.Fault {
      throw failures.failure(
        .invalidEvent, "the stream is not one of Amazon's events (\(fault)).", isTransient: true)
    }
  }

  private mutating func read(_ event: ServerEvent) throws {
    // An event without data is a keep-alive, and so is an event of an unknown type.
    let data = event.data.drop(while: \.isWhitespace)
    guard !isDone, event.isError || !data.isEmpty else { return }
    if data.hasPrefix("[DONE]"), event.data.trimmedOfSpace == "[DONE]" {
      if Reader.hasDoneMark { reader.end.close() }
      return
    }
    guard event.isError || Reader.eventTypes?.contains(event.type) != false else { return }
    let wasStated = reader.end.isStated
    do {
      if event.isError {
        guard let failure = failures.failure(event) else { return }
        throw failure
      }
      let content = try reader.context.readEvent(event.data)
      try reader.read(content, event.type)
      guard reader.context.eventHasContent() else { return }
      if wasStated { repeatsEnd = true } else if !reader.end.isStated { hasOpenContent = true }
    } catch  where wasStated && !repeatsEnd {}
  }

  /// Reads a complete reply, and adds its events.
  ///
  /// If the function throws, the events before the error have been added.
  ///
  /// The caller then calls ``finish(into:)``.
  ///
  /// - Throws: `ProviderRequestFailure` for an invalid or failed reply.
  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    defer { result += reader.context.takeEvents() }
    do {
      try reader.read(completeReply: reply)
    } catch {
      throw ProviderError.object(in: reply).map { failures.failure($0) } ?? error
    }
  }

  /// Ends the response, and adds the remaining events.
  ///
  /// If the function throws, the events before the error have been added.
  ///
  /// - Throws: `ProviderRequestFailure` if the response ended early, or has no content;
  ///   `LanguageModelError` for a refusal or a filter.
  mutating func finish(into result: inout [Event]) throws {
    let outcome = Result { try finishReader() }
    if !isPaused { reader.context.endTexts() }
    result += reader.context.takeEvents()
    try outcome.get()
    guard !isPaused else { return }
    // The session reports an empty answer that was cut off like any other.
    guard reader.context.hasAnswer || reader.end.isLength else {
      throw failures.emptyReply(reader.end)
    }
    if reader.end.isLength { result.append(.finished(.length)) }
  }

  private mutating func finishReader() throws {
    let (last, strayText) = source.finish()
    if let last { try read(last) }
    if !reader.end.isStated, reader.end.reason == nil { try readReply(strayText) }
    try reader.end.check(failures, refusal: reader.refusal, strayText: strayText)
    try reader.finish()
    if !isPaused { reader.context.endAnswer() }
  }

  /// Reads the complete reply of a server that does not stream, if the text is one.
  private mutating func readReply(_ text: String) throws {
    guard let first = text.trimmedOfSpace.utf8.first, [UInt8]("{[".utf8).contains(first) else {
      return
    }
    let reply: GeneratedContent
    do {
      reply = try reader.context.readEvent(text)
    } catch let failure as ProviderRequestFailure where failure.code == .invalidEvent {
      return
    }
    do {
      guard reply.shape == .object, Reader.readsReplies else {
        throw failures.failure(.invalidReply, "the reply is not a stream.")
      }
      try reader.read(completeReply: reply)
    } catch let failure as ProviderRequestFailure where failure.code == .invalidReply {
      throw failures.noStream("JSON", beginning: text)
    }
  }

  /// Returns the request that continues a paused answer; `nil` if the answer has ended.
  ///
  /// The stream then reads the response to this request.
  ///
  /// - Throws: `ProviderRequestFailure` if the answer was paused too often.
  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    guard isPaused, let next = try reader.continuation(of: request) else { return nil }
    reader.context.usage.beginRequest()
    reader.end = ReplyEnd()
    (hasOpenContent, repeatsEnd) = (false, false)
    source = ServerEvents(Reader.framing)
    return next
  }
}

extension ProviderRequestFailure {
  /// The code of the failure, if it is one of SchemaKit.
  fileprivate var code: LanguageModelError.ProviderFailure.Code? {
    guard case LanguageModelError.providerFailure(let details) = error else { return nil }
    return details.code.flatMap(LanguageModelError.ProviderFailure.Code.init)
  }
}
