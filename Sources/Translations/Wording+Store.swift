extension Wording {
  /// The phrases about the library and its files.
  static let store = #"""
    The ride
    Die Fahrt
    La sortie
    La sesión

    {1} is not finished.
    {1} ist nicht beendet.
    {1} n'est pas terminée.
    {1} no ha terminado.

    End it first: `jz2ctl stop`, or see `jz2ctl status`.
    Beende sie zuerst: `jz2ctl stop`, oder sieh nach: `jz2ctl status`.
    Terminez-la d'abord : `jz2ctl stop`, ou voyez `jz2ctl status`.
    Termínala primero: `jz2ctl stop`, o mira `jz2ctl status`.

    {1} is not deleted.
    {1} ist nicht gelöscht.
    {1} n'est pas supprimée.
    {1} no está borrada.

    See which are: `jz2ctl rides --deleted`.
    Sieh nach, welche es sind: `jz2ctl rides --deleted`.
    Voyez lesquelles le sont : `jz2ctl rides --deleted`.
    Mira cuáles lo están: `jz2ctl rides --deleted`.

    {1} began at the same time{2}, so this is probably the same ride.
    {1} begann zur selben Zeit{2}, deshalb ist das wohl dieselbe Fahrt.
    {1} a commencé au même moment{2}, c'est donc sans doute la même sortie.
    {1} empezó a la misma hora{2}, así que probablemente es la misma sesión.

    Look at it: `jz2ctl show {1}`; to import the file anyway, add `--force`.
    Sieh sie an: `jz2ctl show {1}`; um die Datei trotzdem zu importieren, füge `--force` hinzu.
    Regardez-la : `jz2ctl show {1}` ; pour importer le fichier quand même, ajoutez `--force`.
    Mírala: `jz2ctl show {1}`; para importar el archivo de todos modos, añade `--force`.

    The file cannot be imported{1}.
    Die Datei kann nicht importiert werden{1}.
    Le fichier ne peut pas être importé{1}.
    El archivo no se puede importar{1}.

    Export the activity again.
    Exportiere die Aktivität noch einmal.
    Exportez l'activité à nouveau.
    Exporta la actividad otra vez.

    The import was interrupted.
    Der Import wurde unterbrochen.
    L'importation a été interrompue.
    La importación se ha interrumpido.

    Import the file again; nothing of it was kept.
    Importiere die Datei noch einmal; nichts davon wurde behalten.
    Importez le fichier à nouveau ; rien n'en a été gardé.
    Importa el archivo otra vez; no se ha guardado nada de él.

    Other files are being imported; a user may import {1} at a time.
    Andere Dateien werden gerade importiert; ein Benutzer darf {1} auf einmal importieren.
    D'autres fichiers sont en cours d'importation ; un utilisateur peut en importer {1} à la fois.
    Se están importando otros archivos; un usuario puede importar {1} a la vez.

    Wait until they are done, and import again.
    Warte, bis sie fertig sind, und importiere dann.
    Attendez qu'ils soient finis, puis importez à nouveau.
    Espera a que terminen e importa otra vez.

    that method
    dieser Methode
    cette méthode
    ese método

    Heart-rate zones by {1} need a setting that is not set{2}.
    Herzfrequenzzonen nach {1} brauchen eine Einstellung, die fehlt{2}.
    Les zones de fréquence cardiaque selon {1} demandent un réglage qui manque{2}.
    Las zonas de frecuencia cardíaca según {1} necesitan un ajuste que falta{2}.

    Set it: `jz2ctl settings --help` says how.
    Setze sie: `jz2ctl settings --help` sagt wie.
    Faites-le : `jz2ctl settings --help` dit comment.
    Defínelo: `jz2ctl settings --help` dice cómo.

    Other files are being exported; a user may export {1} at a time.
    Andere Dateien werden gerade exportiert; ein Benutzer darf {1} auf einmal exportieren.
    D'autres fichiers sont en cours d'exportation ; un utilisateur peut en exporter {1} à la fois.
    Se están exportando otros archivos; un usuario puede exportar {1} a la vez.

    Wait until they are done, and export again.
    Warte, bis sie fertig sind, und exportiere dann.
    Attendez qu'ils soient finis, puis exportez à nouveau.
    Espera a que terminen y exporta otra vez.

    {1} MB are free
    {1} MB sind frei
    {1} Mo sont libres
    {1} MB libres

    The disk has too little room for that{1}; the rest is reserved for rides.
    Der Datenträger hat dafür zu wenig Platz{1}; der Rest ist für Fahrten reserviert.
    Le disque a trop peu de place pour cela{1} ; le reste est réservé aux sorties.
    El disco tiene muy poco espacio para eso{1}; el resto está reservado para las sesiones.

    Make room (`df -h {1}`), or delete rides for good: `jz2ctl delete --now RIDE`.
    Schaff Platz (`df -h {1}`), oder lösche Fahrten endgültig: `jz2ctl delete --now RIDE`.
    Libérez de la place (`df -h {1}`), ou supprimez des sorties définitivement : `jz2ctl delete --now RIDE`.
    Libera espacio (`df -h {1}`), o borra sesiones para siempre: `jz2ctl delete --now RIDE`.

    Ask again in a moment; `jz2ctl status` says when it is done.
    Frag gleich noch einmal; `jz2ctl status` sagt, wann es fertig ist.
    Redemandez dans un instant ; `jz2ctl status` dit quand c'est fini.
    Pregunta de nuevo en un momento; `jz2ctl status` dice cuándo ha acabado.

    The file is not a library of rides{1}.
    Die Datei ist kein Archiv von Fahrten{1}.
    Le fichier n'est pas une bibliothèque de sorties{1}.
    El archivo no es una biblioteca de sesiones{1}.

    Use a file of `jz2ctl backup`.
    Nimm eine Datei von `jz2ctl backup`.
    Utilisez un fichier de `jz2ctl backup`.
    Usa un archivo de `jz2ctl backup`.

    You have as many connections to the daemon as one user may have ({1}).
    Du hast so viele Verbindungen zum Dienst, wie ein Benutzer haben darf ({1}).
    Vous avez autant de connexions au service qu'un utilisateur peut en avoir ({1}).
    Tienes tantas conexiones con el servicio como puede tener un usuario ({1}).

    End the programs that hold them (`ss -xp | grep jz2`), and try again.
    Beende die Programme, die sie halten (`ss -xp | grep jz2`), und versuche es noch einmal.
    Arrêtez les programmes qui les tiennent (`ss -xp | grep jz2`), et réessayez.
    Cierra los programas que las ocupan (`ss -xp | grep jz2`) e inténtalo de nuevo.

    The library is damaged and was set aside; its rides are being copied into a new one.
    Das Archiv ist beschädigt und wurde beiseite gelegt; seine Fahrten werden in ein neues kopiert.
    La bibliothèque est endommagée et a été mise de côté ; ses sorties sont copiées dans une nouvelle.
    La biblioteca está dañada y se ha apartado; sus sesiones se están copiando en una nueva.

    Wait some minutes, and leave `{1}` where it is; `jz2ctl status` says when all is read.
    Warte einige Minuten und lass `{1}`, wo es ist; `jz2ctl status` sagt, wann alles gelesen ist.
    Attendez quelques minutes, et laissez `{1}` où il est ; `jz2ctl status` dit quand tout est lu.
    Espera unos minutos y deja `{1}` donde está; `jz2ctl status` dice cuándo está todo leído.

    The library is damaged and was set aside; a new one has all rides that can be read ({1}).
    Das Archiv ist beschädigt und wurde beiseite gelegt; ein neues hat alle lesbaren Fahrten ({1}).
    La bibliothèque est endommagée et a été mise de côté ; une nouvelle a toutes les sorties lisibles ({1}).
    La biblioteca está dañada y se ha apartado; una nueva tiene todas las sesiones legibles ({1}).

    See `jz2ctl rides`; import missing rides with `jz2ctl import {1}rides/*.tcx`. Then remove the damaged one: `sudo rm {2}*`.
    Sieh `jz2ctl rides` an; importiere fehlende Fahrten mit `jz2ctl import {1}rides/*.tcx`. Entferne dann das beschädigte: `sudo rm {2}*`.
    Voyez `jz2ctl rides` ; importez les sorties manquantes avec `jz2ctl import {1}rides/*.tcx`. Puis enlevez celle qui est endommagée : `sudo rm {2}*`.
    Mira `jz2ctl rides`; importa las sesiones que falten con `jz2ctl import {1}rides/*.tcx`. Luego elimina la dañada: `sudo rm {2}*`.

    The whole ride has {1} seconds
    Die ganze Fahrt hat {1} Sekunden
    La sortie entière dure {1} secondes
    La sesión entera dura {1} segundos

    The times count from the whole ride's beginning
    Die Zeiten zählen vom Beginn der ganzen Fahrt an
    Les temps comptent depuis le début de la sortie entière
    Los tiempos cuentan desde el inicio de la sesión entera

    Less than a minute would be left of the ride.
    Von der Fahrt bliebe weniger als eine Minute.
    Il resterait moins d'une minute de la sortie.
    Quedaría menos de un minuto de la sesión.

    {1}; keep {2} of them at least.
    {1}; behalte mindestens {2} davon.
    {1} ; gardez-en au moins {2}.
    {1}; conserva al menos {2}.

    The part to keep would end before it begins.
    Der Teil, der bleiben soll, würde enden, bevor er beginnt.
    La partie à garder finirait avant de commencer.
    La parte que se conserva terminaría antes de empezar.

    Give `--from` the earlier time. {1}.
    Gib bei `--from` die frühere Zeit an. {1}.
    Donnez à `--from` le temps le plus tôt. {1}.
    Da a `--from` el tiempo anterior. {1}.

    The part to keep ends after the ride.
    Der Teil, der bleiben soll, endet nach der Fahrt.
    La partie à garder finit après la sortie.
    La parte que se conserva termina después de la sesión.

    That trims nothing.
    Das kürzt nichts.
    Cela ne raccourcit rien.
    Eso no recorta nada.

    See a suggestion: `jz2ctl trim RIDE --suggest`; undo a trim: `jz2ctl untrim RIDE`.
    Sieh einen Vorschlag: `jz2ctl trim RIDE --suggest`; mach eine Kürzung rückgängig: `jz2ctl untrim RIDE`.
    Voyez une suggestion : `jz2ctl trim RIDE --suggest` ; annulez un raccourcissement : `jz2ctl untrim RIDE`.
    Mira una sugerencia: `jz2ctl trim RIDE --suggest`; deshaz un recorte: `jz2ctl untrim RIDE`.

    line {1}, byte {2}
    Zeile {1}, Byte {2}
    ligne {1}, octet {2}
    línea {1}, byte {2}

    byte {1}
    Byte {1}
    octet {1}
    byte {1}

    The file is neither FIT, TCX nor GPX.
    Die Datei ist weder FIT noch TCX noch GPX.
    Le fichier n'est ni FIT, ni TCX, ni GPX.
    El archivo no es FIT, ni TCX, ni GPX.

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

    The ride is longer than four days ({1}).
    Die Fahrt ist länger als vier Tage ({1}).
    La sortie dure plus de quatre jours ({1}).
    La sesión dura más de cuatro días ({1}).

    Split it in the program that it comes from.
    Teile sie in dem Programm, aus dem sie kommt.
    Divisez-la dans le programme d'où elle vient.
    Divídela en el programa del que procede.

    The file is larger than 100 MB.
    Die Datei ist größer als 100 MB.
    Le fichier dépasse 100 Mo.
    El archivo supera los 100 MB.

    Export a single activity, or as FIT, which is smaller.
    Exportiere eine einzelne Aktivität, oder als FIT, das ist kleiner.
    Exportez une seule activité, ou en FIT, qui est plus petit.
    Exporta una sola actividad, o como FIT, que ocupa menos.

    A ride is on, and its library cannot be replaced now.
    Eine Fahrt läuft, und ihr Archiv kann jetzt nicht ersetzt werden.
    Une sortie est en cours, et sa bibliothèque ne peut pas être remplacée maintenant.
    Hay una sesión en curso, y su biblioteca no se puede sustituir ahora.

    End it (`jz2ctl stop`), then restore.
    Beende sie (`jz2ctl stop`), dann stelle wieder her.
    Terminez-la (`jz2ctl stop`), puis restaurez.
    Termínala (`jz2ctl stop`) y luego restaura.

    A ride is not written yet, and would be lost with this library.
    Eine Fahrt ist noch nicht geschrieben und ginge mit diesem Archiv verloren.
    Une sortie n'est pas encore écrite, et serait perdue avec cette bibliothèque.
    Una sesión aún no está escrita y se perdería con esta biblioteca.

    See why (`jz2ctl status`), then restore.
    Sieh nach warum (`jz2ctl status`), dann stelle wieder her.
    Voyez pourquoi (`jz2ctl status`), puis restaurez.
    Mira por qué (`jz2ctl status`) y luego restaura.

    A ride is being imported.
    Eine Fahrt wird gerade importiert.
    Une sortie est en cours d'importation.
    Se está importando una sesión.

    Wait until it is done, then restore.
    Warte, bis das fertig ist, dann stelle wieder her.
    Attendez que ce soit fini, puis restaurez.
    Espera a que termine y luego restaura.

    Another library is being restored.
    Ein anderes Archiv wird gerade wiederhergestellt.
    Une autre bibliothèque est en cours de restauration.
    Se está restaurando otra biblioteca.

    Wait until that is done.
    Warte, bis das fertig ist.
    Attendez que ce soit fini.
    Espera a que termine.

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
    """#
}
