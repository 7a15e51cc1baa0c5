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
