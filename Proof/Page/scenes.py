"""scenes.py BIN [WORD...]: scenes of riders and of attackers with the page, each on its own Pi.

With words, only the scenes with one of them in their name run. Two run at a time, because a scene mostly waits for a
ride.
"""

import pathlib
import sys

import apart
import calibrating
import charts
import crowd
import files
import intruders
import library
import looks
import planner
import power
import reading
import rides
import riding
import secure
import services
import settings
import starting
import trim
import unsaved
from stage import SCENES

# Each module registers its scenes when it is imported.
WRITTEN_IN = (
    riding,
    calibrating,
    charts,
    crowd,
    files,
    intruders,
    library,
    looks,
    planner,
    power,
    reading,
    rides,
    secure,
    services,
    settings,
    starting,
    trim,
    unsaved,
)
AT_A_TIME = 2


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if words and words[0].startswith('#'):
        fact, scene = SCENES[int(words[0][1:])]
        return apart.play('page', fact, scene, programs)
    chosen = [number for number, (fact, _) in enumerate(SCENES) if not words or any(word in fact for word in words)]
    # In processes of their own, because playwright is bound to one thread.
    return apart.play_all('page', __file__, programs, chosen, AT_A_TIME)


if __name__ == '__main__':
    sys.exit(main())
