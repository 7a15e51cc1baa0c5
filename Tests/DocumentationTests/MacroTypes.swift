#if Macros
import Foundation
import SchemaKit

// example: cases with values
@Generable
indirect enum Instruction {
  case wait(minutes: Int)
  case stir
  case repeated([Instruction], times: Int)
}
// example: end

// example: comments
/// A table in a restaurant.
@Generable(name: "Reservation", commentsAsDescriptions: true)
struct TableReservation {
  /// How many people come.
  @Guide(.range(1...12))
  var partySize: Int

  /// What the kitchen has to know.
  @Guide(key: "special_requests")
  var specialRequests: String?
}
// example: end

// example: guided case
@Generable
enum Reply {
  @Guide(description: "Ask again later")
  @Guide(for: "minutes", description: "How long to wait", .range(1...60))
  case wait(minutes: Int)
  case text(String)
}
// example: end

// example: coding keys
@Generable
struct Delivery: Codable {
  @Guide(description: "Where the parcel goes")
  var streetAddress: String
  var isExpress: Bool

  enum CodingKeys: String, CodingKey {
    case streetAddress = "street_address"
    case isExpress = "express"
  }
}
// example: end

// example: booking
@Generable
struct Booking {
  @Guide(description: "Where to send the ticket", .format(.email))
  var email: String
  @Guide(.format(.date))
  var day: String
  @Guide(.multiple(of: 5), .exclusiveMaximum(50))
  var discount: Int
  @Guide(.exclusiveMinimum(0))
  var price: Double
  @Guide(.count(1...4), .element(.length(2...40)))
  var travellers: [String]
  @Guide(/[A-Z]{2}\d{4}/)
  var train: String
}
// example: end

// example: event
@Generable
struct Event {
  var id: UUID
  var start: Date
  var page: URL?
  var seats: [String: UInt8]
}
// example: end
#endif
