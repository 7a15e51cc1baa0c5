/// What an operation does.
enum OpAction: UInt8 {
  case makeMap = 0
  case set = 1
  case makeList = 2
  case delete = 3
  case makeText = 4
  case increment = 5
  case makeTable = 6
  case mark = 7

  /// Whether the operation makes an object.
  var makesObject: Bool { objectType != nil }

  /// The type of the object that the operation makes.
  var objectType: ObjType? {
    switch self {
    case .makeMap, .makeTable: .Map
    case .makeList: .List
    case .makeText: .Text
    case .set, .delete, .increment, .mark: nil
    }
  }

  init(making type: ObjType) {
    switch type {
    case .Map: self = .makeMap
    case .List: self = .makeList
    case .Text: self = .makeText
    }
  }
}
