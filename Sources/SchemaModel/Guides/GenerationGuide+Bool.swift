extension GenerationGuide where Value == Bool {
  /// The boolean is exactly this one.
  public static func constant(_ value: Bool) -> GenerationGuide<Bool> {
    GenerationGuide(GuideValue(.scalars([.boolean(value)])))
  }
}
