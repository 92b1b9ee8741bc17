package import ControlWire
import Rides

/// A reply, or a part of one, with messages, which are in English on the wire.
protocol ToldReply {
  /// The same value with messages in the language of `Translation.current`.
  var told: Self { get }
}

/// The JSON for a phone.
package enum ToldJSON {
  /// Encodes a reply as JSON, with messages in the language of `Translation.current`.
  ///
  /// - Throws: As `WireJSON.text(of:)`.
  package static func text<Reply: Encodable>(of reply: Reply) throws(ControlError) -> [UInt8] {
    guard let reply = reply as? any ToldReply & Encodable else { return try WireJSON.text(of: reply) }
    return try WireJSON.text(of: reply.told)
  }
}

// MARK: - Replies of jz2d

extension Status: ToldReply {
  var told: Status {
    var status = self
    status.problems = problems.map(\.told)
    return status
  }
}

extension Problem: ToldReply {
  var told: Problem {
    var problem = self
    (problem.message, problem.remedy) = (sentence.message, sentence.remedy)
    return problem
  }
}

extension CheckList: ToldReply {
  var told: CheckList { CheckList(checks: checks.map(\.told)) }
}

extension Check: ToldReply {
  var told: Check {
    var check = self
    (check.message, check.remedy) = sentence
    check.problem = problem?.told
    return check
  }
}

extension ReviewedRide: ToldReply {
  var told: ReviewedRide {
    var ride = self
    ride.uploads = uploads.map(\.told)
    return ride
  }
}

extension TrimmedRide: ToldReply {
  var told: TrimmedRide { TrimmedRide(ride: ride, uploads: uploads.map(\.told)) }
}

// MARK: - Replies of jz2sync

extension Upload: ToldReply {
  var told: Upload {
    var upload = self
    upload.message = sentence?.message
    return upload
  }
}

extension SentAgain: ToldReply {
  var told: SentAgain { SentAgain(upload.told) }
}

extension ServiceList: ToldReply {
  var told: ServiceList { ServiceList(services.map(\.told)) }
}

extension ServiceStatus: ToldReply {
  var told: ServiceStatus {
    var service = self
    (service.message, service.remedy) = (sentence?.message, sentence?.remedy)
    service.traits?.title = SyncService(rawValue: $service)?.title ?? $service
    return service
  }
}

extension SyncStatusReply: ToldReply {
  var told: SyncStatusReply {
    var reply = self
    reply.status.message = status.sentence?.message
    return reply
  }
}
