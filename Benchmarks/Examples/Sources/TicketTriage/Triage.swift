import SchemaKit

/// The category and the priority of a ticket.
@Generable(description: "The category and the priority of a ticket")
struct Triage {
  var category: Category
  @Guide(description: "1 is the most urgent", .range(1...4))
  var priority: Int
  @Guide(description: "One sentence for the team", .length(1...200))
  var summary: String
}

@Generable
enum Category: String, CaseIterable {
  case billing, defect, question, wish
}

/// A message of a customer.
struct Ticket: Sendable {
  let number: Int
  let text: String

  /// Returns different tickets, which are the same in each run.
  static func samples(_ count: Int) -> [Ticket] {
    let problems = [
      "I was charged twice in May.", "The app closes when I open a photo.",
      "How do I export my recipes?", "Please add a dark mode.",
      "The invoice has the wrong address.", "Search finds nothing since the update.",
    ]
    let moods = ["", " This is urgent.", " No hurry.", " I have asked before.", " Thank you!"]
    return (1...max(1, count)).map { number in
      Ticket(
        number: number,
        text: "Ticket \(number): \(problems[number % problems.count])"
          + moods[number % moods.count])
    }
  }
}
