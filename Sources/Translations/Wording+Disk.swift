extension Wording {
  /// The phrases about an obstacle to the store.
  static let disk = #"""
    {1} is no directory, or lies below a file
    {1} ist kein Verzeichnis oder liegt unter einer Datei
    {1} n'est pas un répertoire, ou se trouve sous un fichier
    {1} no es un directorio, o está debajo de un archivo

    another user
    jemand anderem
    quelqu'un d'autre
    otro usuario

    {1} belongs to {2}, and jz2d runs as {3}
    {1} gehört {2}, und jz2d läuft als {3}
    {1} est à {2}, et jz2d tourne sous {3}
    {1} pertenece a {2}, y jz2d se ejecuta como {3}

    {1} does not exist, and {2} may not create it
    {1} gibt es nicht, und {2} darf es nicht anlegen
    {1} n'existe pas, et {2} n'a pas le droit de le créer
    {1} no existe, y {2} no puede crearlo

    {1} may not use {2}
    {1} darf {2} nicht benutzen
    {1} n'a pas le droit d'utiliser {2}
    {1} no puede usar {2}

    the file system of {1} is mounted read-only
    das Dateisystem von {1} ist nur zum Lesen eingehängt
    le système de fichiers de {1} est monté en lecture seule
    el sistema de archivos de {1} está montado solo para lectura

    process {1}
    Prozess {1}
    processus {1}
    proceso {1}

    another program{1} uses {2}
    ein anderes Programm{1} benutzt {2}
    un autre programme{1} utilise {2}
    otro programa{1} usa {2}

    {1} was written by a later jz2d{2}
    {1} stammt von einem neueren jz2d{2}
    {1} a été écrit par un jz2d plus récent{2}
    {1} fue escrito por un jz2d posterior{2}

    its migration "{1}"
    seine Migration "{1}"
    sa migration "{1}"
    su migración "{1}"

    the disk is full
    der Datenträger ist voll
    le disque est plein
    el disco está lleno

    {1} is damaged
    {1} ist beschädigt
    {1} est endommagé
    {1} está dañado

    {1} cannot be written{2}
    {1} kann nicht geschrieben werden{2}
    {1} ne peut pas être écrit{2}
    {1} no se puede escribir{2}

    See what is there (`namei -l {1}`) and move it away
    Sieh nach, was dort ist (`namei -l {1}`), und räum es weg
    Voyez ce qui s'y trouve (`namei -l {1}`) et déplacez-le
    Mira qué hay ahí (`namei -l {1}`) y quítalo de en medio

    Create it: `sudo install -d -o {1} {2}`
    Leg es an: `sudo install -d -o {1} {2}`
    Créez-le : `sudo install -d -o {1} {2}`
    Créalo: `sudo install -d -o {1} {2}`

    See which permissions are missing (`namei -l {1}`) and give them to {2}
    Sieh nach, welche Rechte fehlen (`namei -l {1}`), und gib sie {2}
    Voyez quels droits manquent (`namei -l {1}`) et donnez-les à {2}
    Mira qué permisos faltan (`namei -l {1}`) y dáselos a {2}

    Make it writable (`sudo mount -o remount,rw $(findmnt -no TARGET -T {1})`); a card that turns read-only again is failing: `journalctl -k`, then `fsck`
    Mach es beschreibbar (`sudo mount -o remount,rw $(findmnt -no TARGET -T {1})`); eine Karte, die danach wieder schreibgeschützt ist, geht kaputt: `journalctl -k`, dann `fsck`
    Rendez-le inscriptible (`sudo mount -o remount,rw $(findmnt -no TARGET -T {1})`) ; une carte qui repasse en lecture seule est en train de lâcher : `journalctl -k`, puis `fsck`
    Haz que se pueda escribir (`sudo mount -o remount,rw $(findmnt -no TARGET -T {1})`); una tarjeta que vuelve a ser de solo lectura está fallando: `journalctl -k`, luego `fsck`

    End it (`sudo systemctl stop jz2d` if it is the service, else `{1}`), or keep these rides elsewhere: `jz2d --state DIR`
    Beende es (`sudo systemctl stop jz2d`, wenn es der Dienst ist, sonst `{1}`), oder lege diese Fahrten anderswo ab: `jz2d --state DIR`
    Arrêtez-le (`sudo systemctl stop jz2d` si c'est le service, sinon `{1}`), ou gardez ces sorties ailleurs : `jz2d --state DIR`
    Termínalo (`sudo systemctl stop jz2d` si es el servicio, si no `{1}`), o guarda estas sesiones en otro sitio: `jz2d --state DIR`

    Update this one (`sudo apt install ./jz2_*.deb`); nothing there was changed, and `jz2d --state DIR` rides meanwhile
    Aktualisiere diesen hier (`sudo apt install ./jz2_*.deb`); dort wurde nichts geändert, und bis dahin fährst du mit `jz2d --state DIR`
    Mettez celui-ci à jour (`sudo apt install ./jz2_*.deb`) ; rien n'y a été modifié, et `jz2d --state DIR` permet de rouler en attendant
    Actualiza este (`sudo apt install ./jz2_*.deb`); no se ha cambiado nada ahí, y mientras tanto puedes rodar con `jz2d --state DIR`

    Make room on the disk (`df -h {1}`)
    Schaff Platz auf dem Datenträger (`df -h {1}`)
    Faites de la place sur le disque (`df -h {1}`)
    Haz sitio en el disco (`df -h {1}`)

    See what is wrong with the disk (`journalctl -k`)
    Sieh nach, was mit dem Datenträger nicht stimmt (`journalctl -k`)
    Voyez ce qui ne va pas avec le disque (`journalctl -k`)
    Mira qué le pasa al disco (`journalctl -k`)

    Give it back: `sudo chown -R {1}: {2}`
    Gib es zurück: `sudo chown -R {1}: {2}`
    Rendez-le : `sudo chown -R {1}: {2}`
    Devuélvelo: `sudo chown -R {1}: {2}`

    Give all of it back: `sudo chown -R {1}: {2}`
    Gib alles zurück: `sudo chown -R {1}: {2}`
    Rendez le tout : `sudo chown -R {1}: {2}`
    Devuélvelo todo: `sudo chown -R {1}: {2}`

    Name a directory with --state that {1} may write
    Nenne mit --state ein Verzeichnis, in das {1} schreiben darf
    Indiquez avec --state un répertoire où {1} a le droit d'écrire
    Indica con --state un directorio donde {1} pueda escribir

    Give it back: `sudo chown {1}: {2}*`
    Gib sie zurück: `sudo chown {1}: {2}*`
    Rendez-la : `sudo chown {1}: {2}*`
    Devuélvela: `sudo chown {1}: {2}*`

    A ride is not saved yet: {1}. It is kept in memory.
    Eine Fahrt ist noch nicht gespeichert: {1}. Sie wird im Arbeitsspeicher gehalten.
    Une sortie n'est pas encore enregistrée : {1}. Elle est gardée en mémoire.
    Una sesión aún no está guardada: {1}. Se conserva en la memoria.

    {1}; the daemon tries again by itself. Do not reboot before: what waits outlasts a restart of the daemon at most.
    {1}; der Dienst versucht es von selbst wieder. Starte den Rechner nicht vorher neu: was wartet, übersteht höchstens einen Neustart des Dienstes.
    {1} ; le service réessaie de lui-même. Ne redémarrez pas la machine avant : ce qui attend survit tout au plus à un redémarrage du service.
    {1}; el servicio lo vuelve a intentar solo. No reinicies el equipo antes: lo que espera sobrevive, como mucho, a un reinicio del servicio.

    No ride can be kept: {1}.
    Es kann keine Fahrt gespeichert werden: {1}.
    Aucune sortie ne peut être gardée : {1}.
    No se puede guardar ninguna sesión: {1}.

    {1}. The daemon goes on by itself as soon as it can.
    {1}. Der Dienst macht von selbst weiter, sobald er kann.
    {1}. Le service continue de lui-même dès qu'il le peut.
    {1}. El servicio continúa solo en cuanto puede.

    The rides cannot be read or written: {1}.
    Die Fahrten können nicht gelesen oder geschrieben werden: {1}.
    Les sorties ne peuvent être ni lues ni écrites : {1}.
    Las sesiones no se pueden leer ni escribir: {1}.

    {1}.
    {1}.
    {1}.
    {1}.
    """#
}
