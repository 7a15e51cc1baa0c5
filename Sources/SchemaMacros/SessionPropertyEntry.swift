#if Macros
/// Makes a variable a property of sessions.
///
///     extension SessionPropertyValues {
///       @SessionPropertyEntry var openSkills: [String] = []
///     }
///
/// The variable has an initial value, which each session begins with; an optional one begins with
/// `nil` if it has none. Profiles, dynamic instructions and tools reach it with
/// `@SessionProperty(\.openSkills)`, everybody else with `session.properties.openSkills`. The code
/// imports SchemaSessions, or a module that re-exports it.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
  #externalMacro(module: "SchemaMacrosPlugin", type: "SessionPropertyEntryMacro")

/// Makes the initial value of a variable what it always gives. ``SessionPropertyEntry()`` uses it,
/// so that the type need not be written.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
  #externalMacro(module: "SchemaMacrosPlugin", type: "SessionPropertyDefaultMacro")
#endif
