extension Wording {
  /// The phrases about the library of rides.
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

    {1} has the identity of the file's ride and other content, and stays as it is.
    {1} hat die Kennung der Fahrt in der Datei und anderen Inhalt, und bleibt, wie sie ist.
    {1} a l'identité de la sortie du fichier et un autre contenu, et reste telle quelle.
    {1} tiene la identidad de la sesión del archivo y otro contenido, y se queda como está.

    The library cannot keep one of the values{1}. That is a bug of jz2; nothing was stored.
    Die Bibliothek kann einen der Werte nicht aufnehmen{1}. Das ist ein Fehler von jz2; nichts wurde gespeichert.
    La bibliothèque ne peut pas garder une des valeurs{1}. C'est un défaut de jz2 ; rien n'a été enregistré.
    La biblioteca no puede guardar uno de los valores{1}. Es un fallo de jz2; no se ha guardado nada.

    Report it, with the file if it came from one. The disk and your other rides are fine.
    Melde ihn, mit der Datei, falls er aus einer kam. Der Datenträger und deine anderen Fahrten sind in Ordnung.
    Signalez-le, avec le fichier s'il en vient. Le disque et vos autres sorties vont bien.
    Infórmalo, con el archivo si viene de uno. El disco y tus otras sesiones están bien.

    Look at it: `jz2ctl show {1}`; to import the file as a copy, add `--force`.
    Sieh sie dir an: `jz2ctl show {1}`; um die Datei als Kopie zu importieren, nimm `--force` dazu.
    Regardez-la : `jz2ctl show {1}` ; pour importer le fichier comme copie, ajoutez `--force`.
    Mírala: `jz2ctl show {1}`; para importar el archivo como copia, añade `--force`.

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

    Your Zone 2 is not set.
    Deine Zone 2 ist nicht gesetzt.
    Votre zone 2 n'est pas réglée.
    Tu zona 2 no está ajustada.

    Set it: `jz2ctl settings --max-heart-rate BPM --zones maximum`, or `jz2ctl settings --zone2 {1}-{2}` to take the default.
    Setze sie: `jz2ctl settings --max-heart-rate BPM --zones maximum`, oder nimm mit `jz2ctl settings --zone2 {1}-{2}` die Vorgabe.
    Réglez-la : `jz2ctl settings --max-heart-rate BPM --zones maximum`, ou prenez la valeur par défaut avec `jz2ctl settings --zone2 {1}-{2}`.
    Ajústala: `jz2ctl settings --max-heart-rate BPM --zones maximum`, o toma el valor por defecto con `jz2ctl settings --zone2 {1}-{2}`.

    Heart-rate zones by {1} need your maximum heart rate.
    Herzfrequenzzonen nach {1} brauchen deine maximale Herzfrequenz.
    Les zones de fréquence cardiaque selon {1} demandent votre fréquence cardiaque maximale.
    Las zonas de frecuencia cardíaca según {1} necesitan tu frecuencia cardíaca máxima.

    Give it too: `jz2ctl settings --zones {1} --max-heart-rate BPM`.
    Gib sie mit an: `jz2ctl settings --zones {1} --max-heart-rate BPM`.
    Donnez-la aussi : `jz2ctl settings --zones {1} --max-heart-rate BPM`.
    Dala también: `jz2ctl settings --zones {1} --max-heart-rate BPM`.

    Heart-rate zones by {1} need your resting heart rate.
    Herzfrequenzzonen nach {1} brauchen deine Ruheherzfrequenz.
    Les zones de fréquence cardiaque selon {1} demandent votre fréquence cardiaque au repos.
    Las zonas de frecuencia cardíaca según {1} necesitan tu frecuencia cardíaca en reposo.

    Give it too: `jz2ctl settings --zones {1} --resting-heart-rate BPM`.
    Gib sie mit an: `jz2ctl settings --zones {1} --resting-heart-rate BPM`.
    Donnez-la aussi : `jz2ctl settings --zones {1} --resting-heart-rate BPM`.
    Dala también: `jz2ctl settings --zones {1} --resting-heart-rate BPM`.

    Heart-rate zones by {1} need your threshold heart rate.
    Herzfrequenzzonen nach {1} brauchen deine Schwellenherzfrequenz.
    Les zones de fréquence cardiaque selon {1} demandent votre fréquence cardiaque au seuil.
    Las zonas de frecuencia cardíaca según {1} necesitan tu frecuencia cardíaca umbral.

    Give it too: `jz2ctl settings --zones {1} --threshold-heart-rate BPM`.
    Gib sie mit an: `jz2ctl settings --zones {1} --threshold-heart-rate BPM`.
    Donnez-la aussi : `jz2ctl settings --zones {1} --threshold-heart-rate BPM`.
    Dala también: `jz2ctl settings --zones {1} --threshold-heart-rate BPM`.

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

    The whole ride is {1} long
    Die ganze Fahrt ist {1} lang
    La sortie entière dure {1}
    La sesión entera dura {1}

    The times count from the whole ride's beginning
    Die Zeiten zählen vom Beginn der ganzen Fahrt an
    Les temps comptent depuis le début de la sortie entière
    Los tiempos cuentan desde el inicio de la sesión entera

    Less than a minute would be left of the ride.
    Von der Fahrt bliebe weniger als eine Minute.
    Il resterait moins d'une minute de la sortie.
    Quedaría menos de un minuto de la sesión.

    {1}; keep {2} at least.
    {1}; behalte mindestens {2}.
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
    """#
}
