/// The specifications of the format's columns, without the bit for compression.
///
/// The upper bits of a specification are a number that the columns of one part of an operation
/// share. The lower three bits are the encoding of the column.
enum ColumnSpecification {
  static let deflateBit: UInt64 = 8

  /// The columns of operations, in changes and in documents.
  enum Operation {
    static let objectActor: UInt64 = 1
    static let objectCounter: UInt64 = 2
    static let keyActor: UInt64 = 17
    static let keyCounter: UInt64 = 19
    static let keyString: UInt64 = 21
    static let idActor: UInt64 = 33
    static let idCounter: UInt64 = 35
    static let insert: UInt64 = 52
    static let action: UInt64 = 66
    static let valueMetadata: UInt64 = 86
    static let value: UInt64 = 87
    static let predecessorGroup: UInt64 = 112
    static let predecessorActor: UInt64 = 113
    static let predecessorCounter: UInt64 = 115
    static let successorGroup: UInt64 = 128
    static let successorActor: UInt64 = 129
    static let successorCounter: UInt64 = 131
    static let expand: UInt64 = 148
    static let markName: UInt64 = 165

    /// The columns of the references from operations to others.
    struct References {
      let group: UInt64
      let actor: UInt64
      let counter: UInt64

      /// The columns of changes.
      static let predecessors = References(
        group: predecessorGroup, actor: predecessorActor, counter: predecessorCounter)
      /// The columns of documents.
      static let successors = References(
        group: successorGroup, actor: successorActor, counter: successorCounter)
    }

    /// The columns that documents can have.
    static let ofDocuments: Set<UInt64> = [
      objectActor, objectCounter, keyActor, keyCounter, keyString, idActor, idCounter, insert,
      action, valueMetadata, value, successorGroup, successorActor, successorCounter, expand,
      markName,
    ]
  }

  /// The columns of the changes of a document.
  enum Change {
    static let actor: UInt64 = 1
    static let sequence: UInt64 = 3
    static let maximumOperation: UInt64 = 19
    static let time: UInt64 = 35
    static let message: UInt64 = 53
    static let dependencyGroup: UInt64 = 64
    static let dependencyIndex: UInt64 = 67
    static let extraMetadata: UInt64 = 86
    static let extra: UInt64 = 87

    /// All columns of changes.
    static let all: Set<UInt64> = [
      actor, sequence, maximumOperation, time, message, dependencyGroup, dependencyIndex,
      extraMetadata, extra,
    ]
  }
}
