import ConstrainedDecoding

/// The pointer that a caller in C holds: one strong reference to an object.
///
/// The pointers in this module are those of the C interface, which has no other way to pass texts,
/// lists and objects; they are not used for speed. All kinds share this class, so that a handle of
/// another kind is an error and not a crash. Functions have `@_cdecl`, since `@c` needs a newer
/// compiler than the package.
class Handle {
  /// Returns a pointer with one strong reference, which the caller releases.
  final func retainedPointer() -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
  }

  /// Reads a handle.
  ///
  /// - Returns: `nil` for NULL, and for a handle of another kind.
  static func object<Kind: Handle>(_ pointer: OpaquePointer?, _ kind: Kind.Type) -> Kind? {
    guard let pointer = unsafe pointer else { return nil }
    let object = unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer))
    return unsafe object.takeUnretainedValue() as? Kind
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

final class PlanCacheHandle: Handle {
  let cache: PlanCache

  init(_ cache: PlanCache) { self.cache = cache }
}

final class OutputHandle: Handle {
  var matcher: PlanMatcher

  init(_ matcher: PlanMatcher) { self.matcher = matcher }
}
