/// Arranges blocks in columns so that links run from left to right where possible.
///
/// 1. Links that close a cycle are reversed (``LayeredLayout/Directions``).
/// 2. Each block is placed in the first column to the right of all blocks with links to it.
/// 3. A link over several columns gets a bend in each column between, so that it avoids blocks.
/// 4. Blocks and bends of a column are ordered by where their neighbors are.
/// 5. Each is moved up or down towards its neighbors, as far as the others leave room.
///
/// The algorithm does not recurse, and its result depends only on the order of blocks and links.
struct LayeredLayout {
  /// A block to place.
  struct Block {
    var width: Double
    var height: Double
    /// How much room to keep free above it.
    var clearance = 0.0
  }

  /// A link from one block to another, at some height in each.
  struct Link {
    var source: Int
    var sourceOffset: Double
    var target: Int
    var targetOffset: Double
  }

  /// A place in the picture; `y` grows downwards.
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// Where a block is.
  struct Frame: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// How a link runs.
  enum Route: Equatable {
    /// To a column further right, from the right side of one block to the left side of the other.
    ///
    /// Between the first point and the last there are two for each column that is passed.
    case forward([Point])

    /// To a column further left, from the left side of one block to the right side of the other.
    case backward([Point])

    /// From a block to itself, starting at this height.
    case loop(Double)
  }

  /// How much room there is between columns.
  static let columnGap = 104.0

  /// How much room there is at least between blocks of a column.
  static let rowGap = 28.0

  /// How many bends there may be.
  ///
  /// With more bends, links run straight across blocks.
  static let maximumBends = 100_000

  /// Where the blocks are, in their order.
  private(set) var frames: [Frame] = []

  /// How the links run, in their order.
  private(set) var routes: [Route] = []

  /// How large the picture is.
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// Arranges blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - links: What leads from one to another.
  init(_ blocks: [Block], _ links: [Link]) {
    let directions = Directions(blocks: blocks.count, links)
    var columns = Columns(blocks, links, directions)
    columns.order()
    columns.align()
    place(blocks, links, directions, columns)
  }

  private mutating func place(
    _ blocks: [Block], _ links: [Link], _ directions: Directions, _ columns: Columns
  ) {
    var widths = [Double](repeating: 0, count: columns.members.count)
    for (index, block) in blocks.enumerated() {
      let column = columns.vertices[index].column
      widths[column] = max(widths[column], block.width)
    }
    var lefts: [Double] = []
    for columnWidth in widths {
      lefts.append(width)
      width += columnWidth + Self.columnGap
    }
    width = max(0, width - Self.columnGap)

    let top = columns.vertices.map { $0.y - $0.clearance }.min() ?? 0
    for (block, vertex) in zip(blocks, columns.vertices) {
      let frame = Frame(
        x: lefts[vertex.column], y: vertex.y - top, width: block.width, height: block.height)
      frames.append(frame)
      height = max(height, frame.y + frame.height)
    }
    for (index, link) in links.enumerated() {
      let source = frames[link.source]
      let target = frames[link.target]
      let start = source.y + link.sourceOffset
      let end = target.y + link.targetOffset
      let bends = columns.bends[index].flatMap { bend in
        let vertex = columns.vertices[bend]
        let left = lefts[vertex.column]
        height = max(height, vertex.y - top)
        let y = vertex.y - top
        return [Point(x: left, y: y), Point(x: left + widths[vertex.column], y: y)]
      }
      switch directions[index] {
      case .loop:
        routes.append(.loop(start))
      case .forward:
        routes.append(
          .forward(
            [Point(x: source.x + source.width, y: start)] + bends + [Point(x: target.x, y: end)]))
      case .backward:
        routes.append(
          .backward(
            [Point(x: source.x, y: start)] + bends.reversed()
              + [Point(x: target.x + target.width, y: end)]))
      }
    }
  }
}
