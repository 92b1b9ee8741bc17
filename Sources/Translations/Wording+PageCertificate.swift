extension Wording {
  /// The phrases about the certificate of the page.
  static let pageCertificate = #"""
    openssl is not installed, which makes certificates.
    openssl ist nicht installiert, das Zertifikate macht.
    openssl, qui fait les certificats, n'est pas installé.
    openssl, que hace los certificados, no está instalado.

    Install it: `sudo apt install openssl`.
    Installiere es: `sudo apt install openssl`.
    Installez-le : `sudo apt install openssl`.
    Instálalo: `sudo apt install openssl`.

    stunnel4 is not installed, which answers encrypted.
    stunnel4 ist nicht installiert, das verschlüsselt antwortet.
    stunnel4, qui répond chiffré, n'est pas installé.
    stunnel4, que responde cifrado, no está instalado.

    Install it: `sudo apt install stunnel4`.
    Installiere es: `sudo apt install stunnel4`.
    Installez-le : `sudo apt install stunnel4`.
    Instálalo: `sudo apt install stunnel4`.

    This computer has no certificate yet.
    Dieser Rechner hat noch kein Zertifikat.
    Cet ordinateur n'a pas encore de certificat.
    Este equipo aún no tiene certificado.

    Make one: `sudo jz2ctl page certificate`.
    Mache eines: `sudo jz2ctl page certificate`.
    Faites-en un : `sudo jz2ctl page certificate`.
    Haz uno: `sudo jz2ctl page certificate`.

    {1} is no name that a certificate can have.
    {1} ist kein Name, den ein Zertifikat haben kann.
    {1} n'est pas un nom qu'un certificat peut avoir.
    {1} no es un nombre que pueda tener un certificado.

    Give a full one, with a dot: `sudo jz2ctl page certificate --name ride.example.org`.
    Gib einen vollen an, mit Punkt: `sudo jz2ctl page certificate --name ride.example.org`.
    Donnez-en un complet, avec un point : `sudo jz2ctl page certificate --name ride.example.org`.
    Da uno completo, con un punto: `sudo jz2ctl page certificate --name ride.example.org`.

    The certificate could not be made ({1}).
    Das Zertifikat konnte nicht gemacht werden ({1}).
    Le certificat n'a pas pu être fait ({1}).
    No se pudo hacer el certificado ({1}).

    See whether the disk is full or read-only, then try again.
    Sieh nach, ob die Platte voll oder nur lesbar ist, und versuche es noch einmal.
    Voyez si le disque est plein ou en lecture seule, puis réessayez.
    Mira si el disco está lleno o es de solo lectura, e inténtalo de nuevo.

    The page has a certificate. On the phone, open: {1}
    Die Seite hat ein Zertifikat. Öffne auf dem Telefon: {1}
    La page a un certificat. Sur le téléphone, ouvrez : {1}
    La página tiene un certificado. En el teléfono, abre: {1}

    It says how the phone is told to trust it. Compare its fingerprint (SHA-256) before you do:
    Dort steht, wie das Telefon ihm vertraut. Vergleiche vorher seinen Fingerabdruck (SHA-256):
    Elle dit comment le téléphone lui fait confiance. Comparez d'abord son empreinte (SHA-256) :
    Allí dice cómo el teléfono confía en él. Compara antes su huella (SHA-256):

    From then on the page is here, where the phone has to be paired once more: {1}
    Von da an ist die Seite hier, wo das Telefon noch einmal gekoppelt werden muss: {1}
    Ensuite la page est ici, où le téléphone doit être appairé encore une fois : {1}
    Desde entonces la página está aquí, donde hay que vincular el teléfono otra vez: {1}

    The page's certificate is renewed until {1}. Phones need nothing.
    Das Zertifikat der Seite ist bis {1} erneuert. Telefone brauchen nichts.
    Le certificat de la page est renouvelé jusqu'au {1}. Les téléphones n'ont besoin de rien.
    El certificado de la página está renovado hasta el {1}. Los teléfonos no necesitan nada.

    The page's certificate lasts; there is nothing to renew.
    Das Zertifikat der Seite hält noch; es gibt nichts zu erneuern.
    Le certificat de la page tient ; il n'y a rien à renouveler.
    El certificado de la página dura; no hay nada que renovar.

    The page has no certificate any more. Delete it on the phones too.
    Die Seite hat kein Zertifikat mehr. Lösche es auch auf den Telefonen.
    La page n'a plus de certificat. Supprimez-le aussi sur les téléphones.
    La página ya no tiene certificado. Bórralo también en los teléfonos.
    """#
}
