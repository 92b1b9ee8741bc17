import ControlWire
import Locks
import Loop
import Translations

/// The translations, each loaded at its first use: a table is some hundred kilobytes.
final class Wordings: Sendable {
  private let made = Lock<[Language: Translation]>([:])

  /// The translation into a language; nil for English.
  subscript(language: Language) -> Translation? {
    guard language != .english else { return nil }
    return made.withLock { made in
      if let known = made[language] { return known }
      let translation = Translation(language)
      made[language] = translation
      return translation
    }
  }
}
