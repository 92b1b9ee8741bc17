internal import GRDB
internal import RideSession

extension RideQuery {
  /// What follows `FROM`, and its arguments.
  ///
  /// A search keeps to an index that has the text and what rides are sorted by: the rides themselves are ten times as
  /// much to read.
  var source: (sql: String, arguments: StatementArguments) {
    var terms = [deleted ? "deleted_ms IS NOT NULL AND is_purged = 0" : "deleted_ms IS NULL"]
    var arguments: StatementArguments = []
    func add(_ term: String, _ argument: some DatabaseValueConvertible) {
      terms.append(term)
      arguments += [argument]
    }
    if let since { add("cut_start_ms >= ?", since.milliseconds) }
    if let before { add("cut_start_ms < ?", before.milliseconds) }
    let searched = search.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    if let searched { add("search IS NOT NULL AND instr(search, ?) > 0", searched) }
    let table = searched != nil && !deleted ? "ride INDEXED BY ride_search" : "ride"
    return ("\(table) WHERE \(terms.joined(separator: " AND "))", arguments)
  }

  var order: String {
    switch sort {
    case .date: "cut_start_ms DESC, id DESC"
    case .longest: "timer_seconds DESC, cut_start_ms DESC, id DESC"
    case .shortest: "timer_seconds, cut_start_ms, id"
    }
  }
}
