public import Foundation

/// A document could not read bytes, or perform a call.
public struct AutomergeError: Error, Hashable, Sendable {
  /// The kind of error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, as error descriptions contain it.
    public let description: String

    /// The bytes are damaged, cut off or not in the format.
    public static let corruptData = Code(description: "corruptData")
    /// The bytes use a part of the format that this version doesn't know.
    public static let unsupportedFormat = Code(description: "unsupportedFormat")
    /// A change depends on changes that are missing.
    public static let missingDependencies = Code(description: "missingDependencies")
    /// An actor made two different changes with the same sequence number.
    public static let duplicateSequenceNumber = Code(description: "duplicateSequenceNumber")
    /// A change contains an operation that doesn't fit the document.
    public static let invalidChange = Code(description: "invalidChange")
    /// The document has no such object.
    public static let objectNotFound = Code(description: "objectNotFound")
    /// The object has another type than the call needs.
    public static let wrongObjectType = Code(description: "wrongObjectType")
    /// The index is outside the list or text.
    public static let indexOutOfBounds = Code(description: "indexOutOfBounds")
    /// The map entry or list element to increment is not a counter.
    public static let notACounter = Code(description: "notACounter")
    /// The history has no change with this hash.
    public static let changeNotFound = Code(description: "changeNotFound")
    /// A cursor is malformed, or its element is not in the object.
    public static let invalidCursor = Code(description: "invalidCursor")
    /// Too many changes already wait for their dependencies.
    public static let queueFull = Code(description: "queueFull")
    /// A limit of the reader or of the format is exceeded.
    public static let limitExceeded = Code(description: "limitExceeded")
    /// The call would commit while a transaction is open.
    public static let transactionInProgress = Code(description: "transactionInProgress")
  }

  /// The kind of error.
  public let code: Code
  /// The problem and the remedy.
  public let message: String
  /// The offset of the problem in the bytes, if there is one.
  public let offset: Int?

  package init(_ code: Code, _ message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }
}

extension AutomergeError: CustomStringConvertible {
  /// The message, the kind and the offset in one line.
  public var description: String { "\(message) [\(code)\(offset.map { ", at byte \($0)" } ?? "")]" }
}

extension AutomergeError: LocalizedError {
  /// The description, for callers that present errors.
  public var errorDescription: String? { description }
}

/// The name in automerge-swift of the error of a call.
public typealias DocError = AutomergeError
/// The name in automerge-swift of the error of reading a document.
public typealias LoadError = AutomergeError
/// The name in automerge-swift of the error of reading a ``SyncState``.
public typealias DecodeSyncStateError = AutomergeError
/// The name in automerge-swift of the error of reading a message.
public typealias ReceiveSyncError = AutomergeError
