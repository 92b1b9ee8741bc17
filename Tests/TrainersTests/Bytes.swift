/// Parses bytes from hexadecimal digits, as sources print them.
func Bytes(_ hex: String) throws -> [UInt8] {
  try hex.split(separator: " ").map { digits in
    guard let byte = UInt8(digits, radix: 16) else { throw NoByte(digits: String(digits)) }
    return byte
  }
}

private struct NoByte: Error {
  let digits: String
}
