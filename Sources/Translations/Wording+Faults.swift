extension Wording {
  /// The phrases about faults of files, of backups and of what services need on this computer.
  static let faults = #"""
    line {1}, byte {2}
    Zeile {1}, Byte {2}
    ligne {1}, octet {2}
    línea {1}, byte {2}

    byte {1}
    Byte {1}
    octet {1}
    byte {1}

    The file is neither FIT, TCX nor GPX, nor a ride of jz2.
    Die Datei ist weder FIT noch TCX noch GPX, und keine Fahrt von jz2.
    Le fichier n'est ni FIT, ni TCX, ni GPX, ni une sortie de jz2.
    El archivo no es FIT, ni TCX, ni GPX, ni una sesión de jz2.

    Export the activity as FIT, TCX or GPX.
    Exportiere die Aktivität als FIT, TCX oder GPX.
    Exportez l'activité en FIT, TCX ou GPX.
    Exporta la actividad como FIT, TCX o GPX.

    The file ends too early ({1}).
    Die Datei endet zu früh ({1}).
    Le fichier finit trop tôt ({1}).
    El archivo termina demasiado pronto ({1}).

    Copy or download it again; nothing was imported.
    Kopiere oder lade sie noch einmal; nichts wurde importiert.
    Copiez-le ou téléchargez-le à nouveau ; rien n'a été importé.
    Cópialo o descárgalo otra vez; no se ha importado nada.

    The file's checksum is wrong ({1}).
    Die Prüfsumme der Datei ist falsch ({1}).
    La somme de contrôle du fichier est fausse ({1}).
    La suma de comprobación del archivo es errónea ({1}).

    The file is broken ({1}).
    Die Datei ist kaputt ({1}).
    Le fichier est abîmé ({1}).
    El archivo está roto ({1}).

    Export the activity again; nothing was imported.
    Exportiere die Aktivität noch einmal; nichts wurde importiert.
    Exportez l'activité à nouveau ; rien n'a été importé.
    Exporta la actividad otra vez; no se ha importado nada.

    The file has content that no activity has ({1}).
    Die Datei hat Inhalte, die keine Aktivität hat ({1}).
    Le fichier a un contenu qu'aucune activité n'a ({1}).
    El archivo tiene un contenido que ninguna actividad tiene ({1}).

    The file has an impossible number ({1}).
    Die Datei hat eine unmögliche Zahl ({1}).
    Le fichier a un nombre impossible ({1}).
    El archivo tiene un número imposible ({1}).

    Export the activity again, in the other format.
    Exportiere die Aktivität noch einmal, im anderen Format.
    Exportez l'activité à nouveau, dans l'autre format.
    Exporta la actividad otra vez, en el otro formato.

    The file has no activity ({1}).
    Die Datei hat keine Aktivität ({1}).
    Le fichier n'a pas d'activité ({1}).
    El archivo no tiene ninguna actividad ({1}).

    Export the activity itself, not a course or a workout.
    Exportiere die Aktivität selbst, keine Strecke und kein Workout.
    Exportez l'activité elle-même, pas un parcours ni un entraînement.
    Exporta la actividad misma, no un recorrido ni un entrenamiento.

    The file is a route: its points have no times ({1}).
    Die Datei ist eine Route: ihre Punkte haben keine Zeiten ({1}).
    Le fichier est un itinéraire : ses points n'ont pas d'heures ({1}).
    El archivo es una ruta: sus puntos no tienen horas ({1}).

    To ride along it, give it to a plan with `jz2ctl plan import FILE --name PLAN`.
    Um sie abzufahren, gib sie einem Plan: `jz2ctl plan import FILE --name PLAN`.
    Pour le suivre, donnez-le à un plan : `jz2ctl plan import FILE --name PLAN`.
    Para recorrerla, dásela a un plan: `jz2ctl plan import FILE --name PLAN`.

    {1} hours, at most {2}
    {1} Stunden, höchstens {2}
    {1} heures, au plus {2}
    {1} horas, como máximo {2}

    {1} found, at most {2}
    {1} gefunden, höchstens {2}
    {1} trouvés, au plus {2}
    {1} encontrados, como máximo {2}

    The file is in an unknown encoding ({1}).
    Die Datei hat eine unbekannte Zeichenkodierung ({1}).
    Le fichier a un encodage inconnu ({1}).
    El archivo tiene una codificación desconocida ({1}).

    Save it in UTF-8, or export it again.
    Speichere sie in UTF-8, oder exportiere sie noch einmal.
    Enregistrez-le en UTF-8, ou exportez-le à nouveau.
    Guárdalo en UTF-8, o expórtalo otra vez.

    No point has a time that a ride can have; {1} were left out, the first is `{2}` ({3}).
    Kein Punkt hat eine Zeit, die eine Fahrt haben kann; {1} wurden ausgelassen, die erste ist `{2}` ({3}).
    Aucun point n'a une heure qu'une sortie peut avoir ; {1} ont été laissées de côté, la première est `{2}` ({3}).
    Ningún punto tiene una hora posible para una sesión; se han omitido {1}, la primera es `{2}` ({3}).

    Correct the times: they are read like `2026-01-31T08:00:00Z`, from 1990 to 2099.
    Korrigiere die Zeiten: gelesen werden sie wie `2026-01-31T08:00:00Z`, von 1990 bis 2099.
    Corrigez les heures : elles se lisent comme `2026-01-31T08:00:00Z`, de 1990 à 2099.
    Corrige las horas: se leen como `2026-01-31T08:00:00Z`, de 1990 a 2099.

    The ride is too long ({1}).
    Die Fahrt ist zu lang ({1}).
    La sortie est trop longue ({1}).
    La sesión es demasiado larga ({1}).

    The ride has too many points ({1}).
    Die Fahrt hat zu viele Punkte ({1}).
    La sortie a trop de points ({1}).
    La sesión tiene demasiados puntos ({1}).

    The ride has too many laps ({1}).
    Die Fahrt hat zu viele Runden ({1}).
    La sortie a trop de tours ({1}).
    La sesión tiene demasiadas vueltas ({1}).

    The file has too many activities ({1}).
    Die Datei hat zu viele Aktivitäten ({1}).
    Le fichier a trop d'activités ({1}).
    El archivo tiene demasiadas actividades ({1}).

    Export fewer of them into a file.
    Exportiere weniger davon in eine Datei.
    Exportez-en moins dans un fichier.
    Exporta menos en un archivo.

    The file has too many parts of one kind ({1}; {2}).
    Die Datei hat zu viele Teile einer Art ({1}; {2}).
    Le fichier a trop d'éléments d'une même sorte ({1} ; {2}).
    El archivo tiene demasiadas partes de un tipo ({1}; {2}).

    The file has too many elements within each other ({1}).
    Die Datei hat zu viele Elemente ineinander ({1}).
    Le fichier a trop d'éléments imbriqués ({1}).
    El archivo tiene demasiados elementos anidados ({1}).

    The file has a tag or a comment that is too long ({1}).
    Die Datei hat ein zu langes Tag oder einen zu langen Kommentar ({1}).
    Le fichier a une balise ou un commentaire trop long ({1}).
    El archivo tiene una etiqueta o un comentario demasiado largo ({1}).

    Split it in the program that it comes from.
    Teile sie in dem Programm, aus dem sie kommt.
    Divisez-la dans le programme d'où elle vient.
    Divídela en el programa del que procede.

    The file is too large in bytes ({1}).
    Die Datei hat zu viele Bytes ({1}).
    Le fichier a trop d'octets ({1}).
    El archivo tiene demasiados bytes ({1}).

    Export a single activity, or as FIT, which is smaller.
    Exportiere eine einzelne Aktivität, oder als FIT, das ist kleiner.
    Exportez une seule activité, ou en FIT, qui est plus petit.
    Exporta una sola actividad, o como FIT, que ocupa menos.

    The library is as it was.
    Das Archiv ist, wie es war.
    La bibliothèque est comme avant.
    La biblioteca está como estaba.

    The file is not a library of rides{1}. {2}
    Die Datei ist kein Archiv von Fahrten{1}. {2}
    Le fichier n'est pas une bibliothèque de sorties{1}. {2}
    El archivo no es una biblioteca de sesiones{1}. {2}

    Use a file of `jz2ctl backup`; import activity files with `jz2ctl import`.
    Nimm eine Datei von `jz2ctl backup`; Aktivitätsdateien importierst du mit `jz2ctl import`.
    Utilisez un fichier de `jz2ctl backup` ; importez les fichiers d'activité avec `jz2ctl import`.
    Usa un archivo de `jz2ctl backup`; importa archivos de actividad con `jz2ctl import`.

    The file is damaged{1}. {2}
    Die Datei ist beschädigt{1}. {2}
    Le fichier est endommagé{1}. {2}
    El archivo está dañado{1}. {2}

    Use another backup, or copy this one again.
    Nimm eine andere Sicherung, oder kopiere diese noch einmal.
    Utilisez une autre sauvegarde, ou recopiez celle-ci.
    Usa otra copia de seguridad, o copia esta otra vez.

    A later jz2d made the file{1}. {2}
    Ein neueres jz2d hat die Datei geschrieben{1}. {2}
    Un jz2d plus récent a écrit le fichier{1}. {2}
    Un jz2d más reciente ha escrito el archivo{1}. {2}

    Update this one (`sudo apt install ./jz2_*.deb`), then restore.
    Aktualisiere dieses (`sudo apt install ./jz2_*.deb`), dann stelle wieder her.
    Mettez celui-ci à jour (`sudo apt install ./jz2_*.deb`), puis restaurez.
    Actualiza este (`sudo apt install ./jz2_*.deb`) y luego restaura.

    The file ends too early{1}. {2}
    Die Datei endet zu früh{1}. {2}
    Le fichier finit trop tôt{1}. {2}
    El archivo termina demasiado pronto{1}. {2}

    Copy the backup again, then restore.
    Kopiere die Sicherung noch einmal, dann stelle wieder her.
    Recopiez la sauvegarde, puis restaurez.
    Copia la copia de seguridad otra vez y luego restaura.

    A file cannot be written{1}.
    Eine Datei kann nicht geschrieben werden{1}.
    Un fichier ne peut pas être écrit{1}.
    No se puede escribir un archivo{1}.

    Let the user jz2-sync write there; a place below /home needs `ProtectHome=no` in a drop-in of jz2-sync.service.
    Lass den Benutzer jz2-sync dort schreiben; ein Ort unter /home braucht `ProtectHome=no` in einem Drop-in von jz2-sync.service.
    Laissez l'utilisateur jz2-sync y écrire ; un lieu sous /home demande `ProtectHome=no` dans un drop-in de jz2-sync.service.
    Deja que el usuario jz2-sync escriba ahí; un lugar bajo /home necesita `ProtectHome=no` en un drop-in de jz2-sync.service.

    The command for finished rides failed{1}.
    Der Befehl für beendete Fahrten ist fehlgeschlagen{1}.
    La commande pour les sorties terminées a échoué{1}.
    El comando para sesiones terminadas ha fallado{1}.

    See its output: `journalctl -u jz2-sync`; send the ride to it again: `jz2ctl sync again RIDE --service hook`.
    Sieh seine Ausgabe: `journalctl -u jz2-sync`; gib ihm die Fahrt noch einmal: `jz2ctl sync again RIDE --service hook`.
    Voyez sa sortie : `journalctl -u jz2-sync` ; renvoyez-lui la sortie : `jz2ctl sync again RIDE --service hook`.
    Mira su salida: `journalctl -u jz2-sync`; envíale la sesión otra vez: `jz2ctl sync again RIDE --service hook`.

    The command for finished rides did not end within a minute.
    Der Befehl für beendete Fahrten endete nicht innerhalb einer Minute.
    La commande pour les sorties terminées n'a pas fini en une minute.
    El comando para sesiones terminadas no acabó en un minuto.

    Let it leave slow work to another program; send the ride to it again: `jz2ctl sync again RIDE --service hook`.
    Lass ihn langsame Arbeit einem anderen Programm geben; gib ihm die Fahrt noch einmal: `jz2ctl sync again RIDE --service hook`.
    Faites-lui confier le travail lent à un autre programme ; renvoyez-lui la sortie : `jz2ctl sync again RIDE --service hook`.
    Haz que deje el trabajo lento a otro programa; envíale la sesión otra vez: `jz2ctl sync again RIDE --service hook`.

    A library
    Eine Bibliothek
    Une bibliothèque
    Una biblioteca

    {1} is not installed.
    {1} ist nicht installiert.
    {1} : non installé.
    {1}: no está instalado.

    Install it: `sudo apt install libcurl4`.
    Installiere sie: `sudo apt install libcurl4`.
    Installez-la : `sudo apt install libcurl4`.
    Instálala: `sudo apt install libcurl4`.

    An option
    Eine Option
    Une option
    Una opción

    {1} is missing or makes no sense.
    {1} fehlt oder ergibt keinen Sinn.
    {1} manque ou n'a pas de sens.
    {1} falta o no tiene sentido.

    See `jz2ctl help connect`.
    Sieh `jz2ctl help connect`.
    Voyez `jz2ctl help connect`.
    Mira `jz2ctl help connect`.
    """#
}
