/// A plan in figures.
public struct PlanSummary: Codable, Hashable, Sendable {
  /// What the rider calls it.
  public var name: String
  /// What it is for.
  public var summary: String?
  /// Who made it.
  public var author: String?
  /// How many intervals are ridden, each as often as it repeats.
  public var intervals: Int
  /// How long the intervals take that end by the timer, in seconds.
  public var timerSeconds: Int
  /// Whether others end otherwise, so that nobody knows how long it takes.
  public var openEnded: Bool
  /// The length of its route, in metres; absent where it has none.
  public var routeMeters: Double?

  /// A plan in figures.
  public init(
    name: String, summary: String? = nil, author: String? = nil, intervals: Int, timerSeconds: Int, openEnded: Bool,
    routeMeters: Double? = nil
  ) {
    self.name = name
    self.summary = summary
    self.author = author
    self.intervals = intervals
    self.timerSeconds = timerSeconds
    self.openEnded = openEnded
    self.routeMeters = routeMeters
  }
}

/// A plan and all that is in it.
public struct PlanDetails: Codable, Hashable, Sendable {
  /// The plan in figures.
  public var plan: PlanSummary
  /// What is ridden, in order.
  public var groups: [PlannedGroup]

  /// A plan.
  public init(plan: PlanSummary, groups: [PlannedGroup]) {
    self.plan = plan
    self.groups = groups
  }
}

/// How the import of a plan stands.
public struct PlanImportProgress: Codable, Hashable, Sendable {
  /// The import's number.
  public var number: Int
  /// The plan as it is stored, after the last piece.
  public var plan: PlanSummary?

  /// How an import stands.
  public init(number: Int, plan: PlanSummary? = nil) {
    self.number = number
    self.plan = plan
  }
}
