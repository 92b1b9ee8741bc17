import CPostgres
import Glibc

/// A connection to PostgreSQL.
///
/// Only one thread may use it at a time.
///
/// Arguments and results use PostgreSQL's binary format: whole numbers are `int8`, others `float8`.
final class PostgresConnection {
  /// The type IDs of PostgreSQL, from `pg_type.dat`.
  private enum TypeID {
    static let bool: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let float8: Oid = 701
    static let varchar: Oid = 1043
  }

  private let connection: OpaquePointer
  /// The names of prepared statements, by their text and the types of their arguments.
  private var prepared: [String: String] = [:]

  /// Connects.
  ///
  /// - Throws: `unreachable`.
  init(address: String) throws(DatabaseFault) {
    let settings = [
      ("connect_timeout", "5"), ("application_name", "jz2hub"), ("client_encoding", "UTF8"), ("dbname", address),
    ]
    let names = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let found = (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        names.baseAddress.flatMap { names in values.baseAddress.flatMap { PQconnectdbParams(names, $0, 1) } }
      }
    }
    guard let found else { throw DatabaseFault(.unreachable, detail: "no memory") }
    connection = found
    guard PQstatus(found) == CONNECTION_OK else {
      throw DatabaseFault(.unreachable, detail: Self.line(PQerrorMessage(found)))
    }
    // Suppresses the notices that later server versions send for each `IF NOT EXISTS`.
    PQsetNoticeProcessor(found, { _, _ in }, nil)
  }

  deinit { PQfinish(connection) }

  var isBroken: Bool { PQstatus(connection) != CONNECTION_OK }

  /// Runs statements without arguments, separated by semicolons.
  func script(_ sql: String) throws(DatabaseFault) { _ = try Result(PQexec(connection, sql), connection) }

  /// Runs a statement with `?` for its arguments.
  func run(_ sql: String, _ arguments: [SQLValue]) throws(DatabaseFault) -> Result {
    let name = try prepare(sql, arguments)
    let bytes = arguments.map(Self.bytes)
    let flat = bytes.flatMap { $0 ?? [] }
    var lengths: [Int32] = []
    let formats = [Int32](repeating: 1, count: arguments.count)
    for value in bytes { lengths.append(Int32(value?.count ?? 0)) }
    // An empty value also needs an address.
    let result = (flat + [0]).withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var values: [UnsafePointer<CChar>?] = []
      var offset = 0
      for value in bytes {
        let start = buffer.baseAddress.map { UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self) }
        values.append(value == nil ? nil : start)
        offset += value?.count ?? 0
      }
      return PQexecPrepared(connection, name, Int32(values.count), values, lengths, formats, 1)
    }
    return try Result(result, connection)
  }

  private func prepare(_ sql: String, _ arguments: [SQLValue]) throws(DatabaseFault) -> String {
    let types = arguments.map(Self.type)
    let key = sql + types.map { " \($0)" }.joined()
    if let name = prepared[key] { return name }
    let name = "s\(prepared.count)"
    _ = try Result(PQprepare(connection, name, Self.numbered(sql), Int32(types.count), types), connection)
    prepared[key] = name
    return name
  }

  /// Replaces the question marks by `$1`, `$2` ….
  ///
  /// No statement here contains one in a string.
  static func numbered(_ sql: String) -> String {
    var numbered = ""
    var count = 0
    for character in sql {
      if character == "?" {
        count += 1
        numbered += "$\(count)"
      } else {
        numbered.append(character)
      }
    }
    return numbered
  }

  private static func type(_ value: SQLValue) -> Oid {
    switch value {
    case .null: 0
    case .integer: TypeID.int8
    case .real: TypeID.float8
    case .text: TypeID.text
    case .blob: TypeID.bytes
    }
  }

  private static func bytes(_ value: SQLValue) -> [UInt8]? {
    switch value {
    case .null: nil
    case .integer(let number): bytes(UInt64(bitPattern: number))
    case .real(let number): bytes(number.bitPattern)
    case .text(let text): Array(text.utf8)
    case .blob(let bytes): bytes
    }
  }

  private static func bytes(_ bits: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }

  private static func line(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "no reason is given" }
    return String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension PostgresConnection {
  /// The result of a statement.
  final class Result {
    private let result: OpaquePointer

    /// - Throws: `unreachable`, `contended`, `duplicate` or `failed`.
    fileprivate init(_ result: OpaquePointer?, _ connection: OpaquePointer) throws(DatabaseFault) {
      let status = PQresultStatus(result)
      guard let result, status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
        let state = result.flatMap { jz2_sqlstate($0) }.map { String(cString: $0) } ?? ""
        let detail = PostgresConnection.line(PQerrorMessage(connection))
        PQclear(result)
        throw DatabaseFault(Self.code(state, isBroken: PQstatus(connection) != CONNECTION_OK), detail: detail)
      }
      self.result = result
    }

    deinit { PQclear(result) }

    /// Maps the classes of SQLSTATE (appendix A of PostgreSQL's manual).
    private static func code(_ state: String, isBroken: Bool) -> DatabaseFault.Code {
      if isBroken { return .unreachable }
      return switch state {
      case "40001", "40P01", "55P03": .contended
      case "23505": .duplicate
      case _ where state.hasPrefix("57") || state.hasPrefix("08") || state.hasPrefix("53"): .unreachable
      default: .failed
      }
    }

    /// The number of changed rows.
    var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func rows() throws(DatabaseFault) -> [SQLRow] {
      let width = PQnfields(result)
      var columns: [String: Int] = [:]
      for column in 0..<width {
        if let name = PQfname(result, column) { columns[String(cString: name)] = Int(column) }
      }
      var rows: [SQLRow] = []
      for row in 0..<PQntuples(result) {
        var values: [SQLValue] = []
        for column in 0..<width { values.append(try value(row, column)) }
        rows.append(SQLRow(columns: columns, values: values))
      }
      return rows
    }

    private func value(_ row: Int32, _ column: Int32) throws(DatabaseFault) -> SQLValue {
      guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
      switch PQftype(result, column) {
      case TypeID.int8: return .integer(Int64(bitPattern: Self.bits(bytes)))
      case TypeID.int4: return .integer(Int64(Int32(truncatingIfNeeded: Self.bits(bytes))))
      case TypeID.int2: return .integer(Int64(Int16(truncatingIfNeeded: Self.bits(bytes))))
      case TypeID.bool: return .integer(Self.bits(bytes) == 0 ? 0 : 1)
      case TypeID.float8: return .real(Double(bitPattern: Self.bits(bytes)))
      case TypeID.text, TypeID.varchar: return .text(String(decoding: bytes, as: UTF8.self))
      case TypeID.bytes: return .blob(Array(bytes))
      case let type: throw DatabaseFault(.unexpectedValue, detail: "type \(type) of column \(column)")
      }
    }

    private static func bits(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
      bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
