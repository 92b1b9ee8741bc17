package import Rides

/// A method of `org.justzone2.Body`, which jz2d offers next to `org.justzone2.Trainer`, on the same sockets.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// below, and a handler in the service of `TrainerAPI` that answers it.
package protocol BodyCall: TrainerCall {}

extension BodyCall {
  package static var interface: VarlinkInterface { .body }
}

/// The registry of the calls of `org.justzone2.Body`.
package enum BodyCalls {
  /// Every call.
  package static let all: [any BodyCall.Type] = [
    Measure.self, Measurements.self, ShowMeasurement.self, DeleteMeasurement.self, ImportIntervals.self,
    AddMeasurement.self, Nights.self, SetNight.self, DeleteNight.self, ImportBody.self, Scores.self, Load.self,
  ]
}

extension VarlinkInterface {
  /// Heart rate variability, sleep and scores, also offered by jz2d.
  package static let body = VarlinkInterface(
    "org.justzone2.Body", definition: PackageResources.org_justzone2_Body_varlink, BodyCalls.all)
}

/// Imports nights, measurements and values of another program, which may correct earlier ones.
///
/// Importing the same values again has no effect.
package struct ImportBody: BodyCall {
  package static let method = "ImportBody"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = BodyImported

  package var nights: [Night]?
  package var measurements: [HRVMeasurement]?
  /// The intervals of each measurement, in milliseconds; absent if no measurement has intervals.
  ///
  /// A negative interval does not follow the previous one.
  package var intervals: [[Double]]?
  package var values: [WellnessValue]?

  package init(
    nights: [Night]? = nil, measurements: [HRVMeasurement]? = nil, intervals: [[Double]]? = nil,
    values: [WellnessValue]? = nil
  ) {
    self.nights = nights
    self.measurements = measurements
    self.intervals = intervals
    self.values = values
  }
}

/// The reply to `ImportBody`.
package struct BodyImported: Codable, Hashable, Sendable {
  /// The number of values by result.
  package struct Counts: Codable, Hashable, Sendable {
    package var added: Int
    package var replaced: Int
    package var unchanged: Int
    /// Implausible values, and nights that overlap with another one.
    package var refused: Int

    package init(added: Int = 0, replaced: Int = 0, unchanged: Int = 0, refused: Int = 0) {
      self.added = added
      self.replaced = replaced
      self.unchanged = unchanged
      self.refused = refused
    }
  }

  package var nights: Counts
  package var measurements: Counts
  package var values: Counts

  package init(nights: Counts = Counts(), measurements: Counts = Counts(), values: Counts = Counts()) {
    self.nights = nights
    self.measurements = measurements
    self.values = values
  }
}
