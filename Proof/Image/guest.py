"""A card written and customised as by Raspberry Pi Imager, in a computer that QEMU emulates."""

import contextlib
import http.client
import pathlib
import socket
import subprocess
import tempfile
import time

# The first partition, as mtools names it.
FIRMWARE = '@@4M'
WIFI, PASSPHRASE_KEY = 'Turbo Room', 'a3' * 32
# What Imager 2.0 writes, src/customization_generator.cpp of raspberrypi/rpi-imager.
USER_DATA = """#cloud-config
hostname: {host}
manage_etc_hosts: true
packages:
- avahi-daemon
apt:
  conf: |
    Acquire {{
      Check-Date "false";
    }};
timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
enable_ssh: true
users:
- name: {rider}
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: true
  ssh_authorized_keys:
    - {key}
  sudo: ALL=(ALL) NOPASSWD:ALL
"""
NETWORK_CONFIG = f"""network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "{WIFI}":
          password: "{PASSPHRASE_KEY}"
      optional: true
"""


def run(*words, **how) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, f'{words}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}'
    return done.stdout


def check(fact: str, is_so, value='') -> None:
    assert is_so, f'not so: {fact} ({value})'
    print(f'ok     {fact}' + (f': {value}' if value != '' else ''), flush=True)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Guest:
    """A Raspberry Pi Zero 2 W as far as QEMU has one: its processor's cores, 512 MB, and a card of 8 GB."""

    def __init__(self, image: pathlib.Path, host: str, rider: str = 'ada'):
        self.host, self.rider = host, rider
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='jz2-image-', dir='/tmp'))
        self.card, self.key = self.folder / 'card', self.folder / 'key'
        unpack = ['xz', '-dc', image] if image.suffix == '.xz' else ['cat', image]
        with subprocess.Popen(unpack, stdout=subprocess.PIPE) as packed:
            run('dd', f'of={self.card}', 'conv=sparse', 'bs=1M', stdin=packed.stdout)
        assert packed.returncode == 0, f'{image} cannot be unpacked'
        run('truncate', '-s', '8G', self.card)
        run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', self.key)
        self.ssh_port, self.page_port = free_port(), free_port()
        self.process = None

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)
        run('mcopy', '-o', '-i', f'{self.card}{FIRMWARE}', self.folder / name, f'::{name}')

    def customise(self) -> None:
        key = self.key.with_suffix('.pub').read_text().strip()
        self._write('user-data', USER_DATA.format(host=self.host, rider=self.rider, key=key))
        self._write('network-config', NETWORK_CONFIG)
        self._write('meta-data', 'instance-id: rpi-imager-1764457600123\n')
        line = run('mtype', '-i', f'{self.card}{FIRMWARE}', '::cmdline.txt').strip()
        self.line = f'{line} cfg80211.ieee80211_regdom=DE ds=nocloud;i=rpi-imager-1764457600123'
        self._write('cmdline.txt', f'{self.line}\n')

    def start(self) -> None:
        """Boots the kernel that a Pi would take from the card: QEMU's machine has no firmware that does."""
        for name in ('vmlinuz', 'initrd.img'):
            run('mcopy', '-n', '-i', f'{self.card}{FIRMWARE}', f'::{name}-*', self.folder)
        kernel, initrd = (next(self.folder.glob(f'{name}-*')) for name in ('vmlinuz', 'initrd.img'))
        ports = f'hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22,hostfwd=tcp:127.0.0.1:{self.page_port}-:8420'
        words = ['qemu-system-aarch64', '-machine', 'virt', '-cpu', 'cortex-a53', '-smp', '4', '-m', '512']
        words += ['-accel', 'tcg,thread=multi', '-kernel', kernel, '-initrd', initrd]
        words += ['-append', f'{self.line} console=ttyAMA0', '-drive', f'if=none,id=card,format=raw,file={self.card}']
        words += ['-device', 'virtio-blk-pci,drive=card', '-device', 'virtio-rng-pci', '-nic', f'user,{ports}']
        words += ['-display', 'none', '-monitor', 'none', '-serial', f'file:{self.folder}/console.log']
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL)

    def __enter__(self) -> 'Guest':
        self.customise()
        self.start()
        return self

    def __exit__(self, kind, *_) -> None:
        self.process.kill()
        self.process.wait()
        if kind:
            log = self.folder / 'console.log'
            print(f'--- console\n{log.read_text(errors="replace")[-6000:] if log.exists() else ""}')
        run('rm', '-rf', self.folder)

    def until(self, fact: str, is_so, seconds: float = 1500):
        """Waits for the slow guest. Returns how long it took."""
        began = time.monotonic()
        while not is_so():
            assert self.process.poll() is None, 'the guest ended'
            assert time.monotonic() < began + seconds, f'not within {seconds} s: {fact}'
            time.sleep(2)
        return time.monotonic() - began

    def has_page(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection('127.0.0.1', self.page_port, timeout=20)
            connection.request('GET', '/', headers={'Host': f'{self.host}.local:{self.page_port}'})
            return connection.getresponse().status == 200
        return False

    def _ssh(self, *words: str) -> list[str]:
        options = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'BatchMode=yes']
        options += ['-o', 'ConnectTimeout=60', '-i', str(self.key), '-p', str(self.ssh_port)]
        return ['ssh', '-q', *options, f'{self.rider}@127.0.0.1', *words]

    def ssh(self, command: str, check: bool = True) -> str:
        """Runs a command as the rider. Returns its output."""
        done = subprocess.run(self._ssh(command), capture_output=True, text=True, check=False, timeout=1500)
        assert not check or done.returncode == 0, f'{command}: {done.returncode}\n{done.stdout}{done.stderr}'
        return done.stdout.strip()

    @contextlib.contextmanager
    def forwarding(self, port: int):
        """Lets the guest reach a port of this computer at its own 127.0.0.1 during the block."""
        words = self._ssh('-N', '-o', 'ExitOnForwardFailure=yes', '-R', f'{port}:127.0.0.1:{port}')
        with subprocess.Popen(words, stdin=subprocess.DEVNULL) as tunnel:
            self.until('the port is forwarded', lambda: self.ssh(f'curl -fsI http://127.0.0.1:{port}/', check=False))
            yield
            tunnel.kill()

    def has_shell(self) -> bool:
        return self.ssh('cloud-init status | grep -v running', check=False) != ''

    def simulate(self, options: str = '') -> None:
        """Makes jz2d use its simulated radio: QEMU has no Bluetooth."""
        line = f'JZ2D_OPTIONS="--radio sim {options}"'
        self.ssh(f"echo '{line}' | sudo tee /etc/default/jz2 && sudo systemctl restart jz2d")
