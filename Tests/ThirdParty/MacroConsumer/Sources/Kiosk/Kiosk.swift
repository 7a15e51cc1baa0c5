// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import SchemaMacros

// With the module of the macros alone, on no actor.

@Generable
public struct Ticket: Equatable {
  @Guide(.minimum(1))
  public var number: Int
  public var lines: [Line]

  @Generable
  public enum Line: Equatable {
    case text(String)
    case gap
  }
}

// Types with operators of their own.

@Generable
public enum Urgency: String, Comparable, Sendable {
  case low, high

  public static func < (left: Urgency, right: Urgency) -> Bool { left == .low && right == .high }
}

@Generable
public struct Version: Comparable, Sendable {
  public var major: Int
  public var note: String

  public static func < (left: Version, right: Version) -> Bool { left.major < right.major }
  public static func == (left: Version, right: Version) -> Bool { left.major == right.major }
}
