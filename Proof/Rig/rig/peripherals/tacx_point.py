"""A Tacx's handling of requests: pages in frames, and the status of the last command as the answer."""

from rig import tacx
from rig.peripherals.control import Asked, Control, Reply
from rig.told import Reaction, What

MOST_WATTS = 4000
MODEL, SERIAL, FIRMWARE, NEWTONS = 2875, 12345, 7, 200
MEANINGS = {tacx.RESISTANCE: What.FREE, tacx.TRACK: What.ROAD, tacx.WIND: What.ROAD}
REACTIONS = {tacx.PASS: Reaction.DONE, tacx.FAIL: Reaction.DENIED, tacx.REJECTED: Reaction.REFUSED}


class TacxPoint(Control):
    """A control point without control requests: no client has exclusive control."""

    def __init__(self, log):
        super().__init__(log)
        self.is_configured = False  # whether the rider's weight is known
        self.forget()

    def forget(self):
        super().forget()
        self.has_control = self.is_running = True
        self.count = 0xFF  # of commands; 0xFF before the first
        self.status = Reply(Reaction.REFUSED, tacx.frame(tacx.NOTHING_TOLD))

    @property
    def is_free(self):
        """Whether the brake holds no target. Any connected client may send commands at any time."""
        return self.target is None

    def lose_power(self):
        self.is_configured = False

    def read(self, request):
        page = tacx.page_of(request)
        if page is None:
            return Asked(What.OTHER)
        if page[0] == tacx.TARGET_POWER:
            return Asked(What.TARGET, tacx.target_watts(page))
        return Asked(MEANINGS.get(page[0], What.OTHER))

    def carry_out(self, request):
        page = tacx.page_of(request)
        match page[0] if page else None:
            case tacx.USER_CONFIGURATION:
                self.is_configured = True
            case tacx.REQUEST:
                return self.requested(page[6])
            case tacx.RESISTANCE | tacx.TARGET_POWER | tacx.WIND | tacx.TRACK:
                return self.command(self.read(request), page)
        return None

    def requested(self, number):
        """Returns the requested page. The page of the last command answers that command once more."""
        pages = {
            tacx.CAPABILITIES: tacx.capabilities(NEWTONS),
            tacx.MANUFACTURER: tacx.manufacturer(MODEL),
            tacx.PRODUCT: tacx.product(FIRMWARE, SERIAL),
        }
        if number == tacx.COMMAND_STATUS:
            return self.status
        return Reply(Reaction.DONE, tacx.frame(pages[number])) if number in pages else None

    def command(self, asked, page):
        status = self.apply(asked, page)
        self.count = 0 if self.count >= 0xFE else self.count + 1
        answer = tacx.frame(tacx.command_status(page, self.count, status))
        self.status = Reply(REACTIONS[status], answer, of=asked)
        return self.status

    def apply(self, asked, page):
        """Applies a command. Returns its status."""
        if self.takes('deny'):
            return tacx.FAIL
        match asked.what:
            case What.TARGET if asked.watts > MOST_WATTS:
                return tacx.REJECTED
            case What.TARGET:
                self.hold(asked.watts)
            case What.FREE:
                self.let_go()
            case What.ROAD if page[0] == tacx.TRACK:
                self.become_road(grade=round(int.from_bytes(page[5:7], 'little') / 100 - 200, 2))
            case What.ROAD:
                self.become_road(grade=0)
        return tacx.PASS
