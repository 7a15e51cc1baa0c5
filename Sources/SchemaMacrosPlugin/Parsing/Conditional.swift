#if Macros
import SwiftSyntax

/// A part of a declaration, or an `#if` with parts in its clauses.
///
/// Generated code repeats the author's `#if` around all code for a part.
indirect enum Conditional<Part> {
  case part(Part)
  case block([Clause])

  /// The parts between two directives.
  struct Clause {
    /// `#if os(Linux)`, `#elseif DEBUG` or `#else`.
    let directive: String
    let parts: [Conditional]
  }
}

extension Array {
  /// Returns all parts, of all clauses.
  func flattened<Part>() -> [Part] where Element == Conditional<Part> {
    flatMap { element in
      switch element {
      case .part(let part): [part]
      case .block(let clauses): clauses.flatMap { $0.parts.flattened() }
      }
    }
  }

  /// Returns `true` if any part depends on an `#if`.
  func hasConditions<Part>() -> Bool where Element == Conditional<Part> {
    contains { element in
      switch element {
      case .part: false
      case .block: true
      }
    }
  }

  /// Returns the parts whose name an earlier part has, unless the two parts are in different
  /// `#if`s, or in different clauses of one `#if`.
  ///
  /// Only the compiler knows whether two `#if`s exclude each other.
  func repetitions<Part>(of name: (Part) -> String) -> [Part] where Element == Conditional<Part> {
    repetitions(of: name, around: [])
  }

  /// Returns the repetitions in a clause.
  ///
  /// `outer` contains the names before and around its `#if`.
  private func repetitions<Part>(
    of name: (Part) -> String, around outer: Set<String>
  ) -> [Part] where Element == Conditional<Part> {
    var repetitions: [Part] = []
    var seen = outer
    var seenInBlocks: Set<String> = []
    for element in self {
      switch element {
      case .part(let part):
        let isNew = seen.insert(name(part)).inserted
        if !isNew || seenInBlocks.contains(name(part)) { repetitions.append(part) }
      case .block(let clauses):
        for clause in clauses {
          repetitions += clause.parts.repetitions(of: name, around: seen)
          seenInBlocks.formUnion(clause.parts.flattened().map(name))
        }
      }
    }
    return repetitions
  }

  /// Returns lines for each part, with the directives between them.
  func lines<Part>(_ write: (Part) -> [String]) -> [String] where Element == Conditional<Part> {
    flatMap { element in
      switch element {
      case .part(let part): return write(part)
      case .block(let clauses):
        return clauses.flatMap { [$0.directive] + $0.parts.lines(write) } + ["#endif"]
      }
    }
  }
}

extension MemberBlockItemListSyntax {
  /// Returns the parts that `read` finds in the members, with the `#if`s around them.
  func parts<Part>(_ read: (DeclSyntax) -> [Part]) -> [Conditional<Part>] {
    flatMap { member -> [Conditional<Part>] in
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else {
        return read(member.decl).map { .part($0) }
      }
      let clauses = block.clauses.map { clause -> Conditional<Part>.Clause in
        let directive = ([clause.poundKeyword.text] + [clause.condition?.trimmedDescription])
          .compactMap { $0 }.joined(separator: " ")
        guard case .decls(let members) = clause.elements else {
          return Conditional.Clause(directive: directive, parts: [])
        }
        return Conditional.Clause(directive: directive, parts: members.parts(read))
      }
      guard clauses.contains(where: { !$0.parts.isEmpty }) else { return [] }
      return [.block(clauses)]
    }
  }

  /// Returns `true` if any member, including those in `#if`, satisfies a condition.
  func containsMember(where isMatch: (DeclSyntax) -> Bool) -> Bool {
    contains { member in
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return isMatch(member.decl) }
      return block.clauses.contains { clause in
        guard case .decls(let members) = clause.elements else { return false }
        return members.containsMember(where: isMatch)
      }
    }
  }
}
#endif
