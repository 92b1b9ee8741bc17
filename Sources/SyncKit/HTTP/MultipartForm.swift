/// A part of a form with files (RFC 7578).
package struct FormPart: Hashable, Sendable {
  /// The field's name.
  package var name: String
  /// A file's name; nil for text.
  package var filename: String?
  /// The type of the content.
  package var contentType: String
  /// The content.
  package var bytes: [UInt8]

  /// A part with text.
  package static func text(_ name: String, _ text: String) -> FormPart {
    FormPart(name: name, filename: nil, contentType: "text/plain;charset=utf-8", bytes: Array(text.utf8))
  }

  /// A part with a file.
  package static func file(_ name: String, filename: String, contentType: String, _ bytes: [UInt8]) -> FormPart {
    FormPart(name: name, filename: filename, contentType: contentType, bytes: bytes)
  }
}

/// The bytes of a form with files.
package enum MultipartForm {
  /// The type of a body with this boundary.
  package static func contentType(boundary: String) -> String { "multipart/form-data; boundary=\(boundary)" }

  /// The bytes of a body; the same parts with the same boundary are the same bytes.
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

  /// A name as it stands between quotation marks: HTML, "multipart/form-data encoding algorithm".
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
