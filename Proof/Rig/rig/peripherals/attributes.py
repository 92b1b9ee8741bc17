"""A device's table of attributes, which goes wrong on command: a service is missing, subscriptions are refused."""

import time

from bumble import att
from bumble.gatt import GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR, Characteristic, Service

# How a subscription is refused: the ATT error.
ERRORS = {
    'resources': att.ErrorCode.INSUFFICIENT_RESOURCES,
    'permission': att.ErrorCode.WRITE_NOT_PERMITTED,
}


class Refusal:
    """How often, until when and by which error subscriptions to a characteristic are refused."""

    def __init__(self, count, until, error):
        self.left, self.until, self.error = count, until, error

    def takes(self, now):
        """Whether it refuses a subscription now. Each time it is one less."""
        if self.left <= 0 or now >= self.until:
            return False
        self.left -= 1
        return True


class Attributes:
    def __init__(self, server, log):
        """`server` is the GATT server of Bumble; `log` gets an event for each refused subscription."""
        self.server, self.log = server, log
        self.refusals = {}  # by characteristic
        self.hidden = []  # the attributes of a service that is missing

    def watch(self, is_admitted):
        """Asks before each subscription. `is_admitted(bearer)` raises the ATT error for a client that may not."""
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
        """Raises the error by which a subscription is refused now, if it is."""
        refusal = self.refusals.get(characteristic)
        if refusal and refusal.takes(time.monotonic()):
            self.log('subscription-refused', uuid=characteristic.uuid.to_hex_str(), error=refusal.error.name)
            raise att.ATT_Error(refusal.error)

    def refuse(self, characteristic, count, seconds, how):
        """Refuses the next subscriptions, of those within that time."""
        self.refusals[characteristic] = Refusal(count, time.monotonic() + seconds, ERRORS[how])

    def hide(self, characteristic):
        """Leaves the characteristic's service out, as a device does that was just switched on."""
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
        self.server.attributes_by_handle = {}  # which Bumble fills again

    def calm(self):
        self.refusals = {}
        self.show()
