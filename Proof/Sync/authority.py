"""A certificate authority for the tests, created by openssl in a folder."""

import pathlib
import ssl
import subprocess

CONFIG = """\
[ca]
default_ca = own
[own]
new_certs_dir = .
database = {authority}.index
serial = {authority}.serial
default_md = sha256
policy = anything
x509_extensions = server
unique_subject = no
copy_extensions = none
[anything]
commonName = supplied
[req]
prompt = no
distinguished_name = name
[name]
CN = {authority}
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
subjectAltName = {names}
extendedKeyUsage = serverAuth
authorityKeyIdentifier = keyid
"""
PAST = ('20200101000000Z', '20200201000000Z')
PRESENT = ('20200101000000Z', '20990101000000Z')


class Authority:
    """Signs certificates for servers. A client with the file `certificate` trusts them."""

    def __init__(self, folder: pathlib.Path, name: str = 'authority'):
        self.folder, self.name = folder, name
        self.certificate = folder / f'{name}.pem'
        (folder / f'{name}.index').touch()
        (folder / f'{name}.serial').write_text('01\n')
        self._key(name)
        config = self._config('DNS:unused')
        arguments = ['req', '-new', '-x509', '-config', config, '-extensions', 'authority', '-key', f'{name}.key']
        self._openssl(*arguments, '-days', '7300', '-out', f'{name}.pem')

    def context(self, server: str, names: str = 'DNS:localhost,IP:127.0.0.1', dates=PRESENT) -> ssl.SSLContext:
        """Returns the TLS context of a server, with its names in OpenSSL's form."""
        self._key(server)
        config = self._config(names)
        subject = ['-subj', f'/CN={server}', '-key', f'{server}.key']
        self._openssl('req', '-new', '-config', config, *subject, '-out', f'{server}.csr')
        signer = ['-cert', f'{self.name}.pem', '-keyfile', f'{self.name}.key']
        period = ['-startdate', dates[0], '-enddate', dates[1]]
        request = ['-in', f'{server}.csr', '-out', f'{server}.pem']
        self._openssl('ca', '-batch', '-notext', '-config', config, *signer, *period, *request)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / f'{server}.pem', self.folder / f'{server}.key')
        return context

    def _config(self, names: str) -> str:
        (self.folder / 'openssl.cnf').write_text(CONFIG.format(authority=self.name, names=names))
        return 'openssl.cnf'

    def _key(self, name: str) -> None:
        self._openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', f'{name}.key')

    def _openssl(self, *arguments: str) -> None:
        done = subprocess.run(['openssl', *arguments], check=False, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f'openssl {arguments[0]}: {done.stderr}')
