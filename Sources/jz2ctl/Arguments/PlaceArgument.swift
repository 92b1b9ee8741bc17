import ArgumentParser

/// A place as it is typed: latitude and longitude in degrees, `47.3769,8.5417`; south and west are negative.
struct PlaceArgument: ExpressibleByArgument, Equatable {
  /// −90…90.
  let latitudeDegrees: Double
  /// −180…180.
  let longitudeDegrees: Double

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    let parts = words.compactMap { word in
      word.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) } ? Double(word) : nil
    }
    guard words.count == 2, parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]) else {
      return nil
    }
    (latitudeDegrees, longitudeDegrees) = (parts[0], parts[1])
  }
}
