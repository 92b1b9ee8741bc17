"""The devices of the rig: what commands and the log call them, and their addresses. Any trainer has the same one."""

TRAINER, TRAINER_ADDRESS = 'trainer', 'C0:FF:EE:00:00:01'
STRAP, STRAP_ADDRESS = 'strap', 'C0:FF:EE:00:00:02'
# The names of trainers, by which a boot's variant chooses one; the first is there without a name.
USUAL_TRAINER, *OTHER_TRAINERS = 'kickr', 'kickr-2016', 'snap', 'neo2t'
CADENCE, CADENCE_ADDRESS = 'cadence', 'C0:FF:EE:00:00:05'
METER, METER_ADDRESS = 'meter', 'C0:FF:EE:00:00:06'
FAN, FAN_ADDRESS = 'fan', 'C0:FF:EE:00:00:07'
