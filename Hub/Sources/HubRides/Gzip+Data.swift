package import Compression
package import FoundationEssentials

extension Gzip {
  /// Packs; nil if there is no memory for it.
  package static func packed(_ content: Data) -> Data? { packed(Array(content)).map { Data($0) } }

  /// Unpacks; nil if it is not gzip, is cut, has anything behind it, or would be larger than `most` bytes.
  package static func unpacked(_ content: Data, most: Int) -> Data? {
    unpacked(Array(content), most: most).map { Data($0) }
  }
}
