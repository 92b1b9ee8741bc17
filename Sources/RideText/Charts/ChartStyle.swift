/// The colours of a picture.
package enum ChartTheme: String, Sendable, CaseIterable {
  /// The colours that the reader's screen prefers.
  case auto
  case light
  case dark
}

/// The style sheet of the SVG charts.
///
/// Every text has a contrast of at least 4.5 to 1 to its background (WCAG 2.1, AA).
enum ChartStyle {
  /// The classes in the colours of a theme.
  static func sheet(_ theme: ChartTheme) -> String {
    switch theme {
    case .light: light + lightZones
    case .dark: light + dark + darkZones
    case .auto: light + lightZones + "\n@media (prefers-color-scheme:dark){" + dark + darkZones + "}\n"
    }
  }

  private static var lightZones: String { "\n" + ZonePalette.sheet(ZonePalette.light) }
  private static var darkZones: String { "\n" + ZonePalette.sheet(ZonePalette.dark) }

  private static let light = """

    text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#57606a}
    .paper{fill:#ffffff}
    .title{font-size:19px;font-weight:600;fill:#1f2328}
    .subtitle{font-size:13px;font-weight:400;fill:#57606a}
    .tileName{font-size:12px}
    .tile{font-size:17px;font-weight:600;fill:#1f2328}
    .name{font-weight:600;fill:#1f2328}
    .unit{font-weight:400;fill:#57606a}
    .small,.caption,.legend{font-size:12px}
    .grid{stroke:#d8dee4;stroke-width:1}
    .axis{stroke:#8c959f;stroke-width:1}
    .pause{fill:#8c959f;fill-opacity:.2}
    .lapGround{fill:#eaeef2}
    .lapName{font-size:12px;fill:#424a53}
    .lapEdge{stroke:#afb8c1;stroke-width:1}
    .plan{fill:#afb8c1;fill-opacity:.45}
    .band,.zone2{fill:#2da44e;fill-opacity:.14}
    .zone1{fill:#8c959f;fill-opacity:.08}
    .zone3{fill:#bf8700;fill-opacity:.12}
    .zone4{fill:#e16f24;fill-opacity:.13}
    .zone5{fill:#cf222e;fill-opacity:.13}
    .zoneName{font-size:11px;fill:#424a53}
    .zone2Name{font-size:11px;font-weight:600;fill:#116329}
    .zoneName,.zone2Name{paint-order:stroke;stroke:#ffffff;stroke-opacity:.7;stroke-width:3px;stroke-linejoin:round}
    .power{fill:none;stroke:#0969da;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .powerArea{fill:#0969da;fill-opacity:.12}
    path.zoneLine{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    path.zoneArea{stroke:none;fill-opacity:.28}
    rect.zoneBar{stroke:#ffffff;stroke-width:.6}
    .zoneMean{fill:#424a53;font-weight:600}
    .zoneMeanLine{stroke:#57606a;stroke-opacity:.75;stroke-width:1}
    .zoneBound{stroke:#8c959f;stroke-width:1;stroke-dasharray:1 4}
    .powerMean{fill:#0969da;font-weight:600}
    .powerMeanLine{stroke:#0969da;stroke-opacity:.75;stroke-width:1}
    .target{fill:none;stroke:#9a6700;stroke-width:2;stroke-dasharray:6 4}
    .cut{fill:#9a6700}
    .cutLabel{font-size:12px;fill:#9a6700}
    .heartRate{fill:none;stroke:#cf222e;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    .heartRateMean{fill:#cf222e;font-weight:600}
    .heartRateMeanLine{stroke:#cf222e;stroke-opacity:.75;stroke-width:1}
    .cadence{fill:none;stroke:#8250df;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .cadenceMean{fill:#8250df;font-weight:600}
    .cadenceMeanLine{stroke:#8250df;stroke-opacity:.75;stroke-width:1}
    .alpha1{fill:none;stroke:#1a7f37;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    .alpha1Mean{fill:#1a7f37;font-weight:600}
    .alpha1MeanLine{stroke:#1a7f37;stroke-opacity:.75;stroke-width:1}
    .speed{fill:none;stroke:#0969da;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .speedMean{fill:#0969da;font-weight:600}
    .speedMeanLine{stroke:#0969da;stroke-opacity:.75;stroke-width:1}
    .drop{fill:#cf222e;stroke:#cf222e}
    .still{fill:#57606a;stroke:#57606a}
    .easing{fill:none;stroke:#9a6700;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
    .change{fill:#0969da;stroke:#0969da}
    .lasting{stroke-width:3;stroke-opacity:.5}
    .point{fill:#0969da;fill-opacity:.35}
    .mean{fill:none;stroke:#0969da;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
    .meanPoint{fill:#0969da}
    .bar{fill:#0969da;fill-opacity:.75}
    .zone2Bar{fill:#2da44e}
    .otherBar{fill:#8c959f;fill-opacity:.6}
    .openBar{fill:none;stroke:#57606a;stroke-width:1;stroke-dasharray:3 3}
    .poor{fill:#cf222e;fill-opacity:.10}
    .moderate{fill:#bf8700;fill-opacity:.10}
    .optimal{fill:#2da44e;fill-opacity:.13}
    .reference{stroke:#9a6700;stroke-width:1.3;stroke-dasharray:6 4}
    .referenceLabel{font-size:12px;fill:#9a6700}
    .hover{fill:#ffffff;fill-opacity:0}
    """

  private static let dark = """

    text{fill:#9198a1}
    .paper{fill:#0d1117}
    .title,.name,.tile{fill:#f0f6fc}
    .subtitle,.unit{fill:#9198a1}
    .grid{stroke:#2a313c}
    .axis{stroke:#656c76}
    rect.zoneBar{stroke:#0d1117}
    .zoneMean{fill:#c9d1d9}
    .zoneMeanLine{stroke:#9198a1}
    .zoneBound{stroke:#656c76}
    .lapGround{fill:#262c36}
    .lapName,.zoneName{fill:#c9d1d9}
    .zoneName,.zone2Name{stroke:#0d1117}
    .lapEdge{stroke:#4a525d}
    .plan{fill:#8b949e;fill-opacity:.32}
    .zone2Name{fill:#56d364}
    .power,.mean,.speed{stroke:#58a6ff}
    .powerArea,.point,.meanPoint,.bar{fill:#58a6ff}
    .powerMean,.speedMean{fill:#58a6ff}
    .powerMeanLine,.speedMeanLine{stroke:#58a6ff}
    .target,.reference,.easing{stroke:#d29922}
    .cut,.cutLabel,.referenceLabel{fill:#d29922}
    .heartRate,.heartRateMeanLine{stroke:#ff7b72}
    .heartRateMean{fill:#ff7b72}
    .cadence,.cadenceMeanLine{stroke:#bc8cff}
    .cadenceMean{fill:#bc8cff}
    .alpha1,.alpha1MeanLine{stroke:#3fb950}
    .alpha1Mean{fill:#3fb950}
    .drop{fill:#ff7b72;stroke:#ff7b72}
    .still{fill:#9198a1;stroke:#9198a1}
    .change{fill:#58a6ff;stroke:#58a6ff}
    .openBar{stroke:#9198a1}
    """
}
