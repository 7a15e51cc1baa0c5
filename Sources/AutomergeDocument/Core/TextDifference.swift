/// The smallest edits from one sequence of characters to another (Myers, "An O(ND) difference
/// algorithm and its variations", 1986), in memory linear in the length.
///
/// The work is bounded: if two parts differ in more than ``maximumDistance`` places, the new part
/// replaces the old part as a whole.
struct TextDifference {
  /// A range of the old sequence that becomes a range of the new one.
  struct Edit: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  private static let maximumDistance = 2048

  private let old: [Int]
  private let new: [Int]
  /// The farthest places that the two searches have reached, from the beginning and from the end,
  /// by diagonal.
  private var forward: [Int] = []
  private var backward: [Int] = []

  /// The edits, in order.
  private(set) var edits: [Edit] = []

  /// Compares two sequences of characters; equal numbers stand for equal characters.
  init(from old: [Int], to new: [Int]) {
    self.old = old
    self.new = new
    var parts = [Edit(old: 0..<old.count, new: 0..<new.count)]
    while let part = parts.popLast() {
      let rest = trimmed(part)
      if rest.old.isEmpty || rest.new.isEmpty {
        append(rest)
      } else if let (x, y) = middle(of: rest) {
        parts.append(
          Edit(old: x..<rest.old.upperBound, new: y..<rest.new.upperBound))
        parts.append(
          Edit(old: rest.old.lowerBound..<x, new: rest.new.lowerBound..<y))
      } else {
        append(rest)
      }
    }
  }

  /// Returns a part without the equal characters at both ends.
  private func trimmed(_ part: Edit) -> Edit {
    var start = (part.old.lowerBound, part.new.lowerBound)
    var end = (part.old.upperBound, part.new.upperBound)
    while start.0 < end.0, start.1 < end.1, old[start.0] == new[start.1] {
      start = (start.0 + 1, start.1 + 1)
    }
    while start.0 < end.0, start.1 < end.1, old[end.0 - 1] == new[end.1 - 1] {
      end = (end.0 - 1, end.1 - 1)
    }
    return Edit(old: start.0..<end.0, new: start.1..<end.1)
  }

  private mutating func append(_ edit: Edit) {
    guard !edit.old.isEmpty || !edit.new.isEmpty else { return }
    if let last = edits.last, last.old.upperBound == edit.old.lowerBound,
      last.new.upperBound == edit.new.lowerBound
    {
      edits[edits.count - 1] = Edit(
        old: last.old.lowerBound..<edit.old.upperBound,
        new: last.new.lowerBound..<edit.new.upperBound)
    } else {
      edits.append(edit)
    }
  }

  /// Returns the place at which the searches from both ends of a part meet.
  ///
  /// This place is on a shortest path. Returns `nil` if the path is too long or cannot be divided.
  private mutating func middle(of part: Edit) -> (Int, Int)? {
    let (width, height) = (part.old.count, part.new.count)
    let (x0, y0) = (part.old.lowerBound, part.new.lowerBound)
    let limit = min((width + height + 1) / 2, Self.maximumDistance)
    let offset = limit + 1
    forward = Array(repeating: 0, count: 2 * offset + 1)
    backward = Array(repeating: 0, count: 2 * offset + 1)
    let delta = width - height
    for distance in 0...limit {
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        var x = farthest(forward, diagonal, distance, offset)
        while x < width, x >= diagonal, x - diagonal < height,
          old[x0 + x] == new[y0 + x - diagonal]
        { x += 1 }
        forward[offset + diagonal] = x
        let other = delta - diagonal
        if delta % 2 != 0, abs(other) < distance, x <= width, x - diagonal <= height,
          x + backward[offset + other] >= width
        {
          return divided(part, x, x - diagonal)
        }
      }
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        var x = farthest(backward, diagonal, distance, offset)
        while x < width, x >= diagonal, x - diagonal < height,
          old[x0 + width - 1 - x] == new[y0 + height - 1 - x + diagonal]
        { x += 1 }
        backward[offset + diagonal] = x
        let other = delta - diagonal
        if delta % 2 == 0, abs(other) <= distance, x <= width, x - diagonal <= height,
          x + forward[offset + other] >= width
        {
          return divided(part, width - x, height - x + diagonal)
        }
      }
    }
    return nil
  }

  private func farthest(_ reached: [Int], _ diagonal: Int, _ distance: Int, _ offset: Int) -> Int {
    if distance == 0 { return 0 }
    let down = diagonal == -distance
    let right = diagonal == distance
    if down || !right && reached[offset + diagonal - 1] < reached[offset + diagonal + 1] {
      return reached[offset + diagonal + 1]
    }
    return reached[offset + diagonal - 1] + 1
  }

  private func divided(_ part: Edit, _ x: Int, _ y: Int) -> (Int, Int)? {
    guard x >= 0, y >= 0, x <= part.old.count, y <= part.new.count else { return nil }
    guard (x, y) != (0, 0), (x, y) != (part.old.count, part.new.count) else { return nil }
    return (part.old.lowerBound + x, part.new.lowerBound + y)
  }
}
