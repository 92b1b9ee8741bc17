/// The parameters of the replies, where they are not a message type already.
enum ReplyBody {
  struct Devices: Codable { var devices: [Device] }
  struct OneDevice: Codable { var device: Device }
  struct NewTarget: Codable { var target: Target }
  struct Stopped: Codable { var ride: RideSummary? }
  struct Rides: Codable {
    var rides: [RideSummary]
    var more: Bool?
  }
  struct Ride: Codable {
    var ride: RideSummary
    var samples: [SampleRow]
  }
  struct OneRide: Codable { var ride: RideSummary }
  struct Suggestion: Codable {
    var ride: RideSummary
    var suggestion: TrimSuggestion
  }
  struct Trimmed: Codable {
    var ride: RideSummary
    var uploads: [Upload]
  }
  struct History: Codable {
    var rides: [RideTrend]
    var more: Bool?
  }
  struct Links: Codable {
    var ride: RideSummary
    var incidents: [LinkIncident]
    var intervals: [LinkIntervals]
  }
  struct Plans: Codable {
    var plans: [PlanSummary]
    var more: Bool?
  }
  struct Stepped: Codable { var plan: PlanStatus }
  struct Checks: Codable { var checks: [Check] }
  struct Description: Codable { var description: String }
}
