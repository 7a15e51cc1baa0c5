extension String {
  /// `true` if the text can be an identifier in a path.
  package var isIdentifier: Bool {
    !isEmpty && self != "." && self != ".." && utf8.count <= 512
  }

  /// The text as one segment of a path, with escaped separators.
  package var pathSegment: String {
    var allowed = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        (byte < 0x80 && scalar.properties.isAlphabetic) || ("0"..."9").contains(scalar)
        || "-._~".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      allowed += isPlain ? String(scalar) : "%" + (byte < 0x10 ? "0" : "") + digits
    }
    return allowed
  }
}
