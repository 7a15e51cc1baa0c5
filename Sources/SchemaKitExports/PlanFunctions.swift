// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CSchemaKit
import ConstrainedDecoding
import SchemaEncoding

@_cdecl("schemakit_plan_from_tools")
public func makePlan(
  _ vocabulary: OpaquePointer?, request: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<schemakit_grammar_options>?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let vocabulary = try unsafe readVocabulary(vocabulary)
    let part = try PlanRequest(json: unsafe string(request, length, "request")).part
    return try unsafe plan(part, vocabulary, options)
  }
}

@_cdecl("schemakit_plan_from_structural_tag")
public func makePlan(
  _ vocabulary: OpaquePointer?, tag: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<schemakit_grammar_options>?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let vocabulary = try unsafe readVocabulary(vocabulary)
    let part = try StructuralTag(json: unsafe string(tag, length, "tag")).part
    return try unsafe plan(part, vocabulary, options)
  }
}

@_cdecl("schemakit_plan_from_grammar")
public func makePlan(_ grammar: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe passing(error) {
    let grammar = try unsafe Handle.required(grammar, GrammarHandle.self, "grammar").grammar
    return PlanHandle(
      try TokenPlan(.value(.grammar(grammar)), vocabulary: grammar.vocabulary))
  }
}

private func plan(
  _ part: PlanPart, _ vocabulary: Vocabulary,
  _ options: UnsafePointer<schemakit_grammar_options>?
) throws -> PlanHandle {
  var read = TokenGrammar.Options(whitespace: .spaced)
  if let options = unsafe options { read = try unsafe TokenGrammar.Options(options) }
  return PlanHandle(try TokenPlan(part, vocabulary: vocabulary, options: read))
}

@_cdecl("schemakit_plan_unenforced_count")
public func planUnenforcedCount(_ plan: OpaquePointer?) -> Int {
  unsafe Handle.object(plan, PlanHandle.self)?.plan.unenforced.count ?? 0
}

@_cdecl("schemakit_plan_unenforced")
public func planUnenforced(_ plan: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  guard let list = unsafe Handle.object(plan, PlanHandle.self)?.plan.unenforced,
    list.indices.contains(index)
  else { return nil }
  return unsafe text(list[index].description)
}

@_cdecl("schemakit_plan_free")
public func freePlan(_ plan: OpaquePointer?) { unsafe Handle.release(plan) }

@_cdecl("schemakit_plan_cache_create")
public func makePlanCache(_ plan: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe passing(error) {
    CacheHandle(MaskCache(try unsafe Handle.required(plan, PlanHandle.self, "plan").plan))
  }
}
