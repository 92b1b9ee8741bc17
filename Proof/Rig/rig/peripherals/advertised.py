"""The services in a device's advertisement."""

from bumble.core import AdvertisingData

SERVICES, NAME, FC82 = 'services', 'name', 'fc82'
WAYS = SERVICES, NAME, FC82
WAHOO_DIRECT = b'\x82\xfc'  # FC82, the service by which a current Wahoo talks to its own app
OF_SERVICES = {
    AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.SERVICE_DATA_16_BIT_UUID,
}


def shown(entries, how):
    """Returns the entries of an advertisement without its services. With `fc82`, that service replaces them."""
    if how == SERVICES:
        return list(entries)
    rest = [entry for entry in entries if entry[0] not in OF_SERVICES]
    if how == FC82 and len(rest) < len(entries):
        rest.append((AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, WAHOO_DIRECT))
    return rest


def usual_way(variants):
    """Returns how the trainer of a boot with these words advertises."""
    return next((how for how in (NAME, FC82) if how in variants), SERVICES)
