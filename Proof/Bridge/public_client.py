"""Rides with the client of other people: wftnp (github.com/binarylogic/py-wftnp), by its own calls only."""

import asyncio
import itertools
import time
from uuid import UUID

from wftnp import ClientState, Endpoint, WftnpClient

import fitness
from dircon import check, uuid

FITNESS_MACHINE = UUID(bytes=uuid(0x1826))
BIKE, CONTROL = UUID(bytes=uuid(fitness.BIKE)), UUID(bytes=uuid(fitness.CONTROL))
EVERY = 2.0


class Ride:
    """What the client saw: its connections, the times of the bike's values, and the results of its requests."""

    def __init__(self):
        self.states: list[ClientState] = []
        self.bikes: list[tuple[float, fitness.Bike]] = []
        self.results: list[bytes] = []
        self.connections = 0

    def take_bike(self, note) -> None:
        self.bikes.append((time.monotonic(), fitness.bike(note.value)))

    def greatest_gap(self, until: float) -> float:
        times = [*(at for at, _ in self.bikes if at <= until), until]
        return max((after - before for before, after in itertools.pairwise(times)), default=until)


async def ride(address: tuple[str, int], targets: list[tuple[float, bytes]]) -> Ride:
    """Sends each target, repeats it for so many seconds, and returns what the client saw."""
    seen = Ride()
    async with WftnpClient(Endpoint(*address), heartbeat_interval=1.0) as client:
        client.add_state_listener(seen.states.append)
        services = await client.discover_services()
        check(FITNESS_MACHINE in [service.uuid for service in services], f'no fitness machine: {services}')
        for service in services:
            check(await client.discover_characteristics(service.uuid), f'no characteristics of {service}')
        await client.subscribe(BIKE, seen.take_bike)
        answers = await client.subscribe(CONTROL)

        async def control(value: bytes) -> None:
            await client.write_characteristic(CONTROL, value)
            answer = await asyncio.wait_for(anext(answers), 5)
            seen.results.append(answer.value)
            fitness.succeeded(answer.value)

        for value in (fitness.TAKE_CONTROL, fitness.RESET, fitness.START):
            await control(value)
        for seconds, target in targets:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                await control(target)
                await asyncio.sleep(EVERY)
        seen.connections = client.connection_id
    return seen


def rode(address: tuple[str, int], targets: list[tuple[float, bytes]]) -> Ride:
    return asyncio.run(ride(address, targets))
