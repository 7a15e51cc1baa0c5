#if Macros
/// Makes a variable a property of sessions.
///
///     extension SessionPropertyValues {
///       @SessionPropertyEntry var openSkills: [String] = []
///     }
///
/// The variable has an initial value for each session; the default of an optional one is `nil`.
/// Profiles, dynamic instructions and tools access it with `@SessionProperty(\.openSkills)`, other
/// code with `session.properties.openSkills`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
  #externalMacro(module: "SchemaMacrosPlugin", type: "SessionPropertyEntryMacro")

/// Makes a variable return its initial value.
///
/// ``SessionPropertyEntry()`` uses this macro, so that the variable needs no written type.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
  #externalMacro(module: "SchemaMacrosPlugin", type: "SessionPropertyDefaultMacro")
#endif
