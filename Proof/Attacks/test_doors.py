#!/usr/bin/env python3
"""Tests of the comparison of the table of doors with the sources."""

import pathlib
import shutil
import tempfile
import unittest

import doors

COMPARED = (
    'systemd',
    'packaging/stunnel',
    'packaging/hub/systemd',
    'Hub/Sources',
    'Sources/ControlWire',
    'Sources/PageKit',
    'Sources/CPage',
)


class DoorsTest(unittest.TestCase):
    """Each test changes a copy of the sources."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for folder in COMPARED:
            shutil.copytree(doors.ROOT / folder, self.root / folder)
        for file, _ in doors.table().rows['elsewhere'].values():
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(doors.ROOT / file, self.root / file)

    def said(self, rows: doors.Table | None = None) -> str:
        return '\n'.join(doors.complaints(self.root, rows or doors.table(), doors.played()))

    def change(self, path: str, old: str, new: str) -> str:
        text = (self.root / path).read_text()
        self.assertIn(old, text, path)
        (self.root / path).write_text(text.replace(old, new, 1))
        return self.said()

    def test_the_table_is_that_of_the_sources(self):
        self.assertEqual(self.said(), '')

    def test_a_new_door_needs_a_line(self):
        look, wire = 'systemd/jz2d-look.socket', 'Sources/ControlWire/org.justzone2.Page.varlink'
        page, hub = 'Sources/PageKit/HTTP/PageSite.swift', 'Hub/Sources/HubServer'
        for path, place, added, door in (
            (look, 'SocketMode=', 'ListenStream=/run/jz2/new.sock\n', '/run/jz2/new.sock'),
            (look, 'SocketMode=', 'ListenStream=8499\n', '8499'),
            ('systemd/jz2-web.service', 'SocketBindDeny=', 'SocketBindAllow=udp:5353\n', 'udp:5353'),
            ('packaging/stunnel/stunnel.conf', 'accept =', 'accept = 443\n', '443'),
            (wire, 'method Phones(', 'method New() -> ()\n', 'Page.New'),
            (page, 'case (false, "/api/words")', 'case (false, "/api/new"): x\n', 'GET /api/new'),
            (page, 'guard request.path', 'if request.path == "/api/hidden" {}\n', '? /api/hidden'),
            ('Sources/PageKit/Calls/OfferedCalls.swift', 'Start.self', 'Backup.self, ', 'call Backup'),
            ('Sources/CPage/CPage.c', '#embed "page/app.js"', '#embed "page/new.js"\n', 'file new.js'),
            (f'{hub}/openapi.json', '"/healthz": {', '"/new": {"get": {}}, ', 'hub GET /new'),
            (f'{hub}/Routes/HealthRoutes.swift', 'routes.at("/healthz"', 'routes.at("/new2", x)\n', '/new2'),
            (f'{hub}/Wall/WallRoutes.swift', '("/wall.js"', '("/new3.js", "x", y),\n', '/new3.js'),
        ):
            with self.subTest(door):
                kept = (self.root / path).read_text()
                found = [line for line in self.change(path, place, added + place).splitlines() if 'no line' in line]
                self.assertTrue(any(door in line for line in found), found)
                (self.root / path).write_text(kept)

    def test_a_line_needs_a_door(self):
        said = self.change('Sources/ControlWire/org.justzone2.Page.varlink', 'method Phones(', 'type Phones (')
        self.assertIn('call org.justzone2.Page.Phones: the table has it, the sources do not', said)

    def test_a_socket_that_is_opened_to_others_is_another_door(self):
        said = self.change('systemd/jz2d.socket', 'SocketMode=0660', 'SocketMode=0666')
        self.assertIn('socket /run/jz2/jz2.sock of jz2 with mode 0666: no line', said)
        said = self.change('systemd/jz2-sync.socket', 'SocketGroup=jz2', 'SocketGroup=jz2-library')
        self.assertIn('socket /run/jz2/sync.sock of jz2-library: no line', said)

    def test_a_line_needs_an_attack_that_is_played(self):
        text = (doors.FOLDER / 'doors.toml').read_text()
        for old, new, complaint in (
            ('"networks"', '"network"', 'there is no attack network'),
            ('attacks = ["handshake"]', 'attacks = []', 'no attack knocks on it'),
            ('"rebinding", "brute-force"', '"rebinding"', 'brute-force: no door has this attack'),
            ('at most five times', 'at most six times', 'does not say: a code can be guessed at most six'),
            ('routes = ["POST /api/import/ride"', 'routes = ["GET /api/page", "POST /api/import/ride"', 'two lines'),
        ):  # fmt: skip
            with self.subTest(complaint):
                self.assertIn(old, text)
                self.assertIn(complaint, self.said(doors.Table(text.replace(old, new, 1))))


if __name__ == '__main__':
    unittest.main()
