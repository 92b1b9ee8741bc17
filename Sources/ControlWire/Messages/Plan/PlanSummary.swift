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

/// What is to be added to a plan.
public struct PlanAddition: Codable, Hashable, Sendable {
  /// The plan's name.
  public var name: String
  /// What to add; nothing to make a group of the lone intervals at the plan's end.
  public var intervals: [PlannedInterval]
  /// How often they are ridden; absent for once.
  public var repeats: Int?
  /// How many of the lone intervals, the last ones, become the group; absent for all.
  public var last: Int?

  /// An addition.
  public init(name: String, intervals: [PlannedInterval], repeats: Int? = nil, last: Int? = nil) {
    self.name = name
    self.intervals = intervals
    self.repeats = repeats
    self.last = last
  }
}

/// A part of a workout file, or of a route, on its way in.
public struct PlanPiece: Codable, Hashable, Sendable {
  /// The import it belongs to, as the answer to its first piece says; absent in the first.
  public var number: Int?
  /// The piece's number, from 0.
  public var sequence: Int
  /// The bytes, in Base64.
  public var data: String
  /// Whether it is the last, upon which the plan is stored.
  public var last: Bool
  /// What the plan is to be called, or which plan a route is for; absent for the file's own name.
  public var name: String?
  /// The file's name without folders, for one that names its plan nowhere else; counts in the last piece.
  public var fileName: String?
  /// Whether it may take the place of a plan with that name; counts in the last piece.
  public var replace: Bool?

  /// A part of a file.
  public init(
    number: Int?, sequence: Int, data: String, last: Bool, name: String? = nil, fileName: String? = nil,
    replace: Bool? = nil
  ) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
    self.name = name
    self.fileName = fileName
    self.replace = replace
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
