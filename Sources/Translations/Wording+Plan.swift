extension Wording {
  /// The phrases about plans that are refused.
  static let plan = #"""
    There is no plan of that name.
    Es gibt keinen Plan mit diesem Namen.
    Il n'y a pas de plan de ce nom.
    No hay ningún plan con ese nombre.

    There is no plan {1}.
    Es gibt keinen Plan {1}.
    Il n'y a pas de plan {1}.
    No hay ningún plan {1}.

    See your plans: `jz2ctl plans`; those that you deleted: `jz2ctl plans --deleted`.
    Sieh deine Pläne an: `jz2ctl plans`; die gelöschten: `jz2ctl plans --deleted`.
    Voyez vos plans : `jz2ctl plans` ; ceux que vous avez supprimés : `jz2ctl plans --deleted`.
    Mira tus planes: `jz2ctl plans`; los que has borrado: `jz2ctl plans --deleted`.

    Did you mean {1}? See your plans: `jz2ctl plans`; those that you deleted: `jz2ctl plans --deleted`.
    Meintest du {1}? Sieh deine Pläne an: `jz2ctl plans`; die gelöschten: `jz2ctl plans --deleted`.
    Vouliez-vous dire {1} ? Voyez vos plans : `jz2ctl plans` ; ceux que vous avez supprimés : `jz2ctl plans --deleted`.
    ¿Querías decir {1}? Mira tus planes: `jz2ctl plans`; los que has borrado: `jz2ctl plans --deleted`.

    There is a plan of that name already.
    Es gibt schon einen Plan mit diesem Namen.
    Il y a déjà un plan de ce nom.
    Ya hay un plan con ese nombre.

    There is a plan {1} already.
    Es gibt schon einen Plan {1}.
    Il y a déjà un plan {1}.
    Ya hay un plan {1}.

    Choose another name, or rename that one first: `jz2ctl plan rename {1} NEW`. `jz2ctl plan import FILE --replace` replaces it by a file.
    Wähle einen anderen Namen, oder benenne zuerst jenen um: `jz2ctl plan rename {1} NEW`. `jz2ctl plan import FILE --replace` ersetzt ihn durch eine Datei.
    Choisissez un autre nom, ou renommez d'abord celui-là : `jz2ctl plan rename {1} NEW`. `jz2ctl plan import FILE --replace` le remplace par un fichier.
    Elige otro nombre, o cambia antes el de ese: `jz2ctl plan rename {1} NEW`. `jz2ctl plan import FILE --replace` lo sustituye por un archivo.

    {1} is being ridden.
    {1} wird gerade gefahren.
    {1} est en cours d'exécution.
    {1} está en marcha.

    Change it after the ride; during the ride use `skip`, `back`, `extend`, `bias` and `label`.
    Ändere ihn nach der Fahrt; während der Fahrt nimm `skip`, `back`, `extend`, `bias` und `label`.
    Modifiez-le après la sortie ; pendant la sortie, utilisez `skip`, `back`, `extend`, `bias` et `label`.
    Cámbialo después de la sesión; durante la sesión usa `skip`, `back`, `extend`, `bias` y `label`.

    {1} comes from your calendar and is changed only there.
    {1} kommt aus deinem Kalender und wird nur dort geändert.
    {1} vient de votre calendrier et ne se modifie que là.
    {1} viene de tu calendario y solo se cambia allí.

    Copy it, and change the copy: `jz2ctl plan copy {1} NEW`.
    Kopiere ihn, und ändere die Kopie: `jz2ctl plan copy {1} NEW`.
    Copiez-le, et modifiez la copie : `jz2ctl plan copy {1} NEW`.
    Cópialo, y cambia la copia: `jz2ctl plan copy {1} NEW`.

    The plan cannot be ridden{1}.
    Der Plan kann nicht gefahren werden{1}.
    Le plan ne peut pas être exécuté{1}.
    El plan no se puede seguir{1}.

    Look at it: `jz2ctl plan show NAME`.
    Sieh ihn an: `jz2ctl plan show NAME`.
    Regardez-le : `jz2ctl plan show NAME`.
    Míralo: `jz2ctl plan show NAME`.

    There is no planned workout to ride{1}.
    Es gibt kein geplantes Training zu fahren{1}.
    Il n'y a pas d'entraînement prévu à faire{1}.
    No hay ningún entrenamiento previsto que hacer{1}.

    See them: `jz2ctl plan list --all`.
    Sieh sie an: `jz2ctl plan list --all`.
    Voyez-les : `jz2ctl plan list --all`.
    Míralos: `jz2ctl plan list --all`.

    {1} cannot be made longer or shorter by that.
    {1} kann damit nicht länger oder kürzer werden.
    {1} ne peut pas être allongé ni raccourci ainsi.
    {1} no se puede alargar ni acortar así.

    Add time to one that ends by the timer, `jz2ctl extend 2:00`, and metres to one that ends by distance, `jz2ctl extend 500m`; {1} hours or {2} km in all at most.
    Gib einem, das nach Zeit endet, Zeit dazu, `jz2ctl extend 2:00`, und einem, das nach Strecke endet, Meter, `jz2ctl extend 500m`; insgesamt höchstens {1} Stunden oder {2} km.
    Ajoutez du temps à un intervalle qui finit au temps, `jz2ctl extend 2:00`, et des mètres à un intervalle qui finit à la distance, `jz2ctl extend 500m` ; {1} heures ou {2} km en tout au plus.
    Añade tiempo a uno que acaba por tiempo, `jz2ctl extend 2:00`, y metros a uno que acaba por distancia, `jz2ctl extend 500m`; como mucho {1} horas o {2} km en total.

    {1} ends by itself.
    {1} endet von selbst.
    {1} se termine de lui-même.
    {1} termina por sí solo.

    To leave it, use `jz2ctl skip`.
    Um es zu verlassen, nimm `jz2ctl skip`.
    Pour en sortir, utilisez `jz2ctl skip`.
    Para salir de él, usa `jz2ctl skip`.

    The ride is a steady one, without intervals.
    Die Fahrt ist gleichmäßig, ohne Intervalle.
    La sortie est régulière, sans intervalles.
    La sesión es constante, sin intervalos.

    Change its watts with `jz2ctl watts W`; end it with `jz2ctl stop`.
    Ändere ihre Watt mit `jz2ctl watts W`; beende sie mit `jz2ctl stop`.
    Changez ses watts avec `jz2ctl watts W` ; terminez-la avec `jz2ctl stop`.
    Cambia sus vatios con `jz2ctl watts W`; termínala con `jz2ctl stop`.

    Interval {1}
    Intervall {1}
    L'intervalle {1}
    El intervalo {1}

    The interval
    Das Intervall
    L'intervalle
    El intervalo

    No calendar has delivered workouts yet.
    Noch hat kein Kalender Trainings geliefert.
    Aucun calendrier n'a encore fourni d'entraînements.
    Ningún calendario ha entregado entrenamientos todavía.

    Connect intervals.icu: `jz2ctl connect intervals`.
    Verbinde intervals.icu: `jz2ctl connect intervals`.
    Connectez intervals.icu : `jz2ctl connect intervals`.
    Conecta intervals.icu: `jz2ctl connect intervals`.

    The workouts of {1} are not known.
    Die Trainings vom {1} sind nicht bekannt.
    Les entraînements du {1} ne sont pas connus.
    No se conocen los entrenamientos del {1}.

    The workouts of {1} are not known: your calendar was read last {2}.
    Die Trainings vom {1} sind nicht bekannt: dein Kalender wurde zuletzt {2} gelesen.
    Les entraînements du {1} ne sont pas connus : votre calendrier a été lu pour la dernière fois {2}.
    No se conocen los entrenamientos del {1}: tu calendario se leyó por última vez {2}.

    on {1} at {2} UTC
    am {1} um {2} UTC
    le {1} à {2} UTC
    el {1} a las {2} UTC

    Read it now: `jz2ctl sync now`.
    Lies ihn jetzt: `jz2ctl sync now`.
    Lisez-le maintenant : `jz2ctl sync now`.
    Léelo ahora: `jz2ctl sync now`.

    Your calendar has no workout for {1}.
    Dein Kalender hat kein Training für den {1}.
    Votre calendrier n'a pas d'entraînement pour le {1}.
    Tu calendario no tiene ningún entrenamiento para el {1}.

    Plan one there and read it, `jz2ctl sync now`; or ride without, `jz2ctl start --watts W --minutes M`.
    Plane dort eines und lies es ein, `jz2ctl sync now`; oder fahr ohne, `jz2ctl start --watts W --minutes M`.
    Prévoyez-en un là et lisez-le, `jz2ctl sync now` ; ou roulez sans, `jz2ctl start --watts W --minutes M`.
    Prevé uno allí y léelo, `jz2ctl sync now`; o rueda sin él, `jz2ctl start --watts W --minutes M`.

    You have ridden the workout of {1}: {2}.
    Du hast das Training vom {1} gefahren: {2}.
    Vous avez fait l'entraînement du {1} : {2}.
    Has hecho el entrenamiento del {1}: {2}.

    You have ridden all workouts of {1}: {2}.
    Du hast alle Trainings vom {1} gefahren: {2}.
    Vous avez fait tous les entraînements du {1} : {2}.
    Has hecho todos los entrenamientos del {1}: {2}.

    Ride one again: `jz2ctl start --plan {1}`.
    Fahr eines noch einmal: `jz2ctl start --plan {1}`.
    Refaites-en un : `jz2ctl start --plan {1}`.
    Repite uno: `jz2ctl start --plan {1}`.
    """#
}
