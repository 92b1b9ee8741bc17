internal import Rides

/// Finds the sport that another program names.
///
/// The words are those of Strava, Garmin Connect, Runtastic, Endomondo and OpenTracks; the numbers are FIT's.
enum SportNames {
  /// Words and parts of words in lower-case letters, with FIT's number of the sport; the first match counts.
  private static let parts: [(sport: Int, words: [String])] = [
    (22, ["motor", "dirtbike", "moped"]), (27, ["horse", "donkey"]), (40, ["waterski", "jetski"]),
    (12, ["ski"]), (14, ["snowboard"]), (5, ["swim"]), (15, ["rowing", "virtualrow", "rower"]), (17, ["hik"]),
    (11, ["walk"]), (1, ["run", "jog", "treadmill"]),
    (2, ["cycl", "bike", "biking", "ride", "spinning", "bmx", "velomobile"]),
    (
      10,
      [
        "training", "workout", "strength", "yoga", "pilates", "elliptical", "stair", "cardio", "fitness", "crossfit",
        "hiit", "gym", "aerobic",
      ]
    ),
  ]
  private static let beginningsOfElectric = ["ebik", "emountain", "emtb", "electricbik"]
  /// Whole words, and the numbers that Strava once wrote.
  private static let whole = ["row": 15, "1": 2, "4": 17, "9": 1, "10": 11]

  /// Returns FIT's number of a sport; `otherSport` for an unknown word, nil without a word.
  static func fitNumber(of text: String) -> Int? {
    let word = text.lowercased().filter { $0.isLetter || $0.isNumber }
    guard !word.isEmpty else { return nil }
    if let sport = whole[word] { return sport }
    if beginningsOfElectric.contains(where: word.hasPrefix) { return Sport.ebiking.fitNumber }
    return parts.first { $0.words.contains(where: word.contains) }?.sport ?? RideOrigin.otherSport
  }

  /// Returns FIT's number of the sport of a `session`.
  ///
  /// For a generic sport, the sub-sport decides: `otherSport` if it is unknown, 0 without a sub-sport.
  static func fitNumber(sport: Int, subSport: Int) -> Int {
    guard sport == 0, subSport != 0 else { return sport }
    return subSports.first { $0.numbers.contains(subSport) }?.sport ?? RideOrigin.otherSport
  }

  /// FIT's `sub_sport`s of a sport.
  private static let subSports: [(sport: Int, numbers: Set<Int>)] = [
    (1, [1, 2, 3, 4, 45]), (2, [5, 6, 7, 8, 9, 10, 11, 12, 13, 29, 46, 58]), (5, [17, 18]),
    (10, [15, 16, 19, 20, 26, 43, 44]), (11, [27, 30, 31]), (12, [25, 37, 38, 42]), (15, [14]), (21, [28, 47]),
  ]
}
