"""The rig's devices: their names in commands and in the log, and their addresses. All trainers share an address."""

TRAINER, TRAINER_ADDRESS = 'trainer', 'C0:FF:EE:00:00:01'
STRAP, STRAP_ADDRESS = 'strap', 'C0:FF:EE:00:00:02'
# The names of trainers in a boot's variant. Without a name, the boot has the first one.
USUAL_TRAINER, *OTHER_TRAINERS = 'kickr', 'kickr-2016', 'snap', 'neo2t'
CADENCE, CADENCE_ADDRESS = 'cadence', 'C0:FF:EE:00:00:05'
METER, METER_ADDRESS = 'meter', 'C0:FF:EE:00:00:06'
FAN, FAN_ADDRESS = 'fan', 'C0:FF:EE:00:00:07'
