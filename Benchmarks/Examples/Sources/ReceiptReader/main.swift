import Foundation
import SchemaKit
import SchemaProviders

@Generable(description: "The content of a receipt")
struct Receipt {
  @Generable
  struct Item {
    var name: String
    @Guide(description: "In cents", .minimum(0))
    var price: Int
  }

  var shop: String
  @Guide(.minimumCount(1))
  var items: [Item]
  @Guide(description: "In cents", .minimum(0))
  var total: Int
  @Guide(description: "The photo that shows the total")
  var photo: ImageReference

  /// `true` if the sum of the prices is the total.
  var addsUp: Bool { items.reduce(0) { $0 + $1.price } == total }
}

// ReceiptReader FILE…
//
// The files are the photos of one receipt, in order.
let photos = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
let environment = ProcessInfo.processInfo.environment
let model = OpenAIModel(
  "gpt-5-mini", key: environment["OPENAI_API_KEY"].map { ModelProvider.Key($0) },
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")
let session = LanguageModelSession(model: model)
do {
  let receipt = try await session.respond(generating: Receipt.self) {
    "Read the receipt in these photos."
    for (index, photo) in photos.enumerated() {
      Attachment(imageURL: photo).label("photo \(index + 1)")
    }
  }.content
  for item in receipt.items { print("\(item.price)  \(item.name)") }
  let file = receipt.photo.resolved(in: session.transcript)?.url?.lastPathComponent
  print("\(receipt.total)  \(receipt.shop), in \(file ?? "no photo")")
  print(receipt.addsUp ? "It adds up." : "It does not add up.")
} catch {
  print("No receipt: \(error)")
  exit(1)
}
