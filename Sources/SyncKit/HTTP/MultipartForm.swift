/// A part of a form with files (RFC 7578).
package struct FormPart: Hashable, Sendable {
  /// The field's name.
  package var name: String
  /// The file's name; nil for text.
  package var filename: String?
  package var contentType: String
  package var bytes: [UInt8]

  package static func text(_ name: String, _ text: String) -> FormPart {
    FormPart(name: name, filename: nil, contentType: "text/plain;charset=utf-8", bytes: Array(text.utf8))
  }

  package static func file(_ name: String, filename: String, contentType: String, _ bytes: [UInt8]) -> FormPart {
    FormPart(name: name, filename: filename, contentType: contentType, bytes: bytes)
  }
}

/// Encodes forms with files (RFC 7578).
package enum MultipartForm {
  /// Returns the content type of a body with this boundary.
  package static func contentType(boundary: String) -> String { "multipart/form-data; boundary=\(boundary)" }

  /// Returns the bytes of a body.
  ///
  /// The same parts with the same boundary give the same bytes.
  package static func bytes(of parts: [FormPart], boundary: String) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
      if let filename = part.filename { head += "; filename=\"\(escaped(filename))\"" }
      head += "\r\nContent-Type: \(part.contentType)\r\n\r\n"
      body += Array(head.utf8) + part.bytes + Array("\r\n".utf8)
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }

  /// Returns a name escaped for quotation marks: HTML, "multipart/form-data encoding algorithm".
  private static func escaped(_ name: String) -> String {
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": escaped += "%22"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
