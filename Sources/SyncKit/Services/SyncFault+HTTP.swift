package import Rides

extension SyncFault {
  /// Converts a failure without a response.
  package init(_ failure: HTTPFailure) {
    switch failure.code {
    case .noLibrary: self.init(.notInstalled, detail: "libcurl")
    case .badURL: self.init(.badOption, detail: "--url")
    case .unresolved, .unreachable, .proxy, .cancelled, .other: self.init(.offline, detail: failure.detail)
    case .timedOut: self.init(.timedOut, detail: failure.detail)
    case .certificate: self.init(.certificate, detail: failure.detail)
    case .cut: self.init(.serverFailed, detail: failure.detail)
    case .tooLarge: self.init(.badAnswer, detail: failure.detail)
    }
  }

  /// Whether another network, or the same one again, may end the fault.
  package var isOfNetwork: Bool { [.offline, .timedOut, .certificate].contains(code) }
}
