/// The ride that is on, for who keeps something beside it.
package struct RideInHand: Hashable, Sendable {
  /// Its number in the store; nil until the store took it.
  package var id: Int?
  package var order: RideOrder

  package init(id: Int?, order: RideOrder) {
    self.id = id
    self.order = order
  }
}

extension RideMachine {
  /// The ride that is on, from the order to the end of its record.
  package var rideInHand: RideInHand? { ride.map { RideInHand(id: $0.id, order: $0.order) } }
}
