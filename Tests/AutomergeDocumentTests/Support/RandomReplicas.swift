import Foundation
import SchemaTestSupport

@testable import AutomergeDocument

/// Replicas that are edited and merged at random.
struct RandomReplicas {
  private(set) var random: SplitMix64
  private(set) var documents: [Document] = []
  private var objects: [[ObjId]] = []
  private let kinds: Kinds

  /// Which values documents contain.
  enum Kinds {
    /// All that the format has.
    case all
    /// Those that every other reader can show.
    case plain
    /// Those that a reader of 2022 shows: no marks, and one value at each place.
    case older
  }

  init(seed: UInt64, count: Int, encoding: TextEncoding = .unicodeScalar, kinds: Kinds = .all)
    throws
  {
    random = SplitMix64(seed: seed)
    self.kinds = kinds
    let first = Document(
      actor: ActorId(bytes: [UInt8(truncatingIfNeeded: seed), 0]), textEncoding: encoding)
    let made = [
      ObjId.ROOT, try first.putObject(obj: .ROOT, key: "map", ty: .Map),
      try first.putObject(obj: .ROOT, key: "list", ty: .List),
      try first.putObject(obj: .ROOT, key: "text", ty: .Text),
    ]
    try first.spliceText(obj: made[3], start: 0, delete: 0, value: "Hello")
    documents = [first]
    for number in 1..<max(2, count) {
      documents.append(
        try first.fork(actor: ActorId(bytes: [UInt8(number * 37 % 256), UInt8(number)])))
    }
    objects = documents.map { _ in made }
  }

  /// Takes `steps` random steps: edits, commits and merges.
  mutating func run(_ steps: Int) throws {
    for _ in 0..<steps {
      let place = random.below(documents.count)
      // Without concurrent edits, there are no concurrent values.
      if kinds == .older {
        for other in documents.indices where other != place { try merge(other, into: place) }
      }
      switch random.below(12) {
      case 0: try documents[place].commitWith(message: random.oneIn(2) ? "message" : nil)
      case 1: try merge(random.below(documents.count), into: place)
      default: try edit(place)
      }
      documents[place].checkInvariants()
    }
  }

  private mutating func merge(_ other: Int, into place: Int) throws {
    try documents[place].merge(other: documents[other])
    objects[place] = Array(Set(objects[place] + objects[other])).sorted {
      $0.description < $1.description
    }
  }

  private mutating func edit(_ place: Int) throws {
    let document = documents[place]
    let object = random.pick(objects[place])
    let length = Int(document.length(obj: object))
    let index = UInt64(random.below(length + 1))
    let isInside = index < UInt64(length)
    let type = random.pick([ObjType.Map, .List, .Text])
    switch try document.objectType(obj: object) {
    case .Map:
      let key = random.pick(["a", "b", "é", "e\u{301}", "\u{1F600}"])
      switch random.below(6) {
      case 0: objects[place].append(try document.putObject(obj: object, key: key, ty: type))
      case 1: try document.delete(obj: object, key: key)
      case 2:
        if case .Scalar(.Counter)? = try document.get(obj: object, key: key) {
          try document.increment(obj: object, key: key, by: Int64(random.below(9)) - 4)
        }
      default: try document.put(obj: object, key: key, value: scalar())
      }
    case .List:
      switch random.below(6) {
      case 0: objects[place].append(try document.insertObject(obj: object, index: index, ty: type))
      case 1 where isInside: try document.delete(obj: object, index: index)
      case 2 where isInside: try document.put(obj: object, index: index, value: scalar())
      case 3 where isInside:
        if case .Scalar(.Counter)? = try document.get(obj: object, index: index) {
          try document.increment(obj: object, index: index, by: 2)
        }
      default: try document.insert(obj: object, index: index, value: scalar())
      }
    case .Text:
      if random.oneIn(8), length > 1, kinds != .older {
        let start = UInt64(random.below(length - 1))
        try document.mark(
          obj: object, start: start, end: UInt64(length),
          expand: random.pick([.both, .none, .after, .before]),
          name: random.pick(["bold", "link"]), value: random.pick([.Boolean(true), .Null]))
      } else {
        try document.spliceText(
          obj: object, start: index, delete: Int64(random.below(4)),
          value: random.pick(["", "x", "abc", "\u{1F469}\u{200D}\u{1F467}", "é"]))
      }
    }
  }

  private mutating func scalar() -> ScalarValue {
    if kinds != .all {
      return random.pick([
        .Null, .Boolean(false), .Int(-70), .Uint(300), .F64(0.5), .String("a longer text"),
      ])
    }
    return random.pick([
      .Null, .Boolean(true), .Int(-70), .Uint(300), .F64(0.5), .String("text"),
      .String("a string that doesn't fit in place"), .Bytes(Data([1, 2])), .Counter(5),
      .Timestamp(Date(timeIntervalSince1970: 12.345)), .Unknown(typeCode: 13, data: Data([7])),
    ])
  }

  /// A number below a bound, from the same sequence.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &random)
  }
}

extension Document {
  /// Checks the operations of the document, in debug builds.
  func checkInvariants() { withCore { $0.set.checkInvariants() } }
}
