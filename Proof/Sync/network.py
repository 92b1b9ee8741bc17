"""A separate network for a program: a namespace and a pair of virtual network cards, which can be cut and restored."""

import os
import subprocess


class NotPermittedError(Exception):
    pass


class Network:
    """Runs a program in it with `prefix`; from there `address` is this computer."""

    def __init__(self):
        mark = os.getpid() % 60000
        self.name, self.here, self.there = f'jz2n{mark}', f'jz2h{mark}', f'jz2t{mark}'
        self.address, self.inner = f'10.83.{mark % 250}.1', f'10.83.{mark % 250}.2'
        self.prefix = ('ip', 'netns', 'exec', self.name)

    def __enter__(self):
        if os.geteuid() != 0:
            raise NotPermittedError('only root may make a network')
        try:
            self.ip('netns', 'add', self.name)
        except OSError as error:
            raise NotPermittedError(f'this computer makes no network: {error}') from error
        try:
            self.ip('link', 'add', self.here, 'type', 'veth', 'peer', 'name', self.there, 'netns', self.name)
        except OSError as error:
            self.ip('netns', 'del', self.name)
            raise NotPermittedError(f'this computer makes no network: {error}') from error
        self.ip('addr', 'add', f'{self.address}/24', 'dev', self.here)
        self.ip('link', 'set', self.here, 'up')
        self.ip('-n', self.name, 'link', 'set', 'lo', 'up')
        self.mend()
        return self

    def __exit__(self, *_):
        self.ip('netns', 'del', self.name)

    def cut(self) -> None:
        """Removes link and address, like a wireless card that has lost its access point."""
        self.ip('-n', self.name, 'addr', 'flush', 'dev', self.there)
        self.ip('-n', self.name, 'link', 'set', self.there, 'down')

    def mend(self) -> None:
        self.ip('-n', self.name, 'link', 'set', self.there, 'up')
        self.ip('-n', self.name, 'addr', 'add', f'{self.inner}/24', 'dev', self.there)

    def ip(self, *words: str) -> None:
        done = subprocess.run(['ip', *words], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(f'ip {" ".join(words)}: {done.stderr.strip()}')
