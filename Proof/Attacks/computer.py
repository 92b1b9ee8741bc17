"""A computer with the packages installed: accounts, sockets and services as the files of the packages describe them."""

import contextlib
import grp
import os
import pathlib
import pwd
import re
import socket
import subprocess

from programs import Program, call, wait_until
from suite import Built

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRAINER, BODY, SYNC, PAGE = (f'org.justzone2.{name}' for name in ('Trainer', 'Body', 'Sync', 'Page'))
# A name of the Pi in its network, which browsers use for the page.
HOST = 'jz2.test'
PAGE_PORT = 8420
FIRST_ID = 64100
# Accounts of people, and their groups.
PEOPLE = {'rider': ('jz2',), 'viewer': ('jz2-look',), 'guest': (), **{f'viewer{n}': ('jz2-look',) for n in (2, 3)}}


def run(*words, text: str | None = None, check: bool = True, **how) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [str(word) for word in words], input=text, check=False, capture_output=True, text=True, timeout=120, **how
    )
    assert not check or done.returncode == 0, f'{words}: {done.returncode}\n{done.stdout}{done.stderr}'
    return done


class Unit:
    """A unit file of systemd."""

    def __init__(self, name: str):
        folder = 'packaging/hub/systemd' if name.startswith('jz2-hub') else 'systemd'
        self.name, self.path = name, ROOT / folder / name
        self.lines = re.findall(r'(?m)^(\w+)=(.*)$', self.path.read_text())

    def values(self, directive: str) -> list[str]:
        return [value for key, value in self.lines if key == directive]

    def value(self, directive: str, otherwise: str = '') -> str:
        return (self.values(directive) or [otherwise])[-1]


class Computer:
    """The services of the packages, as systemd starts them. It changes /run, /var/lib and /etc of this namespace."""

    def __init__(self, built: Built):
        self.built, self.running, self.sockets = built, {}, {}
        for folder in ('/run', '/var/lib', '/usr/local/bin'):
            run('mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', folder)
        for program in (*built.programs.glob('jz2*'), built.hub):
            if program.is_file() and os.access(program, os.X_OK) and '.' not in program.name:
                place = pathlib.Path('/usr/local/bin') / program.name
                place.touch()
                run('mount', '--bind', program, place)
        self.log = pathlib.Path('/run/logs')
        self.log.mkdir()
        self._make_accounts()
        self._make_folders()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for program in reversed(self.running.values()):
            program.stop()
        if kind:
            for path in sorted(self.log.iterdir()):
                print(f'--- {path.name}\n{path.read_text(errors="replace")[-3000:]}')

    # As in sysusers.d and tmpfiles.d.

    def _make_accounts(self) -> None:
        users, members = {}, {name: list(groups) for name, groups in PEOPLE.items()}
        groups = {}
        files = [*ROOT.glob('packaging/sysusers.d/*.conf'), *ROOT.glob('packaging/hub/sysusers.d/*.conf')]
        lines = [line.split() for file in files for line in file.read_text().splitlines()]
        for kind, name, *rest in (line for line in lines if line and line[0] in 'ugm'):
            if kind == 'm':
                members.setdefault(name, []).append(rest[0])
                continue
            groups.setdefault(name, FIRST_ID + len(groups))
            if kind == 'u':
                users[name] = groups[name]
        for name in PEOPLE:
            users[name] = groups[name] = FIRST_ID + len(groups)
        texts = {'passwd': '', 'group': ''}
        for name, number in users.items():
            texts['passwd'] += f'{name}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin\n'
        for name, number in groups.items():
            inside = ','.join(user for user, all_ in members.items() if name in all_)
            texts['group'] += f'{name}:x:{number}:{inside}\n'
        for name, text in texts.items():
            ours = re.compile('|'.join(f'{known}:' for known in {**users, **groups}))
            others = [line for line in pathlib.Path(f'/etc/{name}').read_text().splitlines() if not ours.match(line)]
            copy = pathlib.Path(f'/run/{name}')
            copy.write_text('\n'.join(others) + '\n' + text)
            run('mount', '--bind', copy, f'/etc/{name}')

    def _make_folders(self) -> None:
        for file in ROOT.glob('packaging/tmpfiles.d/*.conf'):
            for line in file.read_text().splitlines():
                if line.startswith('d '):
                    _, path, mode, user, group, *_ = line.split()
                    self._make_folder(path, mode, user, group)

    def _make_folder(self, path: str, mode: str, user: str, group: str) -> None:
        pathlib.Path(path).mkdir(parents=True, exist_ok=True)
        os.chown(path, pwd.getpwnam(user).pw_uid, grp.getgrnam(group).gr_gid)
        os.chmod(path, int(mode, 8))

    # As in systemd.socket(5) and systemd.exec(5).

    def listen(self, name: str) -> list[tuple[str, socket.socket]]:
        """Returns the sockets of a unit, each with its name for the service (`LISTEN_FDNAMES`)."""
        if name not in self.sockets:
            unit = Unit(name)
            self.sockets[name] = [
                (unit.value('FileDescriptorName', name), self._socket(unit, place))
                for place in unit.values('ListenStream')
            ]
        return self.sockets[name]

    def _socket(self, unit: Unit, place: str) -> socket.socket:
        if not place.startswith('/'):
            one = socket.create_server(('::', int(place)), family=socket.AF_INET6, dualstack_ipv6=True)
            one.listen(int(unit.value('Backlog', '4096')))
            return one
        one = socket.socket(socket.AF_UNIX)
        one.bind(place)
        user, group = unit.value('SocketUser', 'root'), unit.value('SocketGroup', 'root')
        with contextlib.suppress(KeyError):
            os.chown(place, pwd.getpwnam(user).pw_uid, grp.getgrnam(group).gr_gid)
        os.chmod(place, int(unit.value('SocketMode', '0666'), 8))
        one.listen(4096)
        return one

    def prepare(self, name: str) -> tuple[Unit, pwd.struct_passwd, dict[str, str]]:
        """Creates the folders of a service. Returns its unit, its user, and the variables that name the folders."""
        unit = Unit(f'{name}.service')
        user, said = pwd.getpwnam(unit.value('User')), {}
        for kind, place in (('StateDirectory', '/var/lib'), ('RuntimeDirectory', '/run')):
            folders = [f'{place}/{name}' for name in unit.value(kind).split()]
            for folder in folders:
                self._make_folder(folder, unit.value(f'{kind}Mode', '0755'), user.pw_name, user.pw_name)
            if folders:
                said[re.sub('([a-z])D', r'\1_D', kind).upper()] = ':'.join(folders)
        return unit, user, said

    def start(self, name: str, *options: str, credentials: dict[str, str] | None = None) -> Program:
        """Starts a service with options, and waits until it answers."""
        unit, user, folders = self.prepare(name)
        groups = [user.pw_gid, *(group.gr_gid for group in grp.getgrall() if user.pw_name in group.gr_mem)]
        environment = {'PATH': os.environ['PATH'], 'LANG': 'C.UTF-8', 'TZ': 'UTC', 'SWIFT_BACKTRACE': 'enable=no'}
        environment |= folders
        if credentials:
            environment['CREDENTIALS_DIRECTORY'] = self._keep(credentials, user)
        passed = [one for socket_unit in unit.value('Sockets').split() for one in self.listen(socket_unit)]
        command = pathlib.Path(unit.value('ExecStart').split()[0]).name
        words = [word for word in unit.value('ExecStart').split()[1:] if not word.startswith('$')]
        capable = unit.value('AmbientCapabilities').lower().replace('cap_', '+')
        become = ['setpriv', f'--reuid={user.pw_uid}', f'--regid={user.pw_gid}', '--no-new-privs']
        become += [f'--groups={",".join(map(str, groups))}', f'--bounding-set=-all{"," + capable if capable else ""}']
        become += ['--inh-caps=-all' + (f',{capable}' if capable else ''), f'--ambient-caps={capable or "-all"}']
        words = [*become, f'/usr/local/bin/{command}', *words, *options]
        program = ServiceProgram(words, self.log / f'{name}.log', environment, unit, passed)
        program.start()
        self.running[name] = program
        wait_until(lambda: self._answers(name), 30, f'{name} answers')
        return program

    def _answers(self, name: str) -> bool:
        assert self.running[name].process.poll() is None, f'{name} ended'
        if name == 'jz2d':
            self.trainer('Status')
        elif name == 'jz2-sync':
            self.ask('Services')
        elif name == 'jz2-web':
            self.page('GetPageStatus')
        return True

    def _keep(self, credentials: dict[str, str], user: pwd.struct_passwd) -> str:
        folder = pathlib.Path('/run/credentials')
        folder.mkdir(mode=0o700)
        os.chown(folder, user.pw_uid, user.pw_gid)
        for name, text in credentials.items():
            (folder / name).write_text(text)
            os.chown(folder / name, user.pw_uid, user.pw_gid)
        return str(folder)

    # For attacks.

    def start_all(self, *trainer_options: str) -> None:
        """Starts jz2d on the simulated radio, jz2sync and jz2web."""
        self.start('jz2d', '--radio', 'sim', *trainer_options)
        self.start('jz2-sync', '--trust-clock', '--log-level', 'debug')
        self.start('jz2-web', '--name', HOST)

    def trainer(self, method: str, **parameters) -> dict:
        return call(pathlib.Path('/run/jz2/jz2.sock'), f'{TRAINER}.{method}', **parameters)

    def ask(self, method: str, **parameters) -> dict:
        return call(pathlib.Path('/run/jz2/sync.sock'), f'{SYNC}.{method}', **parameters)

    def page(self, method: str, **parameters) -> dict:
        return call(pathlib.Path('/run/jz2/web.sock'), f'{PAGE}.{method}', **parameters)

    def ctl(self, *words: str, text: str | None = None, **how) -> subprocess.CompletedProcess:
        environment = {'PATH': os.environ['PATH'], 'HOME': '/root', 'LANG': 'C.UTF-8'}
        return run('/usr/local/bin/jz2ctl', *words, text=text, env=environment, **how)

    def ride(self, watts: int = 150, minutes: float = 0.2) -> None:
        """Rides to the end. This needs the option --rate max."""
        self.trainer('Start', watts=watts, minutes=minutes)
        wait_until(lambda: self.trainer('Status')['phase'] == 'idle', 60, 'the ride is over', pause=0.03)


class ServiceProgram(Program):
    """A program with the sockets and the umask of its unit."""

    def __init__(self, command: list[str], log: pathlib.Path, environment: dict, unit: Unit, passed: list):
        super().__init__(command, log, environment)
        self.mask, self.passed = unit.value('UMask', '0022'), passed

    def start(self) -> None:
        numbers = [one.fileno() for _, one in self.passed]
        # The program expects the sockets from descriptor 3 on, where Python may have others.
        spare = [os.dup2(number, 200 + index) for index, number in enumerate(numbers)]
        moves = ' '.join(f'{3 + index}<&{number} {number}<&-' for index, number in enumerate(spare))
        script = f'umask {self.mask}; ulimit -c 0; ' + (f'exec {moves}; ' if moves else '')
        if self.passed:
            names = ':'.join(name for name, _ in self.passed)
            script += f'export LISTEN_PID=$$ LISTEN_FDS={len(numbers)} LISTEN_FDNAMES={names}; '
        with self.log.open('ab') as log:
            self.process = subprocess.Popen(
                ['bash', '-c', f'{script}exec "$@"', 'service', *self.command],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, pass_fds=spare,
            )  # fmt: skip
        for number in spare:
            os.close(number)
        self.starts += 1

    def peak(self) -> int:
        """Returns the maximum of resident memory so far, in kB."""
        return int(re.search(r'VmHWM:\s+(\d+)', pathlib.Path(f'/proc/{self.pid}/status').read_text())[1])


@contextlib.contextmanager
def acting_as(name: str):
    """Makes system calls in the block as an account with its groups."""
    user = pwd.getpwnam(name)
    before = os.getgroups()
    os.setgroups([group.gr_gid for group in grp.getgrall() if name in group.gr_mem])
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)


def as_process_of(name: str, work) -> int:
    """Runs `work` in a process of an account. Returns the process ID."""
    child = os.fork()
    if child:
        return child
    try:
        user = pwd.getpwnam(name)
        os.initgroups(name, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        work()
    finally:
        os._exit(0)
