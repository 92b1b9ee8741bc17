"""bridge.py BIN [--all] [WORD...]: apps ride through jz2d and jz2bridge, each scene with its own simulated trainer.

Without --all, the long scenes are left out. With words, only the scenes with one of them in their name run. Three run
at a time, because a scene mostly waits for a ride.
"""

import pathlib
import sys

import apart
import controlling
import delay
import disturbing
import losing
import wireless
from stage import SCENES

# Each module registers its scenes when it is imported.
WRITTEN_IN = (losing, controlling, disturbing, delay, wireless)
AT_A_TIME = 3


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if words and words[0].startswith('#'):
        fact, scene, _ = SCENES[int(words[0][1:])]
        return apart.play('bridge', fact, scene, programs)
    runs_all = '--all' in words
    words = [word for word in words if word != '--all']
    chosen = [
        number
        for number, (fact, _, is_long) in enumerate(SCENES)
        if (any(word in fact for word in words) if words else runs_all or not is_long)
    ]
    # In processes of their own, so that their threads end with them.
    return apart.play_all('bridge', __file__, programs, chosen, AT_A_TIME)


if __name__ == '__main__':
    sys.exit(main())
