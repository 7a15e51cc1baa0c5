// The rules decide when snapshots of a stream show a value. They are no part of the written schema.
extension GenerationGuide {
  /// Snapshots of a stream show the value when it is complete.
  ///
  ///     @Guide(.whole) var price: String
  ///     @Guide(.element(.whole)) var steps: [Step]
  ///
  /// Models and validators do not see this guide.
  public static var whole: GenerationGuide<Value> {
    GenerationGuide(GuideValue(.appearance(.whole)))
  }

  /// Snapshots of a stream show the object when its property of this name is complete.
  ///
  ///     @Guide(.element(.appears(after: "title"))) var chapters: [Chapter]
  ///
  /// Models and validators do not see this guide. `property` is the name under which the property
  /// is generated.
  public static func appears(after property: String) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.appearance(.after(ExactText(property)))))
  }
}

// The compiler checks the attribute `@Guide(.whole)` without the type of the property, so the
// attribute does not compile without these overloads. The macro repeats the guide with the type of
// the property.
extension GenerationGuide where Value == Never {
  /// Snapshots of a stream show the value when it is complete.
  public static var whole: GenerationGuide<Value> {
    GenerationGuide(GuideValue(.appearance(.whole)))
  }

  /// Snapshots of a stream show the object when its property of this name is complete.
  public static func appears(after property: String) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.appearance(.after(ExactText(property)))))
  }
}
