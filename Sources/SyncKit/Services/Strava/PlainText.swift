/// What a server says, as it may stand in a sentence for people.
extension String {
  /// Without tags of HTML, on one line of at most 200 characters.
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
  /// The beginning of a body as text for people; nil if there is none.
  var plainBeginning: String? {
    let text = String(decoding: prefix(2000), as: UTF8.self).plain
    return text.isEmpty ? nil : text
  }
}
