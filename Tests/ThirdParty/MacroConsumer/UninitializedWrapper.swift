// swift-format-ignore-file

import SchemaMacros

// Like Mistakes.swift, but the compiler finds this mistake only in code without other errors.

@propertyWrapper
struct Boxed {
  var wrappedValue: Int

  init(_ value: Int) { wrappedValue = value }
}

@propertyWrapper
struct Clamped {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }
}

@Generable  // expanded
struct Wrapped {
  @Boxed var value: Int  // error: 'self' used before all stored properties are initialized
  @Clamped var other: Int
}

@Generable
struct Sound {
  @Clamped var other: Int
}
