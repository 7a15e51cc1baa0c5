// swift-format-ignore-file

import SchemaKit
import SchemaMacros
import SchemaProviders

// Not part of any target: .ci/check-macros has the compiler read it, and expects the messages that
// the comments say, at their lines, and no others.

extension SessionPropertyValues {
  @SessionPropertyEntry var openSkills: [String] = []
  @SessionPropertyEntry var user: String?
  @SessionPropertyEntry var `my count` = 0
  @SessionPropertyEntry var count: Int  // error: A property of sessions needs an initial value, which each session begins with.
  @SessionPropertyEntry static var shared = 1  // error: '@SessionPropertyEntry' can only be used with a variable that has an initial value, in an extension of 'SessionPropertyValues'.
  @SessionPropertyEntry var computed: Int { 1 }  // error: '@SessionPropertyEntry' can only be used with a variable that has an initial value, in an extension of 'SessionPropertyValues'.
}

struct Elsewhere {
  @SessionPropertyEntry var total = 0  // error: '@SessionPropertyEntry' can only be used with a variable that has an initial value, in an extension of 'SessionPropertyValues'.
}

struct Plain {}

let prompt = Prompt {
  "Cook this."
  Plain()  // error: 'buildExpression' is unavailable: Only `Prompt` and types that conform to `PromptRepresentable` can be part of a prompt.
}

let instructions = Instructions {
  Plain()  // error: 'buildExpression' is unavailable: Only `Instructions` and types that conform to `InstructionsRepresentable` can be part of instructions.
}

struct Cooks: LanguageModelSession.DynamicProfile {
  var body: some LanguageModelSession.DynamicProfile {  // error: 'buildBlock' is unavailable: A body has one profile at a time: choose one with `if` and `else`, or `switch`.
    Profile { Instructions("You are a cook.") }
    Profile { Instructions("You are a waiter.") }
  }
}
