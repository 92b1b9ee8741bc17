package import BluetoothLE
package import DirectConnect

extension AppBridge {
  /// Answers a frame from an app, and returns the response and the effects of the request.
  ///
  /// Send the response first: the effects are notifications that follow from it, and calls. Write answers (`accepted`,
  /// `refused`) are in the response, not in the effects. Every request is answered, whatever its sequence number. The
  /// response is nil for a notification, which an app never sends.
  package mutating func answer(
    _ frame: DirectConnectFrame, from app: AppID, at now: MonotonicInstant
  ) -> (response: DirectConnectFrame?, effects: [Effect]) { (nil, []) }
}
