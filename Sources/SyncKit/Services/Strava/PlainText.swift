/// Text of a server, made safe for a sentence for people.
extension String {
  /// The text without HTML tags, on one line of at most 200 characters.
  var plain: String {
    var text = ""
    var tag = false
    for character in self {
      switch character {
      case "<": tag = true
      case ">" where tag: tag = false
      case _ where tag: continue
      default: text.append(character)
      }
    }
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text.replace(entity, with: character)
    }
    return text.printableLine()
  }
}

extension [UInt8] {
  /// The beginning of a body as text for people; nil if it is empty.
  var plainBeginning: String? {
    let text = String(decoding: prefix(2000), as: UTF8.self).plain
    return text.isEmpty ? nil : text
  }
}
