import SchemaModel
import SchemaSessions

/// Assembles the calls of tools in a response of Chat Completions.
///
/// Servers identify the pieces of calls by an index, an id, both or neither.
struct ChatCalls {
  /// The provider's name of a tool, which may arrive in pieces.
  private struct Name {
    private(set) var text = ""
    /// `true` if no tool of the request has a name that begins so, also with further pieces.
    private var isForeign = false

    /// `true` if a tool of the request has the name.
    func isSent(in names: SafeNames) -> Bool { !isForeign && names.isSent(text) }

    /// Returns `true` if a piece is added to the name, `false` if it is the name, and `nil` if it
    /// is the name of another call.
    private func joins(_ piece: String, _ names: SafeNames) -> Bool? {
      let isWhole = isSent(in: names)
      let isBeginning = !isForeign && names.hasName(beginning: text + piece)
      if !isWhole, isBeginning { return true }
      if text == piece || !isWhole && piece.hasPrefix(text) { return false }
      if names.isSent(piece) { return nil }
      return isBeginning || !isWhole ? true : nil
    }

    /// Returns `false` if a piece is the name of another call.
    func isContinued(by piece: String, _ names: SafeNames) -> Bool { joins(piece, names) != nil }

    /// Adds a piece, which may repeat the name so far.
    mutating func add(_ piece: String, _ names: SafeNames) {
      if joins(piece, names) != true { self = Name() }
      text += piece
      isForeign = isForeign || !names.hasName(beginning: text)
    }
  }

  private struct Call {
    /// The index in the pieces of the call; `nil` if the pieces have no index.
    let index: Int?
    /// The call with complete arguments that this call follows, if its first piece has no name.
    let previous: Int?
    /// The server's identifier of the call.
    var serverID: String?
    /// The unique identifier of the call in the transcript.
    var id: String?
    var name = Name()
    var arguments = CallArguments()
    /// Arguments that arrived before the first event of the call.
    var waiting = ""
    /// The properties that have no meaning here.
    var properties: GeneratedContent?
    /// The last list of pieces with a piece of the call.
    var list = 0
  }

  /// The server's identification of a call.
  private struct ServerIdentity: Hashable {
    let id: String
    /// `nil` to identify the last call with the id and any index.
    let index: Int?
  }

  /// A piece of a call.
  private struct Piece {
    let index: Int?
    let id: String?
    let name: String?
    let arguments: String

    init(_ content: GeneratedContent) {
      index = content.number("index")
      id = content.nonEmptyText(named: "id")
      name = content.value("function")?.nonEmptyText(named: "name")
      arguments = content.value("function", "arguments")?.argumentText ?? ""
    }

    var isEmpty: Bool { id == nil && name == nil && arguments.isEmpty }

    var beginsObject: Bool { arguments.first { !$0.isWhitespace } == "{" }
  }

  private var calls: [Call] = []
  /// The number of calls at the beginning whose first event has been returned.
  private var begunCount = 0
  /// The number of lists of pieces so far.
  private var listCount = 0

  // A reply may have thousands of calls, so these tables give the positions of calls.

  /// The last call with each server's identification.
  private var identified: [ServerIdentity: Int] = [:]
  /// The last call with each index.
  private var byIndex: [Int: Int] = [:]
  /// The calls that the server has begun without an id, in order, by their index, and all of them
  /// by `nil`; some of them may have an id now.
  private var unidentified: [Int?: [Int]] = [:]

  /// Reads a list of pieces of calls.
  ///
  /// The id and the name can be in the first piece, in each piece, or in a later piece. The name
  /// can be in several pieces.
  ///
  /// The events of the calls are added in the order of the calls, once their id and name are known.
  mutating func read(_ pieces: [GeneratedContent], in context: inout ReplyContext) {
    listCount += 1
    for content in pieces {
      let piece = Piece(content)
      guard let position = position(of: piece, context.names) else { continue }
      calls[position].list = listCount
      CallForm.chat.addProperties(of: content, to: &calls[position].properties)
      if calls[position].id == nil, let id = piece.id {
        identify(position, as: id)
        calls[position].id = context.callID(id)
      }
      if let name = piece.name,
        calls[position].name.text.isEmpty || calls[position].arguments.text.isEmpty
      {
        calls[position].name.add(name, context.names)
      }
      let text = calls[position].arguments.appendUnlessRepeated(piece.arguments)
      if position >= begunCount {
        calls[position].waiting += text
      } else if !text.isEmpty, let id = calls[position].id {
        context.addCall(id, context.names.original(of: calls[position].name.text), text)
      }
      beginCalls(in: &context)
    }
  }

  /// Adds the first events of calls whose id and name are known.
  private mutating func beginCalls(in context: inout ReplyContext) {
    while begunCount < calls.endIndex, let id = calls[begunCount].id,
      isNameComplete(calls[begunCount], context.names)
    {
      let name = context.names.original(of: calls[begunCount].name.text)
      context.addCall(id, name, calls[begunCount].waiting)
      calls[begunCount].waiting = ""
      begunCount += 1
    }
  }

  private func isNameComplete(_ call: Call, _ names: SafeNames) -> Bool {
    guard !call.name.text.isEmpty else { return false }
    return !call.arguments.text.isEmpty
      || call.name.isSent(in: names) && !names.hasLongerName(than: call.name.text)
  }

  /// Returns the position of the call that a piece belongs to, and adds the call if it is new.
  ///
  /// - Returns: The position; `nil` for a piece that belongs to no call.
  private mutating func position(of piece: Piece, _ names: SafeNames) -> Int? {
    let known = knownCall(of: piece)
    if let known, continues(calls[known], piece, names) { return known }
    guard !piece.isEmpty else { return nil }
    let position = calls.endIndex
    calls.append(Call(index: piece.index, previous: piece.name == nil ? known : nil))
    unidentified[nil, default: []].append(position)
    if let index = piece.index {
      byIndex[index] = position
      unidentified[index, default: []].append(position)
    }
    return position
  }

  /// Returns the call with the identification of a piece.
  ///
  /// Some servers give all calls the same index. Therefore a piece with a new id and a name does
  /// not belong to a call with another id. A piece with a new id and no name does, since some
  /// servers change the id from piece to piece. A piece without an index and an id belongs to the
  /// last call.
  private mutating func knownCall(of piece: Piece) -> Int? {
    if let id = piece.id, let same = identified[ServerIdentity(id: id, index: piece.index)] {
      return same
    }
    guard let index = piece.index else {
      return piece.id == nil ? calls.indices.last : lastUnidentified(at: nil)
    }
    return piece.id == nil || piece.name == nil ? byIndex[index] : lastUnidentified(at: index)
  }

  /// Returns `false` if a piece begins another call, although it has the identification of a call.
  ///
  /// Some servers give several calls the same identification. A piece begins another call
  /// - if it has another name,
  /// - if it has a name, and an earlier piece in the same list has the name of the call,
  /// - if it has arguments after the complete arguments of the call, unless it repeats these
  ///   arguments.
  private func continues(_ call: Call, _ piece: Piece, _ names: SafeNames) -> Bool {
    let arguments = call.arguments
    if let name = piece.name, !call.name.text.isEmpty {
      if call.list == listCount { return false }
      let canJoin = arguments.text.isEmpty && !arguments.isComplete
      guard name == call.name.text || canJoin && call.name.isContinued(by: name, names) else {
        return false
      }
    }
    guard arguments.isComplete, !piece.arguments.isBlank else { return true }
    // The arguments of the call follow an empty object; a second empty object is another call.
    if arguments.isEmpty {
      return piece.name == nil || call.name.text.isEmpty || !Self.isEmpty(piece.arguments)
    }
    if piece.arguments == arguments.text { return piece.name == nil || piece.id != nil }
    return piece.name == nil && !piece.beginsObject
  }

  private static func isEmpty(_ arguments: String) -> Bool {
    var text = CallArguments()
    return text.append(arguments).isEmpty && text.isComplete
  }

  /// Returns the last call with an index, or with any, that has no id from the server.
  private mutating func lastUnidentified(at index: Int?) -> Int? {
    while let last = unidentified[index]?.last, calls[last].serverID != nil {
      unidentified[index]?.removeLast()
    }
    return unidentified[index]?.last
  }

  /// Sets the server's id of a call.
  private mutating func identify(_ position: Int, as id: String) {
    calls[position].serverID = id
    // If several calls have one id, pieces belong to the last of them.
    for index in [nil, calls[position].index] {
      let identity = ServerIdentity(id: id, index: index)
      identified[identity] = max(position, identified[identity] ?? position)
    }
  }

  /// Ends the calls, and adds their remaining events.
  ///
  /// Each call without an identifier gets one, so that outputs can be distinguished. A call whose
  /// pieces have no name is one of the same tool as the call before.
  ///
  /// - Throws: `ProviderRequestFailure` for a call without a name.
  mutating func finish(in context: inout ReplyContext) throws {
    var last: (position: Int, id: String, name: String)?
    for position in calls.indices {
      let rest = calls[position].waiting + calls[position].arguments.finish()
      if calls[position].name.text.isEmpty, calls[position].serverID == nil, let last,
        calls[last.position].arguments.isEmpty || !calls[last.position].arguments.isComplete
      {
        // Arguments with only an index of their own belong to the call before.
        context.addCall(last.id, last.name, calls[last.position].arguments.append(rest))
        continue
      }
      if calls[position].name.text.isEmpty, let previous = calls[position].previous {
        calls[position].name = calls[previous].name
      }
      let name = try context.toolName(calls[position].name.text)
      let id = calls[position].id ?? context.callID(nil)
      last = (position, id, name)
      if position >= begunCount || !rest.isEmpty { context.addCall(id, name, rest) }
      context.addProperties(
        CallForm.metadata(calls[position].properties, provider: context.provider), toCall: id, name)
    }
    begunCount = calls.endIndex
  }
}
