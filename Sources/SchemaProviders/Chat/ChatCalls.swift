import SchemaModel
import SchemaSessions

/// The calls of tools in a response of Chat Completions, whose pieces servers mark in several ways.
struct ChatCalls {
  private struct Call {
    /// The index that its pieces have; `nil` if they have none.
    let index: Int?
    /// The id that the server gave it.
    var serverID: String?
    /// The id that it has here, which no other call has.
    var id: String?
    var name: String?
    /// Arguments that came before the id or the name.
    var waiting = ""
  }

  private var calls: [Call] = []

  /// Takes a piece of a call.
  ///
  /// The id and the name come once, with each piece, or late; a name that comes late needs an index.
  ///
  /// - Returns: The event, if the id and the name are known.
  mutating func read(
    _ piece: GeneratedContent, in context: inout ReplyContext
  ) -> [ReplyContext.Event] {
    let id = piece.nonEmptyText(named: "id")
    let name = piece.value("function")?.nonEmptyText(named: "name")
    let position = position(index: piece.number("index"), id: id, name: name)
    if calls[position].id == nil, let id {
      calls[position].serverID = id
      calls[position].id = context.callID(id)
    }
    if calls[position].name == nil { calls[position].name = name.map(context.names.original) }
    calls[position].waiting += piece.value("function", "arguments")?.argumentText ?? ""
    guard let id = calls[position].id, let name = calls[position].name else { return [] }
    defer { calls[position].waiting = "" }
    return [context.call(id, name, calls[position].waiting)]
  }

  /// The call that a piece belongs to, which is a new one if the piece begins it.
  ///
  /// Some servers give all calls the same index: there, another id beside a name begins another call. An
  /// id without a name does not, since others change the id from piece to piece. Without an index, an id
  /// says which call it is, or is the late one of a call without, a name begins a call, and what has neither
  /// goes on with the last one.
  private mutating func position(index: Int?, id: String?, name: String?) -> Int {
    let same = calls.lastIndex { call in
      id != nil && call.serverID == id && (index == nil || call.index == index)
    }
    let known =
      same
      ?? calls.lastIndex { call in
        guard let index else { return name == nil && (id == nil || call.serverID == nil) }
        return call.index == index && (id == nil || name == nil || call.serverID == nil)
      }
    if let known { return known }
    calls.append(Call(index: index))
    return calls.endIndex - 1
  }

  /// Ends the calls; those of a server that sends no ids get some, so that outputs can be distinguished.
  ///
  /// - Returns: The events of calls that had no id.
  /// - Throws: `ProviderRequestFailure` for a call without a name.
  func finish(in context: inout ReplyContext) throws -> [ReplyContext.Event] {
    try calls.compactMap { call in
      guard let name = call.name else {
        throw context.failure("invalidEvent", "a call of a tool has no name.")
      }
      return call.id == nil ? context.call(context.callID(nil), name, call.waiting) : nil
    }
  }
}
