internal import ControlWire
internal import FoundationEssentials
internal import Logging
package import Rides

extension Intervals: WorkoutSource {
  /// The maximum number of workouts to read.
  private static let mostWorkouts = 50
  /// The room for the day and a space in a plan's name.
  private static let dayLength = "2026-11-25 ".count
  /// The maximum size of a workout file in Base64, in bytes.
  private static let largestFile = 1 << 20

  package func workouts(
    from first: String, to last: String, settings: RiderSettings
  ) async throws(SyncFault) -> [CalendarWorkout] {
    let answer = try await answer(
      to: IntervalsClient.Question(
        path: "athlete/0/events",
        query: [
          (name: "category", value: "WORKOUT"), (name: "oldest", value: first), (name: "newest", value: last),
          (name: "resolve", value: "true"), (name: "ext", value: "zwo"),
        ]))
    guard let events = JSONValue(answer.body)?.list else { throw SyncFault(.badAnswer) }
    var workouts: [CalendarWorkout] = []
    for event in events where workouts.count < Self.mostWorkouts {
      guard let workout = workout(event, settings: settings), (first...max(first, last)).contains(workout.day),
        !workouts.contains(where: { $0.key == workout.key })
      else { continue }
      workouts.append(workout)
    }
    return workouts
  }

  /// Returns the workout of an event; nil if it is not a ride, or has no steps.
  ///
  /// Workouts that are written in the calendar have no `workout_id`, so the key is the event's own `id`.
  private func workout(_ event: JSONValue, settings: RiderSettings) -> CalendarWorkout? {
    guard event["category"] == .null || event["category"].word == "WORKOUT", Self.isRide(event["type"]),
      let key = event["id"].key, let day = Self.day(event["start_date_local"])
    else { return nil }
    let name =
      event["name"].word.flatMap { $0.line(most: Limits.nameLength - Self.dayLength) } ?? "Workout"
    let document = WorkoutDocument(event["workout_doc"], settings: settings)
    let content: CalendarWorkout.Content
    if !document.groups.isEmpty {
      content = .groups(document.groups)
    } else if let file = Self.file(event) {
      content = file
    } else {
      tools.log.notice("intervals.icu: the workout \(name) of \(day) has no steps and is skipped")
      return nil
    }
    for note in document.notes { tools.log.notice("intervals.icu: the workout \(name) of \(day): \(note)") }
    return CalendarWorkout(
      key: key, day: day, name: name, summary: Self.summary(event, document.notes), content: content)
  }

  /// Whether a workout is a ride, or has no type.
  private static func isRide(_ type: JSONValue) -> Bool {
    guard let type = type.word else { return true }
    return type.hasSuffix("Ride") || type == "Cyclocross"
  }

  /// Returns the day of a local time, `2026-11-25T00:00:00`.
  private static func day(_ time: JSONValue) -> String? {
    time.word.flatMap { CalendarDay(String($0.prefix(10)))?.description }
  }

  private static func file(_ event: JSONValue) -> CalendarWorkout.Content? {
    guard let text = event["workout_file_base64"].word, text.utf8.count <= largestFile,
      let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty
    else { return nil }
    let name = event["workout_filename"].word.flatMap { $0.line(most: Limits.nameLength) }
    return .file(name: name ?? "workout.zwo", bytes: Array(data))
  }

  /// Returns the description, preceded by the notes about steps that differ from the written workout.
  private static func summary(_ event: JSONValue, _ notes: [String]) -> String? {
    let departures = notes.joined(separator: "\n")
    let description = event["description"].word ?? ""
    return (departures.isEmpty ? description : "\(departures)\n\(description)").lines(most: Limits.textLength)
  }
}
