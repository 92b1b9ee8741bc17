"""A device's attribute table, with faults on command: a missing service, refused subscriptions."""

import time

from bumble import att
from bumble.gatt import GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR, Characteristic, Service

# The ATT errors of refused subscriptions.
ERRORS = {
    'resources': att.ErrorCode.INSUFFICIENT_RESOURCES,
    'permission': att.ErrorCode.WRITE_NOT_PERMITTED,
}


class Refusal:
    """The refusals of subscriptions to a characteristic: their number, end time and error."""

    def __init__(self, count, until, error):
        self.left, self.until, self.error = count, until, error

    def takes(self, now):
        """Whether it refuses a subscription now. Each refusal uses up one of them."""
        if self.left <= 0 or now >= self.until:
            return False
        self.left -= 1
        return True


class Attributes:
    def __init__(self, server, log):
        """`server` is the GATT server of Bumble; `log` gets an event for each refused subscription."""
        self.server, self.log = server, log
        self.refusals = {}  # by characteristic
        self.hidden = []  # the attributes of a missing service

    def watch(self, is_admitted):
        """Checks each subscription. `is_admitted(bearer)` raises the ATT error for a client without permission."""
        characteristic = None
        for attribute in self.server.attributes:
            if isinstance(attribute, Characteristic):
                characteristic = attribute
            elif attribute.type == GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR:
                self.guard(attribute.value, characteristic, is_admitted)

    def guard(self, value, characteristic, is_admitted):
        write = value.write

        def guarded(bearer, written):
            is_admitted(bearer)
            if any(written):
                self.demand(characteristic)
            return write(bearer, written)

        value.write = guarded

    def demand(self, characteristic):
        """Raises the error if a subscription is refused now."""
        refusal = self.refusals.get(characteristic)
        if refusal and refusal.takes(time.monotonic()):
            self.log('subscription-refused', uuid=characteristic.uuid.to_hex_str(), error=refusal.error.name)
            raise att.ATT_Error(refusal.error)

    def refuse(self, characteristic, count, seconds, how):
        """Refuses the next subscriptions, up to that number and within that time."""
        self.refusals[characteristic] = Refusal(count, time.monotonic() + seconds, ERRORS[how])

    def hide(self, characteristic):
        """Removes the characteristic's service, as in a device that was just switched on."""
        self.show()
        service = self.server.get_attribute_group(characteristic.handle, Service)
        self.hidden = [
            attribute
            for attribute in self.server.attributes
            if service.handle <= attribute.handle <= service.end_group_handle
        ]
        self.become([attribute for attribute in self.server.attributes if attribute not in self.hidden])

    def show(self):
        """Ends `hide`."""
        if self.hidden:
            self.become(sorted([*self.server.attributes, *self.hidden], key=lambda attribute: attribute.handle))
            self.hidden = []

    def become(self, attributes):
        self.server.attributes = attributes
        self.server.attributes_by_handle = {}  # Bumble fills it again

    def calm(self):
        self.refusals = {}
        self.show()
