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

  /// A call as the server names it.
  private struct ServerName: Hashable {
    let id: String
    /// `nil` for the last call with the id, whatever its index.
    let index: Int?
  }

  private var calls: [Call] = []

  // The positions of the last calls of each kind, since a reply may have thousands.
  private var named: [ServerName: Int] = [:]
  private var indexed: [Int: Int] = [:]
  /// The calls without an id of the server, in order; some of them may have got one since.
  private var unnamed: [Int] = []
  private var unnamedIndexed: [Int: [Int]] = [:]

  /// Takes a piece of a call.
  ///
  /// The id and the name come once, with each piece, or late; a name that comes late needs an
  /// index.
  ///
  /// - Returns: The event, if the id and the name are known.
  mutating func read(
    _ piece: GeneratedContent, in context: inout ReplyContext
  ) -> [ReplyContext.Event] {
    let id = piece.nonEmptyText(named: "id")
    let name = piece.value("function")?.nonEmptyText(named: "name")
    let position = position(index: piece.number("index"), id: id, name: name)
    if calls[position].id == nil, let id {
      identify(position, as: id)
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
  /// Some servers give all calls the same index: there, another id beside a name begins another
  /// call. An id without a name does not, since others change the id from piece to piece.
  ///
  /// Of pieces without an index:
  /// - One with a known id belongs to that call.
  /// - One with another id and no name belongs to the last call without an id.
  /// - One with a name begins a call.
  /// - Any other goes on with the last call.
  private mutating func position(index: Int?, id: String?, name: String?) -> Int {
    if let id, let same = named[ServerName(id: id, index: index)] { return same }
    let known =
      if let index {
        id == nil || name == nil
          ? indexed[index]
          : ChatCalls.lastUnnamed(in: &unnamedIndexed[index, default: []], of: calls)
      } else if name == nil {
        id == nil ? calls.indices.last : ChatCalls.lastUnnamed(in: &unnamed, of: calls)
      } else {
        nil as Int?
      }
    if let known { return known }
    let position = calls.endIndex
    calls.append(Call(index: index))
    unnamed.append(position)
    if let index {
      indexed[index] = position
      unnamedIndexed[index, default: []].append(position)
    }
    return position
  }

  /// The last of some calls that has no id of the server.
  private static func lastUnnamed(in positions: inout [Int], of calls: [Call]) -> Int? {
    while let last = positions.last, calls[last].serverID != nil { positions.removeLast() }
    return positions.last
  }

  /// Gives a call the id that the server has for it.
  private mutating func identify(_ position: Int, as id: String) {
    calls[position].serverID = id
    // Of several calls with an id, the last one counts.
    let last = max(position, named[ServerName(id: id, index: nil)] ?? position)
    named[ServerName(id: id, index: nil)] = last
    guard let index = calls[position].index else { return }
    let lastIndexed = max(position, named[ServerName(id: id, index: index)] ?? position)
    named[ServerName(id: id, index: index)] = lastIndexed
  }

  /// Ends the calls; those of a server that sends no ids get some, so that outputs can be
  /// distinguished.
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
