"""The air and the controllers of the guest's kernel: Bumble's, as exact as a ride needs, with faults on command."""

import asyncio
import contextlib
import functools
import os

from bumble import hci, ll
from bumble.controller import Controller
from bumble.link import LocalLink

SIX_INTERVALS = 0.3  # seconds, with the interval that the kernel requests for a new link
FOREIGN = 50  # unrelated devices
Error = hci.HCI_ErrorCode


def bare(address):
    """Returns an address in its usual notation."""
    return str(address).split('/')[0]


class VirtualLine:
    """The line to the kernel. It reports errors while its controller is off; an asyncio pipe would close then."""

    def __init__(self, sink):
        self.device = sink.transport.get_extra_info('pipe').fileno()

    def on_packet(self, packet):
        with contextlib.suppress(OSError):
            os.write(self.device, packet)


class Link(LocalLink):
    """A link on which the sender has the connection's own address; Bumble always uses its random one."""

    def __init__(self):
        super().__init__()
        self.faded = {}  # a peripheral's controller -> the delayed data, to it and from it

    def send_acl_data(self, sender, destination, transport, data):
        connection = sender.le_connections.get(destination)
        receiver = self.find_le_controller(destination)
        if connection is None or receiver is None:
            return
        source = connection.self_address
        deliver = functools.partial(receiver.on_link_acl_data, source, transport, data)
        waiting = self.faded.get(sender, self.faded.get(receiver))
        if waiting is not None:
            waiting.append(deliver)
        else:
            asyncio.get_running_loop().call_soon(deliver)


class Radio(Controller):
    """A controller of the guest. It stores the supervision timeout of each link, in seconds."""

    def __init__(self, name, address, link, log, weak):
        """`weak` has the signal strengths of devices with a weaker signal than all others."""
        super().__init__(name, link=link, public_address=address)
        self.log, self.weak = log, weak
        self.supervision = {}
        self.powered = True
        self.rssi_asked = 0
        self.refusing, self.refusals = None, 0  # the way of refusing connection updates, and the remaining refusals
        self.stillborn = {}  # address -> number of its next links that are not established
        self.wedged = None  # 'commands' or 'all': the packets that are blocked until a reset
        # Bumble reports connections only by the plain event. A newer kernel that sees LL Privacy waits 20 s for the
        # enhanced one.
        self.le_features &= ~(hci.LeFeatureMask.LL_PRIVACY | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING)
        self.supported_commands = self.supported_commands - {hci.HCI_LE_SET_PRIVACY_MODE_COMMAND}

    # From the host

    def on_hci_command_packet(self, command):
        if isinstance(command, hci.HCI_LE_Create_Connection_Command):
            self.supervision[bare(command.peer_address)] = command.supervision_timeout / 100
        elif isinstance(command, hci.HCI_LE_Extended_Create_Connection_Command):
            self.supervision[bare(command.peer_address)] = command.supervision_timeouts[0] / 100
        elif isinstance(command, hci.HCI_Reset_Command):
            self.forget_links()
            self.powered = True
            if self.wedged:
                self.log('cured', radio=self.name)
            self.wedged = None
        if self.wedged:
            self.log('unanswered', radio=self.name, command=command.name)
            return
        super().on_hci_command_packet(command)

    def on_hci_acl_data_packet(self, packet):
        if self.wedged != 'all':
            super().on_hci_acl_data_packet(packet)

    def on_hci_le_connection_update_command(self, command):
        link = self.find_le_connection_by_handle(command.connection_handle)
        told = {'radio': self.name, 'who': self.named(link), 'supervision': command.supervision_timeout / 100}
        if link and self.refusals:
            self.refusals -= 1
            self.log('update-refused', how=self.refusing, **told)
            self.refuse_update(command)
            return
        if link:
            self.supervision[bare(link.peer_address)] = told['supervision']
        self.log('updated', **told)
        super().on_hci_le_connection_update_command(command)

    def refuse_update(self, command):
        """Refuses at once, like a controller busy with another procedure of the link, or later, like the peripheral."""
        if self.refusing == 'refused':
            self._send_hci_command_status(Error.COMMAND_DISALLOWED_ERROR, command.op_code)
            return
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        self.send_hci_packet(
            hci.HCI_LE_Connection_Update_Complete_Event(
                status=Error.UNACCEPTABLE_CONNECTION_PARAMETERS_ERROR,
                connection_handle=command.connection_handle,
                connection_interval=40,
                peripheral_latency=0,
                supervision_timeout=42,
            )
        )

    def on_hci_read_rssi_command(self, command):
        """Answers the command, which Bumble does not implement."""
        self.rssi_asked += 1
        if self.pending_le_connection:
            self.log('asked-while-connecting', radio=self.name)
        link = self.find_le_connection_by_handle(command.handle)
        status = Error.SUCCESS if link else Error.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        return hci.HCI_Read_RSSI_ReturnParameters(status, command.handle, -50)

    def on_hci_le_create_connection_cancel_command(self, _command):
        """Cancels the attempt. Bumble's own method reports success but still connects, unknown to the host."""
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is None:
            return hci.HCI_StatusReturnParameters(Error.COMMAND_DISALLOWED_ERROR)
        cancelled = hci.HCI_LE_Connection_Complete_Event(
            status=Error.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
            connection_handle=0,
            role=hci.Role.CENTRAL,
            peer_address_type=pending.peer_address_type,
            peer_address=pending.peer_address,
            connection_interval=0,
            peripheral_latency=0,
            supervision_timeout=0,
            central_clock_accuracy=0,
        )
        asyncio.get_running_loop().call_soon(self.send_hci_packet, cancelled)
        return hci.HCI_StatusReturnParameters(Error.SUCCESS)

    # To the host

    def send_hci_packet(self, packet):
        if isinstance(packet, hci.HCI_LE_Advertising_Report_Event):
            for report in packet.reports:
                report.rssi = self.weak.get(bare(report.address), report.rssi)
                if report.event_type == packet.EventType.SCAN_RSP:
                    report.data = self.scan_response(report.address) or report.data
        if self.powered and self.wedged != 'all':
            super().send_hci_packet(packet)

    def scan_response(self, address):
        """Returns a device's scan response. Bumble always sends the advertisement again."""
        peer = self.link.find_le_controller(address)
        return next((bytes(each.scan_response_data) for each in peer.advertising_sets.values()), b'') if peer else b''

    def named(self, link):
        """Returns the name of the link's peer, for the log."""
        peer = link and self.link.find_le_controller(link.peer_address)
        return peer.name if peer else None

    # From the air

    def create_le_connection(self, peer_address):
        """Connects. A central without an answer in six intervals gives the link up (0x3E)."""
        super().create_le_connection(peer_address)
        if link := self.le_connections.get(peer_address):
            asyncio.get_running_loop().call_soon(self.is_established, link)

    def send_advertising_pdu(self, packet):
        stillborn = self.stillborn.get(bare(packet.advertiser_address), 0)
        if stillborn and isinstance(packet, ll.ConnectInd):
            self.stillborn[bare(packet.advertiser_address)] = stillborn - 1
        else:
            super().send_advertising_pdu(packet)

    def is_established(self, link):
        peer = self.link.find_le_controller(link.peer_address)
        if not peer or not any(theirs.peer_address == link.self_address for theirs in peer.le_connections.values()):
            asyncio.get_running_loop().call_later(SIX_INTERVALS, self.give_up, link)

    def give_up(self, link):
        if self.le_connections.get(link.peer_address) is link:
            self.log('not-established', radio=self.name, who=self.named(link))
            self.on_le_disconnected(link, Error.CONNECTION_FAILED_TO_BE_ESTABLISHED_ERROR)

    def hear_foreign(self, turn):
        """Receives an advertisement of an unrelated device, each time different. An accept list filters it."""
        if not self.le_scanning_filter_policy & 1:
            address = hci.Address(f'C1:00:00:00:00:{turn % FOREIGN:02X}')
            self.on_ll_advertising_pdu(
                ll.AdvInd(address, bytes([2, 1, 6, 7, 0xFF, 0xFF, 0xFF]) + turn.to_bytes(4, 'little'))
            )

    def calm(self):
        self.refusals, self.stillborn, self.wedged = 0, {}, None

    def unplug(self):
        self.powered = False
        self.forget_links()

    def forget_links(self):
        """Ends every link without an event to the host, like a reset or a power loss. The peripherals time out."""
        self.pending_le_connection, self.le_scan_enable = None, False
        for link in list(self.le_connections.values()):
            del self.le_connections[link.peer_address]
            peer = self.link.find_le_controller(link.peer_address)
            for theirs in list(peer.le_connections.values()) if peer else []:
                if theirs.peer_address == link.self_address:
                    peer.on_le_disconnected(theirs, Error.CONNECTION_TIMEOUT_ERROR)
