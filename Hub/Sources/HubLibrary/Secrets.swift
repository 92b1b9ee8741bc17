import CCrypto
package import FoundationEssentials

/// A secret token: long random text.
///
/// The database has only its SHA-256.
package struct Token: Hashable, Sendable, Encodable {
  package enum Kind: String, Hashable, Sendable {
    case access = "jz2a_"
    case refresh = "jz2r_"
  }

  package let text: String

  /// Creates a token with 256 random bits.
  init(_ kind: Kind) {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    text =
      kind.rawValue
      + Data(bytes).base64EncodedString().map(Self.urlSafe).filter { $0 != "=" }.reduce(into: "") { $0.append($1) }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }

  private static func urlSafe(_ character: Character) -> Character {
    switch character {
    case "+": "-"
    case "/": "_"
    default: character
    }
  }
}

/// A code that a person types once: eight letters and digits that are not easily confused, `K7QM-2XRB`.
///
/// Its 40 bits suffice, since it is valid for at most a day and guesses are limited.
package struct OneTimeCode: Hashable, Sendable {
  private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
  private static let length = 8

  /// The code in the form shown to a person.
  package let text: String

  /// Creates a random code.
  init() {
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
    }
    text = String(characters[..<4]) + "-" + String(characters[4...])
  }

  /// Reads a typed code, in upper or lower case, with or without hyphen and spaces; nil if it cannot be a code.
  package init?(typed: String) {
    let characters = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    guard characters.count == Self.length, characters.allSatisfy(Self.alphabet.contains) else { return nil }
    text = String(characters.prefix(4)) + "-" + String(characters.suffix(4))
  }
}

/// The SHA-256 of secrets and bodies.
package enum Digest {
  package static func sha256(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

  package static func sha256(_ data: some ContiguousBytes) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      data.withUnsafeBytes { bytes in
        // An uncomputed digest would make all secrets equal.
        precondition(
          SHA256(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, digest.baseAddress) != nil,
          "libcrypto has no SHA-256")
      }
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }
}
