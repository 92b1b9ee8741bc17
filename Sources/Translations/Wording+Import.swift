extension Wording {
  /// The phrases about imports of files.
  static let imports = #"""
    Reading: {1} %
    Wird gelesen: {1} %
    Lecture : {1} %
    Leyendo: {1} %

    Reading: {1} MB
    Wird gelesen: {1} MB
    Lecture : {1} Mo
    Leyendo: {1} MB

    The file cannot be read: {1}.
    Die Datei ist nicht lesbar: {1}.
    Le fichier est illisible : {1}.
    El archivo no se puede leer: {1}.

    The file is packed.
    Die Datei ist gepackt.
    Le fichier est compressé.
    El archivo está comprimido.

    Unpack it first, with `{1}`, and import what is in it.
    Entpacke sie zuerst mit `{1}` und importiere, was darin ist.
    Décompressez-le d'abord avec `{1}` et importez ce qu'il contient.
    Descomprímelo primero con `{1}` e importa lo que contiene.

    What packs the file is damaged: {1}.
    Die Verpackung der Datei ist beschädigt: {1}.
    L'archive du fichier est endommagée : {1}.
    La compresión del archivo está dañada: {1}.

    Copy or download it again.
    Kopiere sie noch einmal oder lade sie neu herunter.
    Copiez-le ou téléchargez-le à nouveau.
    Cópialo o descárgalo de nuevo.

    The file is packed in a way that is not read: {1}.
    Die Datei ist auf eine Art gepackt, die nicht gelesen wird: {1}.
    Le fichier est compressé d'une manière qui n'est pas lue : {1}.
    El archivo está comprimido de una forma que no se lee: {1}.

    Unpack it yourself, and import what is in it.
    Entpacke sie selbst und importiere, was darin ist.
    Décompressez-le vous-même et importez ce qu'il contient.
    Descomprímelo tú mismo e importa lo que contiene.

    The file unpacks to more than is taken: {1}.
    Entpackt ist die Datei größer als angenommen wird: {1}.
    Décompressé, le fichier dépasse ce qui est accepté : {1}.
    Descomprimido, el archivo supera lo que se acepta: {1}.

    If you trust it, unpack it yourself, and import what is in it.
    Wenn du ihr vertraust, entpacke sie selbst und importiere, was darin ist.
    Si vous lui faites confiance, décompressez-le vous-même et importez ce qu'il contient.
    Si te fías de él, descomprímelo tú mismo e importa lo que contiene.

    more than {1} folders within each other
    mehr als {1} Ordner ineinander
    plus de {1} dossiers imbriqués
    más de {1} carpetas una dentro de otra

    more than {1} files
    mehr als {1} Dateien
    plus de {1} fichiers
    más de {1} archivos

    its list is closed
    seine Liste ist nicht zugänglich
    sa liste est fermée
    su lista está cerrada

    {1}: there already, as ride {2}.
    {1}: schon da, als Fahrt {2}.
    {1} : déjà là, comme sortie {2}.
    {1}: ya está, como sesión {2}.

    would be the ride of {1}: {2}.
    wäre die Fahrt vom {1}: {2}.
    serait la sortie du {1} : {2}.
    sería la sesión del {1}: {2}.

    1 value left out, in line {1}.
    1 Wert ausgelassen, in Zeile {1}.
    1 valeur laissée de côté, à la ligne {1}.
    1 valor omitido, en la línea {1}.

    1 value left out, at byte {1}.
    1 Wert ausgelassen, bei Byte {1}.
    1 valeur laissée de côté, à l'octet {1}.
    1 valor omitido, en el byte {1}.

    The file ends too early, at byte {1}: the ride is saved as far as it goes.
    Die Datei endet zu früh, bei Byte {1}: die Fahrt ist gesichert, soweit sie geht.
    Le fichier finit trop tôt, à l'octet {1} : la sortie est sauvée jusque-là.
    El archivo termina demasiado pronto, en el byte {1}: la sesión se guarda hasta ahí.

    {1} values left out, the first in line {2}.
    {1} Werte ausgelassen, der erste in Zeile {2}.
    {1} valeurs laissées de côté, la première à la ligne {2}.
    {1} valores omitidos, el primero en la línea {2}.

    {1} values left out, the first at byte {2}.
    {1} Werte ausgelassen, der erste bei Byte {2}.
    {1} valeurs laissées de côté, la première à l'octet {2}.
    {1} valores omitidos, el primero en el byte {2}.

    {1}; {2}.
    {1}; {2}.
    {1} ; {2}.
    {1}; {2}.

    No ride came in
    Keine Fahrt kam herein
    Aucune sortie n'est entrée
    No entró ninguna sesión

    No ride would come in
    Keine Fahrt käme herein
    Aucune sortie n'entrerait
    No entraría ninguna sesión

    1 ride came in
    1 Fahrt kam herein
    1 sortie est entrée
    1 sesión entró

    1 ride would come in
    1 Fahrt käme herein
    1 sortie entrerait
    1 sesión entraría

    {1} rides came in
    {1} Fahrten kamen herein
    {1} sorties sont entrées
    {1} sesiones entraron

    {1} rides would come in
    {1} Fahrten kämen herein
    {1} sorties entreraient
    {1} sesiones entrarían

    1 was there already
    1 war schon da
    1 y était déjà
    1 ya estaba

    {1} were there already
    {1} waren schon da
    {1} y étaient déjà
    {1} ya estaban

    1 file was refused
    1 Datei wurde abgelehnt
    1 fichier a été refusé
    1 archivo fue rechazado

    1 file would be refused
    1 Datei würde abgelehnt
    1 fichier serait refusé
    1 archivo sería rechazado

    {1} files were refused
    {1} Dateien wurden abgelehnt
    {1} fichiers ont été refusés
    {1} archivos fueron rechazados

    {1} files would be refused
    {1} Dateien würden abgelehnt
    {1} fichiers seraient refusés
    {1} archivos serían rechazados

    1 file of another kind came in
    1 Datei anderer Art kam herein
    1 fichier d'un autre genre est entré
    1 archivo de otro tipo entró

    1 file of another kind would come in
    1 Datei anderer Art käme herein
    1 fichier d'un autre genre entrerait
    1 archivo de otro tipo entraría

    {1} files of other kinds came in
    {1} Dateien anderer Art kamen herein
    {1} fichiers d'autres genres sont entrés
    {1} archivos de otros tipos entraron

    {1} files of other kinds would come in
    {1} Dateien anderer Art kämen herein
    {1} fichiers d'autres genres entreraient
    {1} archivos de otros tipos entrarían

    would be the plan {1}
    wäre der Plan {1}
    serait le plan {1}
    sería el plan {1}

    nights, which would be stored.
    Nächte, die gespeichert würden.
    des nuits, qui seraient enregistrées.
    noches, que se guardarían.

    a backup, which would become your library.
    eine Sicherung, die deine Bibliothek würde.
    une sauvegarde, qui deviendrait votre bibliothèque.
    una copia de seguridad, que pasaría a ser tu biblioteca.

    heart rate variability, which would be stored.
    Herzfrequenzvariabilität, die gespeichert würde.
    variabilité de la fréquence cardiaque, qui serait enregistrée.
    variabilidad de la frecuencia cardíaca, que se guardaría.

    The file is a backup, and your library has rides.
    Die Datei ist eine Sicherung, und deine Bibliothek hat Fahrten.
    Le fichier est une sauvegarde, et votre bibliothèque a des sorties.
    El archivo es una copia de seguridad y tu biblioteca tiene sesiones.

    To replace your library by it, use `jz2ctl restore {1}`.
    Um deine Bibliothek dadurch zu ersetzen: `jz2ctl restore {1}`.
    Pour remplacer votre bibliothèque par elle : `jz2ctl restore {1}`.
    Para sustituir tu biblioteca por ella, usa `jz2ctl restore {1}`.

    1 other file is no ride
    1 andere Datei ist keine Fahrt
    1 autre fichier n'est pas une sortie
    1 archivo más no es una sesión

    {1} other files are no rides
    {1} andere Dateien sind keine Fahrten
    {1} autres fichiers ne sont pas des sorties
    {1} archivos más no son sesiones

    more than once
    mehr als einmal
    plus d'une fois
    más de una vez

    archives within archives within archives
    Archive in Archiven in Archiven
    des archives dans des archives dans des archives
    archivos ZIP dentro de otros dentro de otros

    zlib does not start
    zlib startet nicht
    zlib ne démarre pas
    zlib no arranca

    it ends too early
    sie endet zu früh
    il se termine trop tôt
    acaba antes de tiempo

    more than {1} times what it is packed
    mehr als das {1}-Fache des Gepackten
    plus de {1} fois la taille compressée
    más de {1} veces lo comprimido

    more than {1} GiB in all
    mehr als {1} GiB insgesamt
    plus de {1} Gio en tout
    más de {1} GiB en total

    an archive of more than {1} GiB
    ein Archiv von mehr als {1} GiB
    une archive de plus de {1} Gio
    un archivo ZIP de más de {1} GiB

    it cannot be read from any place
    sie ist nicht an beliebiger Stelle lesbar
    il ne peut pas être lu à n'importe quel endroit
    no se puede leer desde cualquier punto

    a list of its files that is too long
    eine zu lange Liste der enthaltenen Dateien
    une liste de ses fichiers trop longue
    una lista de sus archivos demasiado larga

    the list of its files lies outside it
    die Liste der enthaltenen Dateien liegt außerhalb
    la liste de ses fichiers est hors de l'archive
    la lista de sus archivos queda fuera

    the list of its files is damaged
    die Liste der enthaltenen Dateien ist beschädigt
    la liste de ses fichiers est endommagée
    la lista de sus archivos está dañada

    its files lie within each other
    die enthaltenen Dateien überlappen sich
    ses fichiers se chevauchent
    sus archivos se solapan

    with a password
    mit einem Passwort
    avec un mot de passe
    con contraseña

    an entry is not where the list has it
    ein Eintrag ist nicht dort, wo ihn die Liste hat
    une entrée n'est pas là où la liste l'indique
    una entrada no está donde dice la lista

    by method {1}
    mit Methode {1}
    par la méthode {1}
    con el método {1}

    its end is not there
    das Ende fehlt
    sa fin manque
    falta su final

    its end is damaged
    das Ende ist beschädigt
    sa fin est endommagée
    su final está dañado

    a checksum is wrong
    eine Prüfsumme ist falsch
    une somme de contrôle est fausse
    una suma de comprobación es incorrecta

    an entry is not where the one before ends
    ein Eintrag ist nicht dort, wo der vorige endet
    une entrée n'est pas là où finit la précédente
    una entrada no está donde acaba la anterior

    an entry is damaged
    ein Eintrag ist beschädigt
    une entrée est endommagée
    una entrada está dañada

    stored, without its length before it
    ungepackt, ohne Längenangabe davor
    stocké, sans sa longueur au début
    sin comprimir y sin su longitud delante
    """#
}
