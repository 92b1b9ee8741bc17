package import ControlWire
import Rides

/// A reply, or a part of one, with messages, which are in English on the wire.
protocol LocalizedReply {
  /// The same value with messages in the language of `Translation.current`.
  var localized: Self { get }
}

/// The JSON for a phone.
package enum LocalizedJSON {
  /// Encodes a reply as JSON, with messages in the language of `Translation.current`.
  ///
  /// - Throws: As `WireJSON.text(of:)`.
  package static func text<Reply: Encodable>(of reply: Reply) throws(ControlError) -> [UInt8] {
    guard let reply = reply as? any LocalizedReply & Encodable else { return try WireJSON.text(of: reply) }
    return try WireJSON.text(of: reply.localized)
  }
}

// MARK: - Replies of jz2d

extension Status: LocalizedReply {
  var localized: Status {
    var status = self
    status.problems = problems.map(\.localized)
    return status
  }
}

extension Problem: LocalizedReply {
  var localized: Problem {
    var problem = self
    (problem.message, problem.remedy) = (explanation.message, explanation.remedy)
    return problem
  }
}

extension CheckList: LocalizedReply {
  var localized: CheckList { CheckList(checks: checks.map(\.localized)) }
}

extension Check: LocalizedReply {
  var localized: Check {
    var check = self
    (check.message, check.remedy) = explanation
    check.problem = problem?.localized
    return check
  }
}

extension ReviewedRide: LocalizedReply {
  var localized: ReviewedRide {
    var ride = self
    ride.uploads = uploads.map(\.localized)
    return ride
  }
}

extension TrimmedRide: LocalizedReply {
  var localized: TrimmedRide { TrimmedRide(ride: ride, uploads: uploads.map(\.localized)) }
}

extension PlanList: LocalizedReply {
  var localized: PlanList { PlanList(plans: plans.map(\.localized), more: more == true) }
}

extension PlanDetails: LocalizedReply {
  var localized: PlanDetails {
    var details = self
    details.plan = plan.localized
    return details
  }
}

extension PlanSummary: LocalizedReply {
  var localized: PlanSummary {
    var plan = self
    plan.summary = localizedSummary
    return plan
  }
}

// MARK: - Replies of jz2sync

extension Upload: LocalizedReply {
  var localized: Upload {
    var upload = self
    upload.message = explanation?.message
    return upload
  }
}

extension SentAgain: LocalizedReply {
  var localized: SentAgain { SentAgain(upload.localized) }
}

extension ServiceList: LocalizedReply {
  var localized: ServiceList { ServiceList(services.map(\.localized)) }
}

extension ServiceStatus: LocalizedReply {
  var localized: ServiceStatus {
    var service = self
    (service.message, service.remedy) = (explanation?.message, explanation?.remedy)
    service.traits?.title = SyncService(rawValue: $service)?.title ?? $service
    return service
  }
}

extension SyncStatusReply: LocalizedReply {
  var localized: SyncStatusReply {
    var reply = self
    reply.status.message = status.explanation?.message
    return reply
  }
}
