package import ControlWire

/// The reason for refusing a request before it reaches a daemon.
package enum PageRefusal: Error, Hashable, Sendable {
  /// The phone is not paired, or was revoked.
  case notPaired
  /// No pairing is open.
  case pairingClosed
  /// The code is wrong.
  case wrongCode(triesLeft: Int)
  /// The request names a different computer.
  case wrongHost(String)
  /// The request comes from another site's page.
  case foreignOrigin
  /// The page does not offer this call.
  case notOffered(String)
  case notFound
  case wrongMethod
  /// The body is not a JSON object, or its media type is not JSON.
  case notJSON
  case tooLarge
  case addressTooLong
  /// The call has a secret, which others in the network can read without encryption.
  case notEncrypted
  /// The call has come after its deadline.
  case late
  /// Too many requests are waiting.
  case busy

  /// The HTTP status (RFC 9110, RFC 6585).
  package var status: Int {
    switch self {
    case .notPaired: 401
    case .pairingClosed, .wrongCode, .foreignOrigin, .notOffered, .notEncrypted: 403
    case .notFound: 404
    case .wrongMethod: 405
    case .late: 409
    case .tooLarge: 413
    case .addressTooLong: 414
    case .notJSON: 415
    case .wrongHost: 421
    case .busy: 429
    }
  }

  /// The code for programs.
  package var code: String {
    switch self {
    case .notPaired: "notPaired"
    case .pairingClosed: "pairingClosed"
    case .wrongCode: "wrongCode"
    case .wrongHost: "wrongHost"
    case .foreignOrigin: "foreignOrigin"
    case .notOffered: "notOffered"
    case .notFound: "notFound"
    case .wrongMethod: "wrongMethod"
    case .notJSON: "notJSON"
    case .tooLarge: "tooLarge"
    case .addressTooLong: "addressTooLong"
    case .busy: "busy"
    case .late: "late"
    case .notEncrypted: "notEncrypted"
    }
  }

  /// The refusal explained to the reader.
  package var explanation: Explanation {
    switch self {
    case .notPaired:
      Explanation("This phone is not paired.", remedy: "On the Pi, type `jz2ctl page pair`, and enter the code here.")
    case .pairingClosed:
      Explanation(
        "There is no valid code: a code expires after five minutes or five tries.",
        remedy: "On the Pi, type `jz2ctl page pair` for a new code.")
    case .wrongCode(let left):
      left > 0
        ? Explanation("The code is wrong. Tries left: \(left).", remedy: "Read the six digits again.")
        : Explanation(
          "The code was wrong five times.", remedy: "On the Pi, type `jz2ctl page pair` for a new code.")
    case .wrongHost(let name):
      Explanation(
        "This computer is not named \(name).",
        remedy: "Use its .local name or its IP address, or add this name in /etc/default/jz2-web: `--name \(name)`.")
    case .foreignOrigin:
      Explanation(
        "The request came from another website, so it was refused.", remedy: "Open the page at its own address.")
    case .notOffered(let method):
      Explanation("The page cannot do that (\(method)).", remedy: "Use `jz2ctl` on the Pi.")
    case .notFound: Explanation("There is nothing at this address.", remedy: "Open the start page.")
    case .wrongMethod: Explanation("This address does not accept such a request.", remedy: "Load the page again.")
    case .notJSON: Explanation("The request cannot be read.", remedy: "Load the page again.")
    case .tooLarge: Explanation("The request is too large for the page.", remedy: "Send less at a time.")
    case .addressTooLong: Explanation("The address is too long.", remedy: "Open the start page.")
    case .notEncrypted:
      Explanation(
        "Others in the network could read the key, so the page does not send it without encryption.",
        remedy: "Encrypt the page under More, or connect the service on the Pi: `jz2ctl connect`.")
    case .late: Explanation("The request came too late and was not carried out.", remedy: "Press the button again.")
    case .busy: Explanation("There are too many requests at once.", remedy: "Wait a moment, then try again.")
    }
  }
}
