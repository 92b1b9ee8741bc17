/// The lines of a text file.
enum WorkoutLines {
  /// A line and its number, from 1.
  struct Line {
    var number: Int
    var text: String
  }

  /// The lines of text in UTF-8, whatever ends them.
  ///
  /// - Throws: `notText` with the line, for other bytes and for those that no text has.
  static func of(_ bytes: [UInt8]) throws(WorkoutFileError) -> [Line] {
    let text = bytes.starts(with: WorkoutCharacters.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var lines: [Line] = []
    var begin = text.startIndex
    while begin < text.endIndex {
      let end = text[begin...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
      let isPair = end + 1 < text.endIndex && text[end] == 0x0D && text[end + 1] == 0x0A
      let number = lines.count + 1
      guard !text[begin..<end].contains(where: { $0 < 0x20 && $0 != 0x09 }),
        let line = String(validating: text[begin..<end], as: UTF8.self)
      else { throw WorkoutFileError(.notText, line: number, "bytes that are not text in UTF-8") }
      lines.append(Line(number: number, text: line))
      begin = isPair ? end + 2 : end + 1
    }
    return lines
  }
}
