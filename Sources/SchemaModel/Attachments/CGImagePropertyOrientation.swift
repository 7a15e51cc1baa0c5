#if canImport(ImageIO)
public import ImageIO
#else
/// The orientation of an image's pixels, with the cases and raw values of ImageIO's type.
///
/// It is declared on systems without ImageIO, so that code with orientations is the same
/// everywhere.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// The first row is the top, and the first column the left side.
  case up = 1

  /// The first row is the top, and the first column the right side.
  case upMirrored

  /// The first row is the bottom, and the first column the right side.
  case down

  /// The first row is the bottom, and the first column the left side.
  case downMirrored

  /// The first row is the left side, and the first column the top.
  case leftMirrored

  /// The first row is the right side, and the first column the top.
  case right

  /// The first row is the right side, and the first column the bottom.
  case rightMirrored

  /// The first row is the left side, and the first column the bottom.
  case left
}
#endif
