/// The space for a text: the width of its lines, and the characters that can be shown.
package struct Page: Equatable {
  /// The columns of the terminal; nil for a file or a pipe, whose lines may have any length.
  package let columns: Int?
  /// The characters that can be shown.
  let glyphs: Glyphs

  package init(columns: Int?, glyphs: Glyphs) {
    (self.columns, self.glyphs) = (columns, glyphs)
  }
}
