import Foundation
import TestKit
import Testing

/// Runs the client with a daemon, in the language of its environment.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LanguageEndToEndTests {
  @Test(arguments: [
    ("de_DE.UTF-8", "Keine Fahrt.", "Es läuft keine Fahrt.", "Unbekannte Option --nothing."),
    ("fr_FR.UTF-8", "Au repos.", "Aucune sortie n'est en cours.", "Option inconnue : --nothing."),
    ("es_ES.UTF-8", "En reposo.", "No hay ninguna sesión en marcha.", "Opción desconocida: --nothing."),
    ("en_GB.UTF-8", "Idle.", "No ride is on.", "Unknown option --nothing."),
    ("de_DE", "Idle.", "No ride is on.", "Unknown option --nothing."),
  ])
  func `answers and refusals are in the language of the environment, and JSON is English`(
    locale: String, idle: String, refusal: String, misspelling: String
  ) async throws {
    try await withDaemon { daemon in
      func ctl(_ words: String...) async throws -> Program.Outcome {
        let socket = ["--socket", daemon.place.path(of: "sock")]
        return try await Program("jz2ctl", words + socket, environment: ["LC_ALL": locale]).outcome()
      }
      let status = try await ctl("status")
      #expect(status.output.hasPrefix(idle))
      let refused = try await ctl("stop")
      #expect(refused.error.hasPrefix(refusal))
      let answer = try await ctl("stop", "--json").json
      #expect(answer["message"] as? String == "No ride is on.")
      let misspelt = try await ctl("stop", "--nothing")
      #expect(misspelt.error.hasPrefix(misspelling))
    }
  }
}
