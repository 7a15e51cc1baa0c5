import ContentStorage
import IndexedTables
import SchemaModel

/// A value of an answer that is being read, with the reading position in it.
struct AnswerFrame {
  /// The way in which a value is read.
  enum Kind: BitwiseCopyable {
    /// The answer, and a value in a string of JSON text, each converted by a node.
    case answer(AnswerMapping.Node.ID), text(AnswerMapping.Node.ID)

    /// A value with a conversion of its own.
    case mapped(MappingCursor)

    /// An array or an object that stays unchanged.
    case copy

    /// A string that is arriving, and the number of its bytes that have been copied.
    case string(count: Int)

    /// A scalar that waits for the end of the text around it.
    case scalar

    /// Indicates whether the value becomes an array or an object.
    var makesContainer: Bool {
      switch self {
      case .copy: true
      case .mapped(let cursor): cursor.makesContainer
      case .answer, .text, .string, .scalar: false
      }
    }

    /// Indicates whether the declared value is the only part of the answer's value: the value in a
    /// text, the chosen alternative of a union, or the value of a form without a container.
    var standsForPart: Bool {
      switch self {
      case .text, .mapped(.union), .mapped(.single): true
      case .answer, .mapped, .copy, .string, .scalar: false
      }
    }
  }

  /// The next step in reading a form.
  enum Step {
    /// A part of the form, by its number.
    ///
    /// Inside a form without a container, the part takes the name of the form's value.
    case part(ContentPlace, as: Int, Name = .none)

    /// A part whose content is not in the answer.
    case content(GeneratedContent, Name = .none)

    /// The content of the complete value, for a form that makes no container.
    case becomes(GeneratedContent)

    /// The value is a string with JSON text, whose value is a part of the form. If `orString` is
    /// `true`, text that is not JSON stays a string.
    case text(as: Int, orString: Bool)

    /// The value stays unchanged.
    case unchanged

    /// More of the answer has to arrive.
    case more

    /// There are no more parts.
    case end
  }

  /// The declared name of a value in its container.
  enum Name: BitwiseCopyable {
    /// The value has no name: it is the root or an element.
    case none

    case property(MappingPlan.Property.ID)

    /// The key or string at a place, in the text with a number.
    case key(ContentPlace, of: Int)

    /// A key as in `key`, which must be unique in the object.
    case distinctKey(ContentPlace, of: Int)
  }

  /// A name of a renamed property.
  enum RenamedName { case declared, inAnswers }

  var kind: Kind

  /// The renamed properties of an object that have arrived, each with the name under which it did;
  /// `nil` for none, as in most objects.
  private var renamed: [MappingPlan.Property.ID: RenamedName]?

  /// Indicates whether a part of the value is incomplete.
  var isIncomplete = false

  /// The place of the value in its text.
  private(set) var place: ContentPlace

  /// The number of the text that contains the value: the answer, or JSON text in the answer.
  let text: Int

  let name: Name

  /// The walk over the children of the value.
  var children: ContentPlaces.Children

  /// The number of parts that have been read; for an object, the position of the expected property.
  var position = 0

  /// The index, in the log of keys, of the first key of the resulting object.
  let firstKey: Int

  /// The search for members of an object.
  private var search: MemberSearch?

  init(
    _ kind: Kind, at place: ContentPlace, of text: Int, _ name: Name, firstKey: Int,
    in answer: ContentPlaces
  ) {
    self.kind = kind
    self.place = place
    self.text = text
    self.name = name
    self.firstKey = firstKey
    children = answer.children(of: place)
  }

  /// Continues with a later snapshot.
  mutating func resume(to answer: ContentPlaces) {
    place = answer.later(place)
    children = answer.later(children, of: place)
  }

  /// Records that a renamed property has arrived under one of its names.
  ///
  /// - Returns: `false` if it has also arrived under the other name.
  mutating func record(_ property: MappingPlan.Property.ID, under name: RenamedName) -> Bool {
    var names = renamed.take() ?? [:]
    defer { renamed = names }
    return names.updateValue(name, forKey: property) ?? name == name
  }

  /// The place of a member of an object, if it has arrived.
  ///
  /// Each member of an object is examined once, also in repeated calls.
  ///
  /// - Parameters:
  ///   - index: The index of the member's name.
  ///   - object: The place of the object.
  ///   - answer: The part of the answer that has arrived.
  ///   - names: The names of all members that the caller looks up in the object.
  /// - Returns: The place, or `nil`.
  mutating func member(
    _ index: Int, of object: ContentPlace, in answer: ContentPlaces,
    among names: @autoclosure () -> [String]
  ) -> ContentPlace? {
    // The object may have ended since the search began.
    if search.map({ answer.later($0.object) }) != object {
      search = MemberSearch(names(), of: object, in: answer)
    }
    return search?.place(at: index, in: answer)
  }

  /// The next element of a member of the frame's object that is an array, if it has arrived.
  ///
  /// The elements of only one member can be read. A member that is no array is the only element.
  ///
  /// - Parameters:
  ///   - index: The index of the member's name.
  ///   - answer: The part of the answer that has arrived.
  ///   - names: The names of all members that the caller looks up in the object.
  /// - Returns: The place, or `nil`.
  mutating func nextElement(
    ofMember index: Int, in answer: ContentPlaces, among names: @autoclosure () -> [String]
  ) -> ContentPlace? {
    guard let array = member(index, of: place, in: answer, among: names()) else { return nil }
    return search?.nextElement(of: array, in: answer)
  }
}

/// A search for members of an object, which may be arriving.
///
/// The search is a class to keep frames small, since few frames have a search.
private final class MemberSearch {
  let object: ContentPlace
  private let indices: [ExactText: Int]
  private var places: [ContentPlace?]
  private var children: ContentPlaces.Children

  /// The walk over the elements of a member.
  private var elements: ContentPlaces.Children?

  init(_ names: [String], of object: ContentPlace, in answer: ContentPlaces) {
    self.object = object
    indices = Dictionary(
      names.enumerated().map { (ExactText($1), $0) }, uniquingKeysWith: { first, _ in first })
    places = names.map { _ in nil }
    children = answer.children(of: object)
  }

  func place(at index: Int, in answer: ContentPlaces) -> ContentPlace? {
    children = answer.later(children, of: object)
    while let key = answer.nextKey(&children), let value = answer.next(&children) {
      guard let found = indices[ExactText(answer.text(at: key))], places[found] == nil else {
        continue
      }
      places[found] = value
    }
    return places[index].map(answer.later)
  }

  func nextElement(of array: ContentPlace, in answer: ContentPlaces) -> ContentPlace? {
    var walk = elements.map { answer.later($0, of: array) } ?? answer.children(of: array)
    defer { elements = walk }
    return answer.next(&walk)
  }
}

/// Adjacent members of an object that stay unchanged.
struct MemberRun {
  private var ends: (start: ContentPlace, last: ContentPlace)?
  private var count = 0

  mutating func add(_ member: ContentPlaces.Property) {
    ends = (ends?.start ?? member.key, member.value)
    count += 1
  }

  /// Adds the members to content.
  mutating func end(in builder: inout ContentBuilder, _ answer: ContentPlaces) {
    guard let (start, last) = ends else { return }
    builder.append(answer, from: start, through: last, count: count)
    (ends, count) = (nil, 0)
  }
}

extension [AnswerFrame] {
  /// The path, in the declared content, to a part of the innermost value.
  func path(
    to last: AnswerFrame.Name, in texts: AnswerTexts, _ plan: MappingPlan
  ) -> SchemaPath {
    var steps: [SchemaPath.Component] = []
    for (index, frame) in enumerated() where !frame.kind.standsForPart {
      switch index + 1 < count ? self[index + 1].name : last {
      case .property(let property): steps.append(.key(plan.declaredNames[property]))
      case .key(let place, let text), .distinctKey(let place, let text):
        steps.append(.key(texts[text].text(at: place)))
      case .none:
        guard case .mapped(let cursor) = frame.kind, plan.container(at: cursor) == .array
        else { continue }
        steps.append(.index(Swift.max(0, frame.position - 1)))
      }
    }
    return SchemaPath(steps)
  }
}
