import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

/// The options of a drawing.
struct DrawingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The picture to write or replace, SVG or PNG by its extension; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The colours of a picture: auto (the viewer's setting), light or dark.", visibility: .hidden))
  var theme: ChartTheme = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width: 40 to 400 columns, or 600 to 4000 units for a picture.", visibility: .hidden))
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The height: 10 to 200 rows, or 300 to 4000 units for a picture.", visibility: .hidden))
  var height: Int?

  func validate() throws {
    try Self.check("--width", width, output == nil ? 40...400 : 600...4000)
    try Self.check("--height", height, output == nil ? 10...200 : 300...4000)
  }

  static func check(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      String(localized: "\(option) takes \(range.lowerBound) to \(range.upperBound), not \(value)."))
  }
}

/// A verb that draws on the terminal, or writes a picture.
protocol DrawingVerb: Verb {
  var drawing: DrawingOptions { get }
  /// The height of a picture in units, if it is not given.
  var usualHeight: Int { get }
  /// Whether a picture is PNG instead of SVG, whatever the file's name; nil if the name decides.
  var isPNG: Bool? { get }
}

extension DrawingVerb {
  var usualHeight: Int { 600 }
  var isPNG: Bool? { nil }

  /// Prints the chart, or writes the picture.
  func give(
    _ document: some Encodable, _ out: Output, lines: ((columns: Int, rows: Int)) -> [StyledLine],
    picture: (Int, Int) -> String
  ) {
    if drawing.output != nil {
      return write(drawn(picture(drawing.width ?? 1000, drawing.height ?? usualHeight), out), document, out)
    }
    let size = Terminal.size
    let isColoured = Terminal.current?.isColoured ?? false
    // The last column stays free, because some terminals wrap there; the last row is for the prompt.
    let lines = out.json ? [] : lines((drawing.width ?? size.columns - 1, drawing.height ?? size.rows - 1))
    out.answer(document, text: lines.map { $0.encoded(isColoured: isColoured).trimmingEnd }.joined(separator: "\n"))
  }

  func give(_ chart: HistoryChart, _ document: HistoryChartDocument, _ out: Output) {
    give(document, out) { size in
      chart.lines(columns: size.columns, rows: size.rows, glyphs: ChartGlyphs(.current), time: .system)
    } picture: { width, height in
      chart.svg(width: width, height: height, theme: drawing.theme, time: .system)
    }
  }

  /// Writes a file, and prints its path and size.
  func write(_ bytes: [UInt8], _ document: some Encodable, _ out: Output) {
    guard let path = drawing.output else { return }
    guard path != standardOutput else {
      return out.json ? out.answer(document, text: "") : writeOut(bytes, named: "chart.png", out)
    }
    if let reason = FileWriting.replaceFile(at: path, with: bytes) { fail(Refusal(cannotWriteTo: path, reason), out) }
    out.answer(document, text: String(localized: "\(path): \(bytes.count) bytes."))
  }

  /// Returns the bytes of a picture in the format of the file's name.
  func drawn(_ picture: String, _ out: Output) -> [UInt8] {
    let svg = Array(picture.utf8)
    let named: PictureFormat? = drawing.output.flatMap(FileEnding.format(of:))
    guard isPNG ?? (named == .png) else { return svg }
    do throws(PictureRendering.Failure) { return try PictureRendering.png(of: svg) } catch { fail(Refusal(error), out) }
  }
}

extension ChartTheme: ExpressibleByArgument {}
