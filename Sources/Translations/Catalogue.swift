import CTranslations
package import ControlWire

extension Translation {
  /// The translation into a language; nil for English, which needs none.
  package init?(_ language: Language) {
    guard language != .english else { return nil }
    self.init(language) { english, form in
      let file = translation_file_of(language.rawValue)
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      return Catalogue.message(Array(english.utf8), form, in: bytes.span).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

/// Reads the gettext file of a language, which is part of the program.
///
/// Its messages are sorted by the bytes of their English text, so that binary search finds one and no table is built at
/// start. A text may continue on further lines, as the tools of translators write it.
package enum Catalogue {
  /// Finds the translation of a message.
  ///
  /// - Parameters:
  ///   - english: The message, or the singular of one that depends on a number.
  ///   - form: The form of a message that depends on a number, from 0; else 0.
  ///   - file: The bytes of a `.po` file.
  /// - Returns: Nil if the file has no such message, or its translation is empty.
  package static func message(_ english: [UInt8], _ form: Int, in file: Span<UInt8>) -> [UInt8]? {
    var (low, high) = (0, file.count)
    while low < high {
      let middle = low + (high - low) / 2
      guard var place = start(of: keyword, in: file, middle..<high) else {
        high = middle
        continue
      }
      let found = text(at: &place, in: file)
      if found == english { return translation(form, in: file, from: place) }
      if english.lexicographicallyPrecedes(found) { high = middle } else { low = place }
    }
    return nil
  }

  private static let keyword = Array("\nmsgid ".utf8)
  private static let translated = Array("msgstr".utf8)
  private static let (quote, escape, newline) = (UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\n"))

  /// The text after the next line with this keyword that begins in a range; nil if there is none.
  private static func start(of keyword: [UInt8], in file: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound {
      if file[place] == newline, has(keyword, in: file, at: place) { return place + keyword.count }
      place += 1
    }
    return nil
  }

  private static func has(_ text: [UInt8], in file: Span<UInt8>, at place: Int) -> Bool {
    guard file.count - place >= text.count else { return false }
    for index in text.indices where file[place + index] != text[index] { return false }
    return true
  }

  /// The translation in one of its forms, after the English text.
  private static func translation(_ form: Int, in file: Span<UInt8>, from start: Int) -> [UInt8]? {
    var (place, form) = (start, form)
    while place < file.count, file[place] != newline {
      let isTranslation = has(translated, in: file, at: place)
      while place < file.count, file[place] != quote, file[place] != newline { place += 1 }
      let text = text(at: &place, in: file)
      if isTranslation, form == 0 { return text.isEmpty ? nil : text }
      if isTranslation { form -= 1 }
    }
    return nil
  }

  /// Reads the quoted text of this line and of the lines that continue it, and moves behind them.
  private static func text(at place: inout Int, in file: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    while place < file.count, file[place] == quote {
      place += 1
      while place < file.count, file[place] != quote, file[place] != newline {
        if file[place] == escape, place + 1 < file.count {
          place += 1
          text.append(meaning(of: file[place]))
        } else {
          text.append(file[place])
        }
        place += 1
      }
      while place < file.count, file[place] != newline { place += 1 }
      place += 1
    }
    return text
  }

  private static func meaning(of escaped: UInt8) -> UInt8 {
    switch escaped {
    case UInt8(ascii: "n"): newline
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: escaped
    }
  }
}
