"""The two devices that a ride is ridden with."""

TRAINER, TRAINER_ADDRESS = 'KICKR CORE 5A21', 'C0:FF:EE:00:00:01'
STRAP, STRAP_ADDRESS = 'HRM-Dual:054321', 'C0:FF:EE:00:00:02'
