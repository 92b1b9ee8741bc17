import ClientTestKit

@testable import jz2ctl

extension Samples {
  /// Collects the output of a verb.
  final class Printed {
    var output = ""
    var error = ""

    func stream(json: Bool = false) -> Output {
      Output(json: json, say: { self.output += $0 }, complain: { self.error += $0 })
    }
  }
}
