import ControlWire

extension Daemon {
  /// The rides of a choice, asked for as often as it takes: a message holds so many only.
  func rides(_ listing: RideListing) throws(ControlError) -> [RideSummary] {
    var rides: [RideSummary] = []
    var page = listing
    try converse { answer throws(ControlError) in
      if let answer {
        guard case .rides(let more, _) = answer else { throw .unexpectedReply }
        rides += more
        page.offset = (page.offset ?? 0) + more.count
        page.limit = page.limit.map { $0 - more.count }
        if more.isEmpty || page.limit ?? 1 <= 0 { return nil }
      }
      return .rides(page)
    }
    return rides
  }

  /// A ride with all that is derived from it.
  func review(_ ride: String) throws(ControlError) -> ReviewedRide {
    guard case .reviewed(let reviewed) = try call(.review(ride: ride)) else { throw .unexpectedReply }
    return reviewed
  }

  /// A ride in figures.
  func summary(_ ride: String) throws(ControlError) -> RideSummary {
    var summary: RideSummary?
    try stream(.show(ride: ride)) { reply throws(ControlError) in
      guard case .ride(let ride, _) = reply else { throw .unexpectedReply }
      summary = ride
      return false
    }
    guard let summary else { throw ControlError(.connectionLost) }
    return summary
  }

  /// Changes a ride: `Edit`, `Delete`, `Undelete`.
  func edited(by request: ControlRequest) throws(ControlError) -> RideSummary {
    guard case .edited(let ride) = try call(request) else { throw .unexpectedReply }
    return ride
  }

  /// Cuts a ride or says where it was uploaded to: `Trim`, `Untrim`, `NoteUpload`.
  func trimmed(by request: ControlRequest) throws(ControlError) -> (ride: RideSummary, uploads: [Upload]) {
    guard case .trimmed(let ride, let uploads) = try call(request) else { throw .unexpectedReply }
    return (ride, uploads)
  }
}
