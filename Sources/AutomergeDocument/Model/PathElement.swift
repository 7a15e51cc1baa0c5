// The cases are named as in automerge-swift, so that code written for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A place within an object: a key of a map or an index of a list.
public enum Prop: Hashable, Sendable {
  /// A key of a map.
  case Key(String)
  /// An index of a list.
  case Index(UInt64)
}

extension Prop {
  /// Compares keys byte by byte: keys that differ only in normalization are different.
  public static func == (first: Prop, second: Prop) -> Bool {
    switch (first, second) {
    case (.Key(let one), .Key(let two)): one.utf8.elementsEqual(two.utf8)
    case (.Index(let one), .Index(let two)): one == two
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .Key(let key): for byte in key.utf8 { hasher.combine(byte) }
    case .Index(let index): hasher.combine(index)
    }
  }
}

/// One step of the path from the root to an object.
public struct PathElement: Hashable, Sendable {
  /// The object that contains the place.
  public let obj: ObjId
  /// The place within the object.
  public let prop: Prop

  /// Creates a step.
  public init(obj: ObjId, prop: Prop) {
    self.obj = obj
    self.prop = prop
  }
}
