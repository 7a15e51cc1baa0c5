import SystemDigest

/// One chunk of a file: a type, a checksum and a body.
///
/// The files of this folder follow https://automerge.org/automerge-binary-format-spec. The encoders
/// write each change in one form only, because another valid form would have another hash.
struct Chunk {
  enum Kind: UInt8 {
    case document = 0
    case change = 1
    case compressedChange = 2
  }

  static let magic: [UInt8] = [0x85, 0x6F, 0x4A, 0x83]

  /// The largest ratio at which a compressed change counts as received bytes.
  ///
  /// A change may claim the memory that it may claim without compression, so that its compression
  /// does not decide whether a document receives it. Changes that people make inflate to a few
  /// times their size. For a change that inflates to more, the limit keeps memory in proportion to
  /// the bytes that were received.
  private static let countedRatio = 8

  /// The body of a document without changes: no actors, heads and columns.
  static let emptyDocument: [UInt8] = [0, 0, 0, 0]

  /// The type of the body.
  ///
  /// A compressed change is inflated when it is read, and has the type `change`.
  let kind: Kind
  let body: [UInt8]
  let hash: ChangeHash

  /// Reads a chunk and checks its checksum.
  init(
    _ reader: inout ByteReader, inflating budget: inout LoadBudget
  ) throws(AutomergeError) {
    let start = reader.offset
    guard try reader.array(4) == Self.magic else {
      throw AutomergeError(
        .corruptData, "The data don't begin with the mark of an Automerge chunk.", offset: start)
    }
    let checksum = try reader.array(4)
    let code = try reader.byte()
    let range = try reader.prefixed()
    guard let kind = Kind(rawValue: code) else {
      throw AutomergeError(
        .unsupportedFormat,
        "The data contain a chunk of type \(code), which this version can't read; "
          + "save the document in the format of Automerge 2 or later without bundles.",
        offset: start)
    }
    if kind == .compressedChange {
      self.kind = .change
      body = try budget.inflate(reader.bytes, range)
      budget.receive(min(body.count, Self.countedRatio * range.count) - range.count)
    } else {
      self.kind = kind
      body = Array(reader.bytes[range])
    }
    hash = Self.hash(self.kind, body)
    guard hash.bytes.prefix(4).elementsEqual(checksum) else {
      throw AutomergeError(
        .corruptData, "The checksum of a chunk doesn't match; the data are damaged.",
        offset: start)
    }
  }

  /// Returns the hash of a chunk; the hash of a change chunk is the identity of the change.
  static func hash(_ kind: Kind, _ body: [UInt8]) -> ChangeHash {
    var header = [kind.rawValue]
    header.appendULEB(UInt64(body.count))
    return ChangeHash(digest: SystemDigest.sha256([header, body]))
  }

  /// Writes a chunk.
  ///
  /// `hash`: The hash of the chunk, if it is known.
  static func write(
    _ kind: Kind, _ body: [UInt8], hash: ChangeHash? = nil, to bytes: inout [UInt8]
  ) {
    bytes += magic
    bytes += (hash ?? Self.hash(kind, body)).bytes.prefix(4)
    bytes.append(kind.rawValue)
    bytes.appendPrefixed(body)
  }

  /// Writes a change, compressed if it is long.
  static func writeChange(_ body: [UInt8], hash: ChangeHash, to bytes: inout [UInt8]) {
    guard body.count > 256, let compressed = Deflate.compress(body) else {
      return write(.change, body, hash: hash, to: &bytes)
    }
    write(.compressedChange, compressed, hash: hash, to: &bytes)
  }
}
