import ConstrainedDecoding

/// The object behind a pointer of a C caller.
///
/// The pointer is one strong reference to the object.
///
/// This module uses pointers only because a C interface has no other way to pass texts, lists and
/// objects. All types of handles inherit from this class, so that a handle of another type is an
/// error instead of a crash. The exported functions have `@_cdecl`, because `@c` needs a newer
/// compiler than the package.
class Handle {
  /// Returns a pointer with one strong reference.
  ///
  /// The caller releases the reference.
  final func retainedPointer() -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
  }

  /// Returns the object of a handle.
  ///
  /// - Returns: The object; `nil` for NULL and for a handle of another type.
  static func object<Kind: Handle>(_ pointer: OpaquePointer?, _ kind: Kind.Type) -> Kind? {
    guard let pointer = unsafe pointer else { return nil }
    let object = unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer))
    return unsafe object.takeUnretainedValue() as? Kind
  }

  /// Returns the object of a handle that a call needs, whose name the error has.
  static func required<Kind: Handle>(
    _ pointer: OpaquePointer?, _ kind: Kind.Type, _ name: String
  ) throws(InvalidArgument) -> Kind {
    guard let object = unsafe object(pointer, kind) else { throw InvalidArgument.handle(name) }
    return object
  }

  /// Releases the caller's reference.
  static func release(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}

final class VocabularyHandle: Handle {
  let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }
}

final class GrammarHandle: Handle {
  let grammar: TokenGrammar

  init(_ grammar: TokenGrammar) { self.grammar = grammar }
}

final class CacheHandle: Handle {
  let cache: MaskCache

  init(_ cache: MaskCache) { self.cache = cache }
}

final class MatcherHandle: Handle {
  var matcher: TokenMatcher

  init(_ matcher: TokenMatcher) { self.matcher = matcher }
}

final class PlanHandle: Handle {
  let plan: TokenPlan

  init(_ plan: TokenPlan) { self.plan = plan }
}
