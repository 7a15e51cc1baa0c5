import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaText

/// Replaces the unnamed properties of an object with named properties by an array of entries, or by
/// several arrays if the values of different names have different schemas.
///
/// An object without named properties is also changed if its values have different schemas.
struct OpenObjectPass: FittingPass {
  /// The largest number of kinds of entries of which each describes the forbidden keys.
  ///
  /// With more kinds, the object describes them once, because the texts would grow with the product
  /// of both numbers.
  private static let mostDescribedKinds = 16

  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.mayLackUnnamedProperties }

  func run(on editor: inout GraphEditor) {
    editor.change(editor.graph.objectsWithUnstatedPatterns()) { object, editor in
      PatternSimplification(object, in: editor.graph).run(in: &editor)
    }
    editor.change(editor.graph.objectsWithUnstatedProperties(asOneDictionary: false), by: fit)
  }

  private func fit(_ object: NodeID, in editor: inout GraphEditor) {
    var names: [String] = []
    var required = 0
    for child in editor.graph.children(of: object) where editor.graph.kind(of: child) != .never {
      guard case .property(let name, let isOptional) = editor.graph.role(of: child) else {
        continue
      }
      names.append(name)
      if !isOptional { required += 1 }
    }
    let counts = editor.graph.constraints(of: object)
    let maximum = counts?.maximumPropertyCount.map { max(0, $0 - required) }
    // An object that cannot have further properties has no entries.
    let kinds = maximum == 0 ? [] : editor.graph.entryKinds(of: object)
    let minimum = counts?.minimumPropertyCount.map { max(0, $0 - names.count) }
    var taken = TakenNames(names)
    let writer = EntryWriter(object: object, kinds: kinds)
    var keys = kinds.isEmpty ? [] : writer.forbiddenKeys(in: &editor)
    if kinds.count > Self.mostDescribedKinds {
      if !keys.isEmpty { editor.tell(keys: keys, of: object) }
      keys = []
    } else {
      keys += writer.statedKeys(in: editor)
    }
    let entries = kinds.enumerated().map { index, kind in
      GraphEditor.Entries(
        name: name(of: index, of: kinds, &taken, by: editor.graph.rules), patterns: kind.patterns,
        schema: .array(
          of: writer.newEntry(of: kind, keys: keys, in: &editor),
          description: kind.patterns.isEmpty || kinds.count == 1
            ? "Further properties, each with its name as the key; often none."
            : "Properties whose names match "
              + "\(kind.patterns.map { "'\($0.source.excerpt)'" }.joined(separator: " or ")), each "
              + "with its name as the key; often none.",
          minimum: kinds.count == 1 ? minimum : nil, maximum: maximum))
    }
    if !entries.isEmpty {
      let listed = entries.map { "'\($0.name.excerpt)'" }.joined(separator: " and ")
      editor.note(
        .openObject, at: object,
        "The object is open to further properties, which are written as entries of \(listed).",
        remedy: "Name the properties that you need, and close the object.")
    }
    let limitsCount = counts?.minimumPropertyCount != nil || counts?.maximumPropertyCount != nil
    if names.count > required || entries.count > 1, limitsCount {
      editor.warn(
        .openObject, at: object,
        "The document states only in words the total number of properties and entries.")
      editor.tell(
        total: counts?.minimumPropertyCount, counts?.maximumPropertyCount, of: object)
    }
    editor.addEntries(entries, to: object)
  }

  /// The name of a property with entries.
  ///
  /// No other property has this name in answers.
  private func name(
    of index: Int, of kinds: [EntryKind], _ taken: inout TakenNames, by rules: DialectRules
  ) -> String {
    let isOnly = kinds.count == 1 || kinds[index].patterns.isEmpty
    return taken.add(
      isOnly ? "additionalProperties" : "patternProperties", by: rules.objects.propertyNames)
  }
}
