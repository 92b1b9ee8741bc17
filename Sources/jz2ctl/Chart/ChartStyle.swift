/// How the charts in SVG look: one style sheet for a light and a dark ground.
enum ChartStyle {
  /// The classes, and what they are where the reader prefers dark.
  static let sheet = """

    text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#57606a}
    .paper{fill:#ffffff}
    .title{font-size:19px;font-weight:600;fill:#1f2328}
    .name{font-weight:600;fill:#1f2328}
    .grid{stroke:#d8dee4;stroke-width:1}
    .axis{stroke:#8c959f;stroke-width:1}
    .pause{fill:#8c959f;fill-opacity:.22}
    .band{fill:#2da44e;fill-opacity:.13}
    .bandLabel{font-size:12px;fill:#1a7f37}
    .power{fill:none;stroke:#0969da;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .powerArea{fill:#0969da;fill-opacity:.12}
    .target{fill:none;stroke:#9a6700;stroke-width:2;stroke-dasharray:6 4}
    .cut{fill:#9a6700}
    .cutLabel{font-size:12px;fill:#9a6700}
    .heartRate{fill:none;stroke:#cf222e;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    .point{fill:#0969da;fill-opacity:.45}
    .mean{fill:none;stroke:#0969da;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .meanPoint{fill:#0969da}
    .bar{fill:#0969da;fill-opacity:.75}
    .reference{stroke:#9a6700;stroke-width:1.3;stroke-dasharray:6 4}
    .referenceLabel{font-size:12px;fill:#9a6700}
    @media (prefers-color-scheme:dark){
    text{fill:#9198a1}
    .paper{fill:#0d1117}
    .title,.name{fill:#f0f6fc}
    .grid{stroke:#2a313c}
    .axis{stroke:#656c76}
    .bandLabel{fill:#3fb950}
    .power,.mean{stroke:#58a6ff}
    .powerArea,.point,.meanPoint,.bar{fill:#58a6ff}
    .target,.reference{stroke:#d29922}
    .cut,.cutLabel,.referenceLabel{fill:#d29922}
    .heartRate{stroke:#ff7b72}
    }

    """
}
