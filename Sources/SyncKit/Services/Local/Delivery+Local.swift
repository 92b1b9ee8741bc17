import RideTerms

extension Delivery {
  /// What it means for a ride that its file cannot be read.
  static func unread(_ fault: SyncFault) -> Delivery {
    switch fault.code {
    case .refused, .tooLarge, .deletedThere, .empty, .deleted, .conflict: .refused(fault)
    case .offline, .timedOut, .certificate, .serverFailed, .rateLimited, .badAnswer, .redirected, .unauthorized,
      .missingScope, .inactive, .tooManyAthletes, .consentDenied, .consentOutdated, .startUnconfirmed, .unfinished,
      .notWritable, .commandFailed, .commandTimedOut, .notInstalled, .badOption:
      .later(fault, after: nil)
    }
  }
}
