import ControlWire
import Rides

extension PlanOverview {
  /// The workouts of the package in `plan list`, by kind; the first of each kind names it.
  static func packagedList(_ plans: [PlanSummary], _ page: Page) -> String {
    let columns: [Table.Column] = [
      .init(String(localized: "Kind"), drop: 5), .init(String(localized: "Plan")),
      .init(String(localized: "Time"), .right), .init(String(localized: "IF"), .right, drop: 3),
      .init(String(localized: "TSS"), .right, drop: 4), .init(String(localized: "About"), cutTo: 10, drop: 1),
    ]
    var kind: PlanKind?
    let rows = plans.map { plan in
      let title = plan.kind == kind ? "" : plan.kind?.title ?? ""
      kind = plan.kind
      return [
        title, plan.name.printable, time(plan) ?? "-",
        plan.intensityFactor.map { Figure.text($0, decimals: 2) } ?? "-",
        plan.trainingStressScore.map { Figure.text($0, decimals: 0) } ?? "-",
        plan.localizedSummary?.printable ?? "",
      ]
    }
    return String(localized: "Workouts of jz2, in percent of your FTP:") + "\n"
      + Table(columns: columns, rows: rows).text(on: page)
  }
}
