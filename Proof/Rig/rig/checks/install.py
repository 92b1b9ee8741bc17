"""Checks that the packages install without a network, add their files, and that a purge keeps the rides."""

from rig.evidence import Evidence

FILES = [
    '/usr/bin/jz2d',
    '/usr/bin/jz2ctl',
    '/usr/lib/systemd/system/jz2d.service',
    '/usr/lib/systemd/system/jz2d.socket',
    '/usr/lib/systemd/system/jz2d-library.socket',
    '/usr/lib/systemd/system/jz2d-ride.socket',
    '/usr/lib/systemd/system/jz2d-look.socket',
    '/usr/lib/systemd/system/jz2d-store-sync.socket',
    '/usr/lib/systemd/system/jz2d-trainers.socket',
    '/usr/lib/udev/rules.d/60-jz2.rules',
    '/usr/lib/sysusers.d/jz2.conf',
    '/usr/lib/tmpfiles.d/jz2.conf',
    '/usr/share/man/man8/jz2d.8.gz',
    '/usr/share/man/man1/jz2ctl.1.gz',
    '/usr/share/bash-completion/completions/jz2ctl',
    '/usr/share/zsh/vendor-completions/_jz2ctl',
    '/usr/share/fish/vendor_completions.d/jz2ctl.fish',
    '/usr/share/varlink/org.justzone2.Trainer.varlink',
    '/usr/share/doc/jz2/README.md.gz',
    '/usr/share/doc/jz2/copyright',
]
SYNC_FILES = [
    '/usr/bin/jz2sync',
    '/etc/default/jz2-sync',
    '/etc/jz2/sync.conf',
    '/usr/lib/systemd/system/jz2-sync.service',
    '/usr/lib/systemd/system/jz2-sync.socket',
    '/usr/lib/systemd/system/jz2-sync-library.socket',
    '/usr/lib/sysusers.d/jz2-sync.conf',
    '/usr/share/man/man8/jz2sync.8.gz',
    '/usr/share/bash-completion/completions/jz2sync',
    '/usr/share/zsh/vendor-completions/_jz2sync',
    '/usr/share/fish/vendor_completions.d/jz2sync.fish',
    '/usr/share/varlink/org.justzone2.Sync.varlink',
    '/usr/share/doc/jz2-sync/copyright',
]
CUE_FILES = [
    '/usr/bin/jz2cue',
    '/etc/default/jz2-cue',
    '/etc/jz2/cue.conf',
    '/usr/lib/systemd/system/jz2-cue.service',
    '/usr/lib/sysusers.d/jz2-cue.conf',
    '/usr/share/man/man8/jz2cue.8.gz',
    '/usr/share/bash-completion/completions/jz2cue',
    '/usr/share/zsh/vendor-completions/_jz2cue',
    '/usr/share/fish/vendor_completions.d/jz2cue.fish',
    '/usr/share/doc/jz2-cue/copyright',
]
WEB_FILES = [
    '/usr/bin/jz2web',
    '/etc/default/jz2-web',
    '/usr/lib/systemd/system/jz2-web.service',
    '/usr/lib/systemd/system/jz2-web.socket',
    '/usr/lib/systemd/system/jz2-web-tls.service',
    '/usr/lib/systemd/system/jz2-web-tls.socket',
    '/usr/lib/systemd/system/jz2-web-certificate.service',
    '/usr/lib/systemd/system/jz2-web-certificate.timer',
    '/usr/lib/sysusers.d/jz2-web.conf',
    '/usr/share/jz2-web/jz2.service',
    '/usr/share/jz2-web/page.nft',
    '/usr/share/jz2-web/stunnel.conf',
    '/usr/share/man/man8/jz2web.8.gz',
    '/usr/share/bash-completion/completions/jz2web',
    '/usr/share/zsh/vendor-completions/_jz2web',
    '/usr/share/fish/vendor_completions.d/jz2web.fish',
    '/usr/share/varlink/org.justzone2.Page.varlink',
    '/usr/share/doc/jz2-web/copyright',
]
BRIDGE_FILES = [
    '/usr/bin/jz2bridge',
    '/etc/default/jz2-bridge',
    '/usr/lib/systemd/system/jz2-bridge.service',
    '/usr/lib/systemd/system/jz2-bridge.socket',
    '/usr/lib/sysusers.d/jz2-bridge.conf',
    '/usr/share/man/man8/jz2bridge.8.gz',
    '/usr/share/bash-completion/completions/jz2bridge',
    '/usr/share/zsh/vendor-completions/_jz2bridge',
    '/usr/share/fish/vendor_completions.d/jz2bridge.fish',
    '/usr/share/doc/jz2-bridge/copyright',
]
RIDE = '/var/lib/jz2/rides/kept.tcx'


def said(evidence, what):
    return next(n['text'] for n in evidence.notes if n['event'] == 'said' and n['of'] == what).split()


def installed(report, evidence):
    report.check(evidence.exit_code == 0, 'the scenario ran to its end', f'exit {evidence.exit_code}')
    files = (evidence.folder / 'files').read_text().split()
    missing = [path for path in FILES if path not in files]
    report.check(not missing, 'the package contains all its files', missing)
    report.check(
        said(evidence, 'version') and said(evidence, 'version') == said(evidence, 'daemon'),
        'both programs run',
        said(evidence, 'version'),
    )
    account = ' '.join(said(evidence, 'account'))
    report.check(
        account.startswith('jz2:') and account.endswith('/nologin'), 'the account exists without a login', account
    )
    folders = said(evidence, 'folders')
    report.check(folders == ['/run/jz2', 'root', 'root', '755'], "the sockets' directory is root's", folders)
    enabled = {
        './multi-user.target.wants/jz2d.service',
        './bluetooth.target.wants/jz2d.service',
        './sockets.target.wants/jz2d.socket',
        './sockets.target.wants/jz2d-library.socket',
        './sockets.target.wants/jz2d-ride.socket',
        './sockets.target.wants/jz2d-look.socket',
        './sockets.target.wants/jz2d-store-sync.socket',
        './sockets.target.wants/jz2d-trainers.socket',
    }
    report.check(set(said(evidence, 'enabled')) == enabled, 'service and socket are enabled', said(evidence, 'enabled'))
    report.check(not said(evidence, 'units'), 'the units are sound', said(evidence, 'units'))


def sync_beside(report, evidence):
    files = (evidence.folder / 'files-sync').read_text().split()
    missing = [path for path in SYNC_FILES if path not in files]
    report.check(not missing, 'jz2-sync contains all its files', missing)
    shared = sorted(path for path in FILES if path in files)
    report.check(not shared, 'and no file of jz2', shared)
    report.check(said(evidence, 'sync') == said(evidence, 'version'), 'jz2sync runs', said(evidence, 'sync'))
    account = ' '.join(said(evidence, 'sync-account'))
    report.check(
        account.startswith('jz2-sync:') and account.endswith('/nologin'), 'its account exists without a login', account
    )
    groups = said(evidence, 'sync-groups')
    report.check(groups == ['jz2-sync'], "and is in the group of jz2d's socket, and in no other", groups)
    enabled = {
        './multi-user.target.wants/jz2-sync.service',
        './sockets.target.wants/jz2-sync.socket',
        './sockets.target.wants/jz2-sync-library.socket',
    }
    report.check(
        set(said(evidence, 'sync-enabled')) == enabled, 'service and socket are enabled', said(evidence, 'sync-enabled')
    )
    report.check(not said(evidence, 'sync-units'), 'the units are sound', said(evidence, 'sync-units'))
    kept = said(evidence, 'sync-removed')
    report.check(kept == ['intervals-key'], 'removing keeps the secrets', kept)
    left = said(evidence, 'sync-purged')
    report.check(not left, 'purging removes them, the settings and the account', left)
    report.check(said(evidence, 'sync-group'), "the group of jz2d's socket stays", said(evidence, 'sync-group'))
    report.check(
        said(evidence, 'version-left') == said(evidence, 'version'), 'jz2 stays', said(evidence, 'version-left')
    )


def cue_beside(report, evidence):
    files = (evidence.folder / 'files-cue').read_text().split()
    missing = [path for path in CUE_FILES if path not in files]
    report.check(not missing, 'jz2-cue contains all its files', missing)
    shared = sorted(path for path in FILES + SYNC_FILES if path in files)
    report.check(not shared, 'and no file of the others', shared)
    report.check(said(evidence, 'cue') == said(evidence, 'version'), 'jz2cue runs', said(evidence, 'cue'))
    checked = ' '.join(said(evidence, 'cue-check'))
    report.check(
        checked == 'No device is named. Beeps: off. Speech: off.', 'it uses no device, and plays no sound', checked
    )
    account = ' '.join(said(evidence, 'cue-account'))
    report.check(
        account.startswith('jz2-cue:') and account.endswith('/nologin'), 'its account exists without a login', account
    )
    groups = sorted(said(evidence, 'cue-groups'))
    report.check(groups == ['audio', 'input', 'jz2-cue', 'jz2-ride'], 'and is in the groups that it needs', groups)
    enabled = said(evidence, 'cue-enabled')
    report.check(enabled == ['./multi-user.target.wants/jz2-cue.service'], 'the service is enabled', enabled)
    report.check(not said(evidence, 'cue-units'), 'the unit is sound', said(evidence, 'cue-units'))
    left = said(evidence, 'cue-purged')
    report.check(not left, 'purging removes the settings and the account', left)


def web_beside(report, evidence):
    files = (evidence.folder / 'files-web').read_text().split()
    missing = [path for path in WEB_FILES if path not in files]
    report.check(not missing, 'jz2-web contains all its files', missing)
    shared = sorted(path for path in FILES + SYNC_FILES + CUE_FILES if path in files)
    report.check(not shared, 'and no file of the others', shared)
    report.check(said(evidence, 'web') == said(evidence, 'version'), 'jz2web runs', said(evidence, 'web'))
    account = ' '.join(said(evidence, 'web-account'))
    report.check(
        account.startswith('jz2-web:') and account.endswith('/nologin'), 'its account exists without a login', account
    )
    groups = sorted(said(evidence, 'web-groups'))
    report.check(groups == ['jz2-library', 'jz2-web'], "and is in the group of jz2d's socket", groups)
    report.check(not said(evidence, 'web-enabled'), 'no unit is enabled', said(evidence, 'web-enabled'))
    report.check(not said(evidence, 'web-units'), 'the units are sound', said(evidence, 'web-units'))
    # The note has spaces in place of the JSON's quotes.
    off = said(evidence, 'web-off')
    report.check(off == ['{', 'on', ':false}'], 'jz2ctl reports that the page is off', off)
    left = said(evidence, 'web-purged')
    report.check(not left, 'purging removes the phones, the announcement and the account', left)


def bridge_beside(report, evidence):
    files = (evidence.folder / 'files-bridge').read_text().split()
    missing = [path for path in BRIDGE_FILES if path not in files]
    report.check(not missing, 'jz2-bridge contains all its files', missing)
    shared = sorted(path for path in FILES + SYNC_FILES + CUE_FILES + WEB_FILES if path in files)
    report.check(not shared, 'and no file of the others', shared)
    report.check(said(evidence, 'bridge') == said(evidence, 'version'), 'jz2bridge runs', said(evidence, 'bridge'))
    account = ' '.join(said(evidence, 'bridge-account'))
    report.check(
        account.startswith('jz2-bridge:') and account.endswith('/nologin'),
        'its account exists without a login',
        account,
    )
    groups = sorted(said(evidence, 'bridge-groups'))
    report.check(groups == ['jz2-bridge', 'jz2-ride'], "and is in the group of jz2d's socket", groups)
    report.check(not said(evidence, 'bridge-enabled'), 'no unit is enabled', said(evidence, 'bridge-enabled'))
    report.check(not said(evidence, 'bridge-units'), 'the units are sound', said(evidence, 'bridge-units'))
    left = said(evidence, 'bridge-purged')
    report.check(not left, 'purging removes the settings and the account', left)


def purged(report, evidence):
    kept = said(evidence, 'removed')
    report.check(kept[4:] == [RIDE, 'jz2', 'jz2', '640'], 'removing does not touch the rides', kept)
    kept = said(evidence, 'purged')
    report.check(
        kept == ['/var/lib/jz2', 'root', 'root', '700', RIDE, 'root', 'root', '640'],
        'purging keeps them, readable only by root',
        kept,
    )
    report.check(not said(evidence, 'remaining'), 'and removes everything else', said(evidence, 'remaining'))


def check(report, folder):
    report.run(installed, sync_beside, cue_beside, web_beside, bridge_beside, purged, given=[Evidence(folder)])
