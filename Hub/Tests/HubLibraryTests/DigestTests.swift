import Foundation
import HubLibrary
import Testing

/// The hash of secrets and bodies, by the examples of FIPS 180-2.
@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `a text and its bytes have the SHA-256 digest from the standard`(_ text: String, _ digest: String) {
    for bytes in [Digest.sha256(text), Digest.sha256(Data(text.utf8))] {
      #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }
  }
}
