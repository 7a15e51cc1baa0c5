import SchemaModel
import SchemaSessions

/// Assembles the calls of tools in a response of Chat Completions.
///
/// Servers identify the pieces of calls in several ways.
struct ChatCalls {
  private struct Call {
    /// The index in the pieces of the call; `nil` if the pieces have no index.
    let index: Int?
    /// The server's identifier of the call.
    var serverID: String?
    /// The unique identifier of the call in the transcript.
    var id: String?
    var name: String?
    /// Arguments that arrived before the id or the name.
    var waiting = ""
  }

  /// The server's identification of a call.
  private struct ServerIdentity: Hashable {
    let id: String
    /// `nil` to identify the last call with the id and any index.
    let index: Int?
  }

  private var calls: [Call] = []

  // A reply may have thousands of calls, so these tables give the positions of calls.

  /// The last call with each server's identification.
  private var identified: [ServerIdentity: Int] = [:]
  /// The last call with each index.
  private var byIndex: [Int: Int] = [:]
  /// The calls that the server has begun without an id, in order; some of them may have an id now.
  private var unidentified: [Int] = []
  /// The calls of `unidentified`, by their index.
  private var unidentifiedByIndex: [Int: [Int]] = [:]

  /// Reads a piece of a call.
  ///
  /// The id and the name can be in the first piece, in each piece, or in a later piece. A later
  /// piece with the name needs an index.
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

  /// Returns the position of the call that a piece belongs to, and adds the call if it is new.
  ///
  /// Some servers give all calls the same index. Therefore a piece with a new id and a name begins
  /// another call. A piece with a new id and no name does not begin a call, since some servers
  /// change the id from piece to piece.
  ///
  /// The rules for a piece without an index:
  /// - A piece with a known id belongs to the call with this id.
  /// - A piece with a new id and no name belongs to the last call without an id.
  /// - Another piece with a name begins a call.
  /// - Any other piece continues the last call.
  private mutating func position(index: Int?, id: String?, name: String?) -> Int {
    if let id, let same = identified[ServerIdentity(id: id, index: index)] { return same }
    let known =
      if let index {
        id == nil || name == nil
          ? byIndex[index]
          : ChatCalls.lastUnidentified(in: &unidentifiedByIndex[index, default: []], of: calls)
      } else if name == nil {
        id == nil ? calls.indices.last : ChatCalls.lastUnidentified(in: &unidentified, of: calls)
      } else {
        nil as Int?
      }
    if let known { return known }
    let position = calls.endIndex
    calls.append(Call(index: index))
    unidentified.append(position)
    if let index {
      byIndex[index] = position
      unidentifiedByIndex[index, default: []].append(position)
    }
    return position
  }

  /// Returns the last of the given calls that has no id from the server.
  private static func lastUnidentified(in positions: inout [Int], of calls: [Call]) -> Int? {
    while let last = positions.last, calls[last].serverID != nil { positions.removeLast() }
    return positions.last
  }

  /// Sets the server's id of a call.
  private mutating func identify(_ position: Int, as id: String) {
    calls[position].serverID = id
    // If several calls have one id, pieces belong to the last of them.
    let last = max(position, identified[ServerIdentity(id: id, index: nil)] ?? position)
    identified[ServerIdentity(id: id, index: nil)] = last
    guard let index = calls[position].index else { return }
    let lastIndexed = max(position, identified[ServerIdentity(id: id, index: index)] ?? position)
    identified[ServerIdentity(id: id, index: index)] = lastIndexed
  }

  /// Ends the calls, and adds the events of calls without a server id.
  ///
  /// Each call without an identifier gets one, so that outputs can be distinguished.
  ///
  /// - Throws: `ProviderRequestFailure` for a call without a name. `result` then has the events of
  ///   the calls before it.
  func finish(
    in context: inout ReplyContext, into result: inout [ReplyContext.Event]
  ) throws {
    for call in calls {
      guard let name = call.name else { throw context.namelessCall }
      if call.id == nil { result.append(context.call(context.callID(nil), name, call.waiting)) }
    }
  }
}
