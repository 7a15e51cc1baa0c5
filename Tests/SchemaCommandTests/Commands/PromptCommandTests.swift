#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct PromptCommandTests {
  @Test func `a sample is written as a type text`() {
    let run = CommandRun("prompt", "recipe")
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(
      run.output == """
        type Recipe = { // A dish and how to cook it
        name:string // Name of the dish
        summary:string // One sentence that makes it sound good
        cookingTime:integer // 5..120; Cooking time in minutes
        servings:integer // 1..12; How many people it feeds
        difficulty:"easy"|"medium"|"hard" // How hard it is to cook
        ingredients:Ingredient[] // 1..20 items; List of ingredients, in order of use
        steps:string[] // >=1 item; What to do, one step at a time
        tags?:string[] // Words to find it by, if any fit
        }
        type Ingredient = {
        name:string // What a shop would call it
        quantity:number // 0.1..1000; Amount
        unit:one of "g","ml","piece","spoon"
        }

        """)
  }

  @Test func `a part of a document is written`() {
    let document = #"{"defs": {"Age": {"type": "integer", "minimum": 0}}}"#
    let run = CommandRun("prompt", "-", "--at", "/defs/Age", input: document)
    #expect(run.status == 0)
    #expect(run.output == "integer // >=0\n")
  }

  @Test func `a loss of the document is a warning`() {
    let document = #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#
    let run = CommandRun("prompt", "-", input: document)
    #expect(run.status == 0)
    #expect(run.output == "string[] // No two elements are equal.\n")
    #expect(run.messages.contains("uniqueItems"))
  }
}
#endif
