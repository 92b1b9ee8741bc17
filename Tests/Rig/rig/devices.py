"""The devices that a ride is ridden with: what commands and the log call them, and their addresses."""

TRAINER, TRAINER_ADDRESS = 'trainer', 'C0:FF:EE:00:00:01'
STRAP, STRAP_ADDRESS = 'strap', 'C0:FF:EE:00:00:02'
