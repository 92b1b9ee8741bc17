"""What the tests share: small packages, keys, and a repository served on this computer's loopback."""

import functools
import http.server
import pathlib
import shutil
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / 'packaging' / 'repository' / 'build.sh'
DAY = 24 * 3600
# Without the proxies of this computer, and without its language.
ENVIRONMENT = {'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL': 'C.UTF-8'}


def run(*words, check=True, text=True, **how):
    """Runs a command, and returns it with all of its output in `stdout`."""
    done = subprocess.run(
        [str(word) for word in words], check=False, text=text, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **{'env': ENVIRONMENT, 'stdin': subprocess.DEVNULL, **how},
    )  # fmt: skip
    assert not check or done.returncode == 0, f'{words}: {done.returncode}\n{done.stdout}'
    return done


def architecture():
    return run('dpkg', '--print-architecture').stdout.strip()


class Key:
    """A signing key in its own folder. It can be created, and can sign, a number of days ago."""

    def __init__(self, home, days_ago=0, expires='never', passphrase=''):
        home.mkdir(mode=0o700)
        self.home, self.secret = home, home / 'secret.asc'
        self.gpg('--passphrase', passphrase, '--quick-generate-key', 'test', 'ed25519', 'sign', expires, ago=days_ago)
        self.secret.touch(mode=0o600)
        loopback = ('--pinentry-mode', 'loopback', '--passphrase', passphrase)
        self.secret.write_text(self.gpg(*loopback, '--armor', '--export-secret-keys').stdout)
        self.public = self.gpg('--armor', '--export').stdout

    def gpg(self, *words, ago=0):
        clock = ('--faked-system-time', f'{int(time.time() - ago * DAY)}!') if ago else ()
        return run('gpg', '--homedir', self.home, '--batch', '--no-tty', '--quiet', *clock, *words)

    def sign(self, tree, *words, ago=0):
        """Signs every suite of a tree again."""
        for release in tree.glob('dists/*/Release'):
            for name, how in (('InRelease', '--clearsign'), ('Release.gpg', '--detach-sign')):
                (release.parent / name).unlink(missing_ok=True)
                self.gpg('--armor', *words, '--output', release.parent / name, how, release, ago=ago)

    def close(self):
        run('gpgconf', '--homedir', self.home, '--kill', 'all')


def package(folder, name, version, of=None, depends='', scripts=None, files=None):
    """Builds a package of a few files; returns its path. `scripts` are those of its maintainer."""
    of = of or architecture()
    staged = folder / 'staged'
    control = staged / 'DEBIAN'
    control.mkdir(parents=True)
    fields = {'Package': name, 'Version': version, 'Architecture': of, 'Maintainer': 'Nobody <nobody@test.invalid>'}
    fields |= {'Section': 'utils', 'Priority': 'optional', 'Depends': depends, 'Description': 'a test'}
    (control / 'control').write_text(''.join(f'{key}: {value}\n' for key, value in fields.items() if value))
    for path, text in (files or {}).items():
        (staged / path).parent.mkdir(parents=True, exist_ok=True)
        (staged / path).write_text(text)
        (staged / path).chmod(0o755 if '/bin/' in path else 0o644)
    (control / 'conffiles').write_text(''.join(f'/{path}\n' for path in files or {} if path.startswith('etc/')))
    for script, text in (scripts or {}).items():
        (control / script).write_text(f'#!/bin/sh\nset -e\n{text}\n')
        (control / script).chmod(0o755)
    path = folder / f'{name}_{version}_{of}.deb'
    run('dpkg-deb', '--root-owner-group', '-Zgzip', '--build', staged, path)
    shutil.rmtree(staged)
    return path


def build(tree, key, url, *folders, check=True, **settings):
    """Runs build.sh."""
    variables = {**ENVIRONMENT, 'REPOSITORY_URL': url, 'JZ2_SIGNING_KEY': str(key and key.secret), **settings}
    return run(BUILD, tree, *folders, check=check, env=variables)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server:
    """Serves a folder, at a free port of 127.0.0.1. The folder may be replaced while it runs."""

    def __init__(self, folder):
        handler = functools.partial(Handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
        self.url = f'http://127.0.0.1:{self.server.server_port}'
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Apt:
    """An apt with its own lists, sources and keys."""

    def __init__(self, folder, url, public_key):
        self.folder = folder
        for path in ('lists/partial', 'cache/archives/partial', 'got'):
            (folder / path).mkdir(parents=True)
        (folder / 'status').touch()
        (folder / 'key.asc').write_text(public_key)
        (folder / 'sources.list').write_text(f'deb [signed-by={folder}/key.asc] {url} trixie main\n')
        (folder / 'apt.conf').write_text(f"""Dir::State "{folder}"; Dir::State::status "{folder}/status";
Dir::State::lists "{folder}/lists"; Dir::Cache "{folder}/cache"; Dir::Etc::SourceList "{folder}/sources.list";
Dir::Etc::SourceParts "/dev/null"; Dir::Etc::Parts "/dev/null"; Dir::Etc::TrustedParts "/dev/null";
APT::Sandbox::User ""; Acquire::Retries "0";
""")

    def __call__(self, *words):
        return run('apt-get', *words, check=False, cwd=self.folder / 'got',
                   env={**ENVIRONMENT, 'APT_CONFIG': str(self.folder / 'apt.conf')})  # fmt: skip

    def update(self):
        return self('-q', 'update', '--error-on=any')

    def download(self, name):
        return self('-q', 'download', name)
