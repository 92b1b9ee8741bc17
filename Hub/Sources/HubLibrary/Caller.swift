/// A permission of a device.
package enum Scope: String, Hashable, Sendable, CaseIterable {
  /// Send rides and workouts, and fetch them.
  case sync
  /// Read rides.
  case read
  /// Report the ride in progress.
  case live
  /// Manage the rider's own data: devices, codes, coaches, export, erasure.
  case manage
}

/// The rider and device that sent a request.
package struct Caller: Hashable, Sendable {
  package let riderID: String
  package let riderName: String
  package let deviceID: String
  package let deviceName: String
  package let scopes: Set<Scope>
}

/// The kind of a paired device: a Pi, or a browser in which a rider signs in.
package enum DeviceKind: String, Hashable, Sendable, Encodable {
  case device
  case browser

  var scopes: [Scope] {
    switch self {
    case .device: [.sync, .read, .live]
    case .browser: [.read, .manage]
    }
  }

  /// The lifetime of an access token, in seconds.
  ///
  /// A browser has no refresh token.
  package var accessSeconds: Int {
    switch self {
    case .device: 3600
    case .browser: 30 * 86_400
    }
  }

  var isRefreshed: Bool { self == .device }

  /// The purpose of the codes that pair it.
  ///
  /// A code for a Pi, which a rider types in a shell, cannot open a browser session.
  package var purpose: CodePurpose {
    switch self {
    case .device: .pairing
    case .browser: .signIn
    }
  }
}
