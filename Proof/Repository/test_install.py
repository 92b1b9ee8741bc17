#!/usr/bin/env python3
"""Tests install.sh on a copy of this computer's system: what it installs, keeps, removes and refuses.

The copy is an overlay that exists only in the mount namespace of this script. Its only source of packages is the
repository of the tests. It needs root.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from published import ENVIRONMENT, Key, Server, architecture, build, package, run

APART = ('unshare', '--mount', '--pid', '--fork', '--kill-child')
OS_RELEASE = 'PRETTY_NAME="{} ({})"\nID={}\nVERSION_CODENAME={}\n'
TRIXIE = OS_RELEASE.format('Debian GNU/Linux 13', 'trixie', 'debian', 'trixie')
# A client that writes its user, the user's groups and its arguments to /run/calls. Its doctor finds a problem; its
# other verbs fail if the file /run/VERB-fails exists.
CLIENT = '#!/bin/sh\necho "$(id -un): $(id -Gn): $*" >> /run/calls\n[ "$1" != doctor ] && [ ! -e "/run/$1-fails" ]\n'
SOURCE, SIGNER = 'etc/apt/sources.list.d/jz2.sources', 'etc/apt/keyrings/jz2.asc'


class Computer:
    """A copy of this computer's system, as Debian 13 with systemd, without jz2, and with a user `rider`."""

    def __init__(self, folder):
        self.root = folder / 'root'
        run('mount', '-t', 'tmpfs', 'tmpfs', folder)
        for name in ('upper', 'work', 'root'):
            (folder / name).mkdir()
        layers = f'lowerdir=/,upperdir={folder}/upper,workdir={folder}/work'
        run('mount', '-t', 'overlay', '-o', layers, 'overlay', self.root)
        for name, kind in (('proc', 'proc'), ('run', 'tmpfs'), ('tmp', 'tmpfs')):
            run('mount', '-t', kind, kind, self.root / name)
        run('mount', '--rbind', '/dev', self.root / 'dev')
        self(
            'sh',
            '-c',
            'dpkg --purge jz2 jz2-web jz2-sync jz2-cue jz2-bridge; groupdel jz2; userdel rider; useradd -M rider',
        )
        self('sh', '-c', 'rm -rf /etc/apt/* /var/lib/apt/lists/* /etc/os-release /var/lib/jz2')
        self('mkdir', '-p', '/etc/apt/sources.list.d', '/run/systemd/system')
        self.write('etc/os-release', TRIXIE)
        self.write('run/calls', '', 0o666)

    def __call__(self, *words, check=True, path='', **variables):
        environment = {**ENVIRONMENT, 'PATH': f'{path}{ENVIRONMENT["PATH"]}', **variables}
        return run('chroot', self.root, *words, check=check, env=environment)

    def write(self, path, text, mode=0o644):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)
        (self.root / path).chmod(mode)

    def read(self, path):
        return (self.root / path).read_text()

    def exists(self, path):
        return (self.root / path).exists()

    def versions(self):
        """The versions of the installed packages of jz2, by name."""
        how = '${Package} ${Version} ${db:Status-Status}\n'
        lines = [line.split() for line in self('dpkg-query', '-W', '-f', how, 'jz2*', check=False).stdout.splitlines()]
        return {name: version for name, version, *_ in (line for line in lines if line[-1:] == ['installed'])}

    def calls(self):
        """The calls of jz2ctl since the last question."""
        lines = self.read('run/calls').splitlines()
        self.write('run/calls', '', 0o666)
        return lines


class Offered(unittest.TestCase):
    """A repository, served on the loopback."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.key = Key(cls.scratch / 'key')
        cls.addClassCleanup(cls.key.close)
        cls.tree = cls.scratch / 'tree'
        cls.tree.mkdir()
        cls.server = Server(cls.tree)
        cls.addClassCleanup(cls.server.close)
        cls.publish('1.0')

    @classmethod
    def publish(cls, version):
        with tempfile.TemporaryDirectory() as folder:
            debs = pathlib.Path(folder)
            add_group = 'getent group jz2 > /dev/null || groupadd jz2; mkdir -p /var/lib/jz2'
            # As debian/jz2.postinst.
            steps = '[ -n "${JZ2_INSTALLER:-}" ] || echo "The next steps"'
            files = {'usr/bin/jz2ctl': CLIENT, 'etc/jz2/example.conf': f'# {version}\n'}
            package(debs, 'jz2', version, scripts={'postinst': f'{add_group}\n{steps}'}, files=files)
            package(debs, 'jz2-web', version, depends=f'jz2 (= {version})')
            build(cls.tree, cls.key, cls.server.url, debs)

    @classmethod
    def start_computer(cls, clean_up):
        folder = cls.scratch / 'computer'
        folder.mkdir(exist_ok=True)
        computer = Computer(folder)
        clean_up(run, 'umount', '--recursive', folder)
        return computer

    def script(self, *options, check=True, user='rider', **how):
        """Runs install.sh as `curl | sudo sh` does."""
        self.computer.write('tmp/install.sh', (self.tree / 'install.sh').read_text())
        command = ('sh', '-c', 'cat /tmp/install.sh | sh -s -- "$@"', 'sh', *options)
        return self.computer(*command, check=check, SUDO_USER=user, **how)

    def assert_untouched(self):
        self.assertFalse(self.computer.exists(SOURCE))
        self.assertFalse(self.computer.exists(SIGNER))
        self.assertEqual(self.computer.versions(), {})


class InstallTests(Offered):
    def setUp(self):
        self.publish('1.0')
        self.computer = self.start_computer(self.addCleanup)

    def test_it_installs_jz2_and_adds_the_rider(self):
        output = self.script().stdout
        self.assertEqual(self.computer.versions(), {'jz2': '1.0'})
        self.assertEqual(self.computer.calls(), ['rider: rider jz2: doctor'])
        self.assertEqual(self.computer.read(SIGNER), (self.tree / 'jz2.asc').read_text())
        source = self.computer.read(SOURCE)
        self.assertIn(f'\nSuites: trixie\nComponents: main\nArchitectures: {architecture()}\n', source)
        self.assertNotIn('The next steps', output)
        self.assertTrue(output.endswith('\nNext: wake the trainer, then run: jz2ctl start 150 60\n'), output)

    def test_a_strict_umask_does_not_hide_the_key_from_apt(self):
        self.computer.write('tmp/install.sh', (self.tree / 'install.sh').read_text())
        self.computer('sh', '-c', 'umask 077 && sh /tmp/install.sh')
        for path in (SOURCE, SIGNER):
            self.assertEqual((self.computer.root / path).stat().st_mode & 0o777, 0o644)

    def test_it_can_be_run_again(self):
        self.script()
        before = self.computer.read(SOURCE)
        self.script()
        self.assertEqual(self.computer.versions(), {'jz2': '1.0'})
        self.assertEqual(self.computer.read(SOURCE), before)
        self.assertEqual(self.computer.read('etc/group').count('\njz2:'), 1)

    def test_page_also_installs_the_page_and_switches_it_on(self):
        self.script('--page')
        self.assertEqual(self.computer.versions(), {'jz2': '1.0', 'jz2-web': '1.0'})
        self.assertEqual(self.computer.calls(), ['root: root: page on', 'rider: rider jz2: doctor'])

    def test_a_page_that_cannot_be_switched_on_fails_after_the_rider_is_added(self):
        self.computer.write('run/page-fails', '')
        self.assertEqual(self.script('--page', check=False).returncode, 1)
        self.assertRegex(self.computer.read('etc/group'), '(?m)^jz2:.*:rider$')

    def test_a_later_run_upgrades_all_packages_and_keeps_settings(self):
        self.script('--page')
        self.computer.write('etc/jz2/example.conf', '# mine\n')
        self.publish('2.0')
        self.script()
        self.assertEqual(self.computer.versions(), {'jz2': '2.0', 'jz2-web': '2.0'})
        self.assertEqual(self.computer.read('etc/jz2/example.conf'), '# mine\n')

    def test_apt_upgrade_upgrades_all_packages(self):
        self.script('--page')
        self.publish('2.0')
        self.computer('apt-get', 'update', '--error-on=any')
        self.computer('apt-get', '-y', 'upgrade')
        self.assertEqual(self.computer.versions(), {'jz2': '2.0', 'jz2-web': '2.0'})

    def test_root_without_sudo_reads_how_to_add_a_rider(self):
        output = self.script(user='').stdout
        self.assertIn('usermod -aG jz2 USER', output)
        self.assertEqual(self.computer.calls(), ['root: root: doctor'])

    def test_uninstall_keeps_rides_and_can_be_run_again(self):
        self.script('--page')
        self.computer.write('var/lib/jz2/rides', 'a ride')
        for _ in range(2):
            output = self.script('--uninstall').stdout
            self.assertIn('Your rides are still in /var/lib/jz2.', output)
            self.assert_untouched()
            self.assertEqual(self.computer.read('var/lib/jz2/rides'), 'a ride')
        self.computer('apt-get', 'update', '--error-on=any')

    def test_a_changed_package_is_not_installed(self):
        (path,) = self.tree.glob('pool/**/jz2_*.deb')
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        done = self.script(check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn('Hash Sum mismatch', done.stdout)
        self.assertIn('install.sh: apt-get failed. Fix what it reports above', done.stdout)
        self.assertEqual(self.computer.versions(), {})
        self.assertEqual(self.computer.calls(), [])

    def test_another_key_stops_it(self):
        self.script()
        self.publish('2.0')
        other = Key(self.scratch / 'other')
        self.addCleanup(other.close)
        other.sign(self.tree)
        self.assertEqual(self.script(check=False).returncode, 1)
        self.assertEqual(self.computer.versions(), {'jz2': '1.0'})


class RefusalTests(Offered):
    """All on one computer, which no refusal changes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.computer = cls.start_computer(cls.addClassCleanup)

    def assert_refused(self, sentence, *options, **how):
        done = self.script(*options, check=False, **how)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(sentence, done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)
        self.assert_untouched()

    def test_an_incomplete_download_runs_nothing(self):
        text = (self.tree / 'install.sh').read_text().rstrip()
        ends = [n for n, letter in enumerate(text) if letter == '\n'] + list(range(len(text) - 20, len(text)))
        for end in ends:
            self.computer.write('tmp/install.sh', text[:end])
            self.computer('sh', '/tmp/install.sh', check=False)
            self.assert_untouched()

    def test_systems_that_it_refuses(self):
        raspbian = OS_RELEASE.format('Raspbian GNU/Linux 13', 'trixie', 'raspbian', 'trixie')
        old = OS_RELEASE.format('Debian GNU/Linux 12', 'bookworm', 'debian', 'bookworm')
        older = OS_RELEASE.format('Debian GNU/Linux 11', 'bullseye', 'debian', 'bullseye')
        ubuntu = OS_RELEASE.format('Ubuntu 24.04', 'noble', 'ubuntu', 'noble')
        for of, system, sentence in (
            ('armhf', raspbian, 'needs a 64-bit system, such as Raspberry Pi OS Lite (64-bit). This one is armhf'),
            ('i386', TRIXIE, 'needs a 64-bit system'),
            ('arm64', old, 'needs Raspberry Pi OS of October 2025 or later, or Debian 13. This is Debian GNU/Linux 12'),
            ('arm64', ubuntu, 'This is Ubuntu 24.04'),
            ('amd64', older, 'needs Debian 12 or 13. This is Debian GNU/Linux 11'),
            ('amd64', 'PRETTY_NAME=Testing\n', 'needs Debian 12 or 13. This is Testing'),
        ):
            self.computer.write('opt/bin/dpkg', f'#!/bin/sh\necho {of}\n', 0o755)
            self.computer.write('etc/os-release', system)
            self.addCleanup(self.computer.write, 'etc/os-release', TRIXIE)
            with self.subTest(of=of, system=system):
                self.assert_refused(sentence, path='/opt/bin:')

    def test_a_system_without_systemd_is_refused(self):
        self.computer('rmdir', '/run/systemd/system')
        self.addCleanup(self.computer, 'mkdir', '/run/systemd/system')
        self.assert_refused('needs systemd')

    def test_a_system_without_apt_is_refused(self):
        self.computer('mv', '/usr/bin/apt-get', '/opt')
        self.addCleanup(self.computer, 'mv', '/opt/apt-get', '/usr/bin')
        self.assert_refused('has no apt')

    def test_a_user_who_is_not_root_is_refused(self):
        self.computer.write('tmp/install.sh', (self.tree / 'install.sh').read_text())
        done = self.computer('runuser', '-u', 'rider', '--', 'sh', '/tmp/install.sh', check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f'This needs root. Run: curl -fsSL {self.server.url}/install.sh | sudo sh', done.stdout)
        self.assert_untouched()

    def test_an_unknown_option_changes_nothing(self):
        for options in (('--pages',), ('--page', '--uninstall')):
            done = self.script(*options, check=False)
            self.assertEqual(done.returncode, 64)
            self.assertIn('--uninstall ', done.stdout)
            self.assert_untouched()
        self.assertEqual(self.script('--help').returncode, 0)
        self.assert_untouched()


if __name__ == '__main__':
    if 'APART' not in os.environ:
        if subprocess.run([*APART, 'true'], check=False, capture_output=True).returncode:
            print('LEFT OUT install.sh: it needs root and namespaces, which are missing here')
            sys.exit()
        command = [*APART, sys.executable, '-B', *sys.argv]
        sys.exit(subprocess.run(command, env={**os.environ, 'APART': '1'}, check=False).returncode)
    unittest.main()
