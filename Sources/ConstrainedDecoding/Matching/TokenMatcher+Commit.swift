import SchemaText

extension TokenMatcher {
  /// Adds a token to the answer.
  ///
  /// - Parameter token: A token that the mask allows, an end token included.
  /// - Throws: ``Failure`` if it may not follow; nothing changes then.
  /// - Complexity: O(*n*) in the bytes of the token.
  public mutating func commit(_ token: Int) throws(Failure) {
    guard !isFinished else {
      throw Failure(.finished, token: token, "The answer has ended. Begin another matcher.")
    }
    let count = workspace.vocabulary.count
    guard token >= 0, token < count else {
      throw Failure(
        .unknownToken, token: token,
        "Token \(token) is not in the vocabulary of \(count) tokens.")
    }
    if workspace.endTokens.contains(token) {
      guard canEnd else { throw forbidden(token) }
      isFinished = true
      return
    }
    let bytes = unsafe workspace.bytes(of: token)
    guard !bytes.isEmpty else { throw forbidden(token) }
    try unsafe append(bytes, token: token)
  }

  /// Adds text to the answer whatever its tokens are, such as ``forcedText``.
  ///
  /// For ``rollback(_:)`` and a budget it counts as one token.
  ///
  /// - Parameter text: The text; nothing happens if it is empty.
  /// - Throws: ``Failure`` if it may not follow; nothing changes then.
  public mutating func commit(text: String) throws(Failure) {
    guard !text.isEmpty else { return }
    guard !isFinished else {
      throw Failure(.finished, "The answer has ended. Begin another matcher.")
    }
    try append(text.utf8, token: nil)
  }

  private mutating func append(
    _ bytes: some Sequence<UInt8>, token: Int?
  ) throws(Failure) {
    leaveFullWorkspace()
    let first = load()
    defer { unload(first) }
    try replaceItems(from: first, bytes, token: token)
    if let left = budgetLeft, minimumDistance(from: first) > Int64(left - 1) {
      throw forbidden(token)
    }
    for index in first..<workspace.items.count { history.append(workspace.items[index]) }
    historyBounds.append(Int32(truncatingIfNeeded: history.count))
    text.append(contentsOf: bytes)
    textBounds.append(Int32(truncatingIfNeeded: text.count))
  }

  /// Adds several tokens to the answer, or none.
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: ``Failure`` if one of them may not follow; nothing changes then.
  public mutating func commit(contentsOf tokens: some Sequence<Int>) throws(Failure) {
    var count = 0
    for token in tokens {
      do throws(Failure) {
        try commit(token)
      } catch {
        try rollback(count)
        throw error
      }
      count += 1
    }
  }

  /// Takes back tokens.
  ///
  /// An end token counts as one.
  ///
  /// - Parameter count: How many of the last tokens to take back.
  /// - Throws: ``Failure`` if fewer were committed; nothing changes then.
  /// - Complexity: O(*n*) in what is taken back.
  public mutating func rollback(_ count: Int) throws(Failure) {
    let all = tokenCount + (isFinished ? 1 : 0)
    guard count >= 0, count <= all else {
      throw Failure(
        .nothingToRollBack, "\(count) tokens cannot be taken back, since there are \(all).")
    }
    takeBack(count)
  }

  /// Takes back tokens, at most those that were committed.
  mutating func takeBack(_ count: Int) {
    let tokens = isFinished ? count - 1 : count
    guard count > 0 else { return }
    isFinished = false
    historyBounds.removeLast(tokens)
    textBounds.removeLast(tokens)
    history.removeLast(history.count - Int(historyBounds.last ?? 0))
    text.removeLast(text.count - Int(textBounds.last ?? 0))
    if let parser, parser.bytes.count > text.count { self.parser = nil }
  }

  /// The number of tokens that may follow one after the other, as for the draft of a smaller model.
  ///
  /// - Parameter tokens: The tokens.
  /// - Returns: The number of those from the first on that are allowed.
  public func validatedCount(of tokens: some Sequence<Int>) -> Int {
    var copy = self
    var count = 0
    for token in tokens {
      do throws(Failure) {
        try copy.commit(token)
      } catch {
        return count
      }
      count += 1
    }
    return count
  }

  // MARK: Steps

  /// Puts the present items behind those of the workspace, and returns where they begin.
  func load() -> Int {
    let first = workspace.items.count
    for item in items { workspace.items.append(item) }
    return first
  }

  /// Removes what was loaded, and what came of it.
  func unload(_ first: Int) { workspace.items.truncate(to: first) }

  /// Reads bytes with the items from an index on; those after the bytes take their place.
  private func replaceItems(
    from first: Int, _ bytes: some Sequence<UInt8>, token: Int?
  ) throws(Failure) {
    for (index, byte) in bytes.enumerated() where !replaceItems(from: first, byte) {
      if workspace.hasOverflowed {
        workspace.hasOverflowed = false
        throw .tooManyReadings
      }
      throw token == nil ? forbidden(Array(bytes), from: index) : forbidden(token)
    }
  }

  /// Reads a byte with the items from an index on; those after it take their place.
  ///
  /// - Returns: Whether the byte may follow. If not, the items stay.
  func replaceItems(from first: Int, _ byte: UInt8) -> Bool {
    guard let next = advance(first, byte) else { return false }
    workspace.items.removeSubrange(first..<next)
    return true
  }

  /// Reads a byte with the items from an index on, and returns where the items after it begin.
  func advance(_ first: Int, _ byte: UInt8) -> Int? {
    let end = workspace.items.count
    let outer = workspace.outputStart
    workspace.outputStart = end
    for index in first..<end { workspace.step(workspace.items[index], byte) }
    workspace.outputStart = outer
    return workspace.items.count > end && !workspace.hasOverflowed ? end : nil
  }

  /// An error for a text, whose bytes are not allowed from the character at an index on.
  private func forbidden(_ bytes: [UInt8], from index: Int) -> Failure {
    let start = bytes[...index].lastIndex { $0 & 0xC0 != 0x80 } ?? index
    return Failure(
      .forbidden,
      "The text is not allowed from byte \(start) on "
        + "('\(String(decoding: bytes[start...], as: UTF8.self).excerpt)'). "
        + "Use a text that the schema allows.")
  }

  private func forbidden(_ token: Int?) -> Failure {
    guard let token else {
      return Failure(
        .forbidden,
        "The text leaves too few tokens for a complete answer. Use a text that the masks allow.")
    }
    let bytes = grammar.vocabulary.bytes(of: token) ?? []
    let shown = bytes.isEmpty ? "" : " ('\(String(decoding: bytes, as: UTF8.self))')"
    return Failure(
      .forbidden, token: token,
      "Token \(token)\(shown) may not follow here. Take a token that the mask allows.")
  }
}
