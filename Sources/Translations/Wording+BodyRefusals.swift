extension Wording {
  /// The phrases about measurements and nights that are not taken.
  static let bodyRefusals = #"""
    There is no measurement yet.
    Es gibt noch keine Messung.
    Il n'y a pas encore de mesure.
    Aún no hay ninguna medición.

    Measure in the morning: `jz2ctl hrv measure`.
    Miss am Morgen: `jz2ctl hrv measure`.
    Mesurez le matin : `jz2ctl hrv measure`.
    Mide por la mañana: `jz2ctl hrv measure`.

    That day
    Dieser Tag
    Ce jour
    Ese día

    {1} has not begun.
    {1} hat noch nicht begonnen.
    {1} n'a pas commencé.
    {1} no ha empezado.

    Give a day that has, as YYYY-MM-DD; today is the usual one.
    Gib einen Tag an, der begonnen hat, als YYYY-MM-DD; üblich ist heute.
    Donnez un jour commencé, sous la forme YYYY-MM-DD ; d'habitude c'est aujourd'hui.
    Da un día que haya empezado, como YYYY-MM-DD; lo habitual es hoy.

    There is no such measurement.
    Diese Messung gibt es nicht.
    Cette mesure n'existe pas.
    Esa medición no existe.

    There is no measurement {1}.
    Es gibt keine Messung {1}.
    Il n'y a pas de mesure {1}.
    No hay ninguna medición {1}.

    See the measurements: `jz2ctl hrv list`.
    Sieh die Messungen an: `jz2ctl hrv list`.
    Voyez les mesures : `jz2ctl hrv list`.
    Mira las mediciones: `jz2ctl hrv list`.

    A measurement is under way already.
    Eine Messung läuft schon.
    Une mesure est déjà en cours.
    Ya hay una medición en curso.

    Wait until it is over, or end it with Ctrl-C where it runs.
    Warte, bis sie vorbei ist, oder beende sie mit Strg-C dort, wo sie läuft.
    Attendez qu'elle soit finie, ou arrêtez-la par Ctrl-C là où elle tourne.
    Espera a que acabe, o termínala con Ctrl-C donde se ejecuta.

    The night of that day is of another program; only one that you entered can be edited.
    Die Nacht dieses Tages stammt aus einem anderen Programm; nur eine selbst eingegebene kann geändert werden.
    La nuit de ce jour vient d'un autre programme ; seule une nuit saisie par vous peut être modifiée.
    La noche de ese día es de otro programa; solo se puede editar una que hayas introducido tú.

    The night of {1} is of another program; only one that you entered can be edited.
    Die Nacht {1} stammt aus einem anderen Programm; nur eine selbst eingegebene kann geändert werden.
    La nuit du {1} vient d'un autre programme ; seule une nuit saisie par vous peut être modifiée.
    La noche del {1} es de otro programa; solo se puede editar una que hayas introducido tú.

    Enter your own, which counts instead: `jz2ctl sleep add --date {1} --from 23:10 --to 6:50`.
    Gib deine eigene ein, die stattdessen zählt: `jz2ctl sleep add --date {1} --from 23:10 --to 6:50`.
    Saisissez la vôtre, qui compte à sa place : `jz2ctl sleep add --date {1} --from 23:10 --to 6:50`.
    Introduce la tuya, que cuenta en su lugar: `jz2ctl sleep add --date {1} --from 23:10 --to 6:50`.

    There is no night of that day.
    Es gibt keine Nacht zu diesem Tag.
    Il n'y a pas de nuit pour ce jour.
    No hay ninguna noche de ese día.

    There is no night of {1}.
    Es gibt keine Nacht zum {1}.
    Il n'y a pas de nuit pour le {1}.
    No hay ninguna noche del {1}.

    See the nights: `jz2ctl sleep list`.
    Sieh die Nächte an: `jz2ctl sleep list`.
    Voyez les nuits : `jz2ctl sleep list`.
    Mira las noches: `jz2ctl sleep list`.

    The night
    Die Nacht
    La nuit
    La noche

    The night of {1}
    Die Nacht {1}
    La nuit du {1}
    La noche del {1}

    The measurement
    Die Messung
    La mesure
    La medición

    {1} is not taken, for a reason that this client does not know{2}.
    {1} wird nicht angenommen, aus einem Grund, den dieses Programm nicht kennt{2}.
    {1} n'est pas acceptée, pour une raison que ce programme ne connaît pas{2}.
    {1} no se acepta, por un motivo que este programa no conoce{2}.

    Daemon and client are of different versions: update them together, then try again.
    Dienst und Client haben verschiedene Versionen: aktualisiere beide zusammen, dann versuche es noch einmal.
    Le service et le client sont de versions différentes : mettez-les à jour ensemble, puis réessayez.
    El servicio y el cliente son de versiones distintas: actualízalos juntos e inténtalo de nuevo.

    No heart rate strap was heard.
    Kein Brustgurt war zu hören.
    Aucune ceinture cardio n'a été détectée.
    No se ha detectado ninguna banda cardíaca.

    Put it on and wet its electrodes; then measure again, or choose it: `jz2ctl scan`, `jz2ctl use ADDRESS`.
    Leg ihn an und befeuchte seine Elektroden; miss dann noch einmal, oder wähle ihn: `jz2ctl scan`, `jz2ctl use ADDRESS`.
    Mettez-la et humidifiez ses électrodes ; puis mesurez à nouveau, ou choisissez-la : `jz2ctl scan`, `jz2ctl use ADDRESS`.
    Póntela y humedece sus electrodos; luego mide de nuevo, o elígela: `jz2ctl scan`, `jz2ctl use ADDRESS`.

    The strap does not answer.
    Der Brustgurt antwortet nicht.
    La ceinture ne répond pas.
    La banda no responde.

    Put it on, wet its electrodes, and end other programs and watches that use it; then measure again. Another strap: `jz2ctl use ADDRESS`.
    Leg ihn an, befeuchte seine Elektroden und beende andere Programme und Uhren, die ihn benutzen; miss dann noch einmal. Ein anderer Gurt: `jz2ctl use ADDRESS`.
    Mettez-la, humidifiez ses électrodes et arrêtez les autres programmes et montres qui l'utilisent ; puis mesurez à nouveau. Une autre ceinture : `jz2ctl use ADDRESS`.
    Póntela, humedece sus electrodos y cierra otros programas y relojes que la usen; luego mide de nuevo. Otra banda: `jz2ctl use ADDRESS`.

    The strap is connected and sends nothing.
    Der Brustgurt ist verbunden und sendet nichts.
    La ceinture est connectée et n'envoie rien.
    La banda está conectada y no envía nada.

    Wet the electrodes, take the sensor off its strap and on again, and measure again.
    Befeuchte die Elektroden, nimm den Sensor vom Gurt und steck ihn wieder an, und miss noch einmal.
    Humidifiez les électrodes, retirez le capteur de sa sangle et remettez-le, puis mesurez à nouveau.
    Humedece los electrodos, quita el sensor de la banda y vuelve a ponerlo, y mide de nuevo.

    The strap sends a heart rate, and no times between beats.
    Der Brustgurt sendet eine Herzfrequenz, aber keine Zeiten zwischen den Schlägen.
    La ceinture envoie une fréquence cardiaque, mais pas les intervalles entre battements.
    La banda envía una frecuencia cardíaca, pero no los tiempos entre latidos.

    Heart rate variability needs a strap that sends RR intervals; watches and armbands often do not.
    Für die Herzfrequenzvariabilität braucht es einen Gurt, der RR-Intervalle sendet; Uhren und Armbänder tun das oft nicht.
    La variabilité cardiaque demande une ceinture qui envoie les intervalles RR ; les montres et les brassards ne le font souvent pas.
    La variabilidad cardíaca necesita una banda que envíe intervalos RR; los relojes y brazaletes a menudo no lo hacen.

    The strap says that it does not touch your skin.
    Der Brustgurt meldet, dass er die Haut nicht berührt.
    La ceinture signale qu'elle ne touche pas la peau.
    La banda indica que no toca la piel.

    Nothing was stored. Wet the electrodes, tighten the strap, and measure again.
    Nichts wurde gespeichert. Befeuchte die Elektroden, zieh den Gurt fester und miss noch einmal.
    Rien n'a été enregistré. Humidifiez les électrodes, serrez la ceinture et mesurez à nouveau.
    No se ha guardado nada. Humedece los electrodos, ajusta la banda y mide de nuevo.

    Too many beats were not measured well{1}; at most {2} % may be artefacts.
    Zu viele Schläge wurden nicht gut gemessen{1}; höchstens {2} % dürfen Artefakte sein.
    Trop de battements ont été mal mesurés{1} ; au plus {2} % peuvent être des artefacts.
    Demasiados latidos se han medido mal{1}; como mucho el {2} % pueden ser artefactos.

    Wet the electrodes, tighten the strap, lie or sit still, and measure again.
    Befeuchte die Elektroden, zieh den Gurt fester, lieg oder sitz still und miss noch einmal.
    Humidifiez les électrodes, serrez la ceinture, restez allongé ou assis sans bouger, et mesurez à nouveau.
    Humedece los electrodos, ajusta la banda, quédate tumbado o sentado sin moverte y mide de nuevo.

    few
    wenige
    peu
    pocos

    Good intervals between beats: {1}; a measurement needs {2}.
    Gute Intervalle zwischen Schlägen: {1}; eine Messung braucht {2}.
    Bons intervalles entre battements : {1} ; une mesure en demande {2}.
    Intervalos buenos entre latidos: {1}; una medición necesita {2}.

    Measure longer: `jz2ctl hrv measure --seconds {1}`; a file needs at least {2} lines.
    Miss länger: `jz2ctl hrv measure --seconds {1}`; eine Datei braucht mindestens {2} Zeilen.
    Mesurez plus longtemps : `jz2ctl hrv measure --seconds {1}` ; un fichier demande au moins {2} lignes.
    Mide más tiempo: `jz2ctl hrv measure --seconds {1}`; un archivo necesita al menos {2} líneas.

    The strap was lost, and did not come back in time.
    Der Brustgurt ging verloren und kam nicht rechtzeitig zurück.
    La ceinture a été perdue et n'est pas revenue à temps.
    Se perdió la banda y no volvió a tiempo.

    Nothing was stored. Wet the electrodes, stay near the computer, and measure again.
    Nichts wurde gespeichert. Befeuchte die Elektroden, bleib nahe am Rechner und miss noch einmal.
    Rien n'a été enregistré. Humidifiez les électrodes, restez près de l'ordinateur et mesurez à nouveau.
    No se ha guardado nada. Humedece los electrodos, quédate cerca del equipo y mide de nuevo.

    A ride began, which needs the strap.
    Eine Fahrt hat begonnen, die den Brustgurt braucht.
    Une sortie a commencé, et elle a besoin de la ceinture.
    Ha empezado una sesión que necesita la banda.

    Nothing was stored. Measure again after the ride.
    Nichts wurde gespeichert. Miss nach der Fahrt noch einmal.
    Rien n'a été enregistré. Mesurez à nouveau après la sortie.
    No se ha guardado nada. Mide de nuevo después de la sesión.

    The file has no interval in milliseconds.
    Die Datei hat kein Intervall in Millisekunden.
    Le fichier n'a pas d'intervalle en millisecondes.
    El archivo no tiene un intervalo en milisegundos.

    The file, line {1}, has no interval in milliseconds.
    In Zeile {1} der Datei steht kein Intervall in Millisekunden.
    La ligne {1} du fichier n'a pas d'intervalle en millisecondes.
    La línea {1} del archivo no tiene un intervalo en milisegundos.

    Write one number a line, such as 812; lines that are empty or begin with # do not count.
    Schreib eine Zahl je Zeile, etwa 812; leere Zeilen und solche mit # am Anfang zählen nicht.
    Écrivez un nombre par ligne, par exemple 812 ; les lignes vides ou qui commencent par # ne comptent pas.
    Escribe un número por línea, por ejemplo 812; las líneas vacías o que empiezan con # no cuentan.

    The file has more beats than a measurement can have.
    Die Datei hat mehr Schläge, als eine Messung haben kann.
    Le fichier a plus de battements qu'une mesure ne peut en avoir.
    El archivo tiene más latidos de los que puede tener una medición.

    Cut it to the minutes of the measurement, and import those.
    Kürze sie auf die Minuten der Messung und importiere diese.
    Réduisez-le aux minutes de la mesure, et importez celles-ci.
    Recórtalo a los minutos de la medición e importa esos.

    There is nothing to store.
    Es gibt nichts zu speichern.
    Il n'y a rien à enregistrer.
    No hay nada que guardar.

    Name at least one value: `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.
    Nenne mindestens einen Wert: `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.
    Donnez au moins une valeur : `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.
    Da al menos un valor: `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.

    {1} ends before it begins, or is longer than a day.
    {1} endet, bevor sie beginnt, oder ist länger als ein Tag.
    {1} finit avant de commencer, ou dure plus d'un jour.
    {1} termina antes de empezar, o dura más de un día.

    Give when you went to bed and when you got up: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Gib an, wann du ins Bett gingst und wann du aufstandst: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Donnez l'heure du coucher et celle du lever : `jz2ctl sleep add --from 23:10 --to 6:50`.
    Indica cuándo te acostaste y cuándo te levantaste: `jz2ctl sleep add --from 23:10 --to 6:50`.

    {1} has one end without the other.
    {1} hat nur Anfang oder Ende.
    {1} n'a qu'un début ou qu'une fin.
    {1} tiene solo un extremo.

    {1} ends on another day.
    {1} endet an einem anderen Tag.
    {1} finit un autre jour.
    {1} termina otro día.

    A night belongs to the day of waking: give that with `--date`.
    Eine Nacht gehört zum Tag des Aufwachens: gib diesen mit `--date` an.
    Une nuit appartient au jour du réveil : donnez-le avec `--date`.
    Una noche pertenece al día del despertar: indícalo con `--date`.

    The parts of the night are longer than the whole.
    Die Teile der Nacht sind länger als das Ganze.
    Les parties de la nuit sont plus longues que le tout.
    Las partes de la noche duran más que el total.

    Time awake, deep sleep and REM sleep together are at most the time in bed.
    Wachzeit, Tiefschlaf und REM-Schlaf zusammen sind höchstens die Zeit im Bett.
    Éveil, sommeil profond et sommeil paradoxal ensemble ne dépassent pas le temps au lit.
    El tiempo despierto, el sueño profundo y el sueño REM juntos no superan el tiempo en la cama.

    {1} is there already, or overlaps with another one.
    {1} gibt es schon, oder sie überschneidet sich mit einer anderen.
    {1} existe déjà, ou en chevauche une autre.
    {1} ya existe, o se solapa con otra.

    See the nights: `jz2ctl sleep list`; change one: `jz2ctl sleep edit DATE`.
    Sieh die Nächte an: `jz2ctl sleep list`; ändere eine: `jz2ctl sleep edit DATE`.
    Voyez les nuits : `jz2ctl sleep list` ; modifiez-en une : `jz2ctl sleep edit DATE`.
    Mira las noches: `jz2ctl sleep list`; cambia una: `jz2ctl sleep edit DATE`.

    {1} has no times.
    {1} hat keine Uhrzeiten.
    {1} n'a pas d'heures.
    {1} no tiene horas.

    {1} ends in the future.
    {1} endet in der Zukunft.
    {1} finit dans le futur.
    {1} termina en el futuro.

    Give the day of waking with `--date`, or wait until you got up.
    Gib den Tag des Aufwachens mit `--date` an, oder warte, bis du aufgestanden bist.
    Donnez le jour du réveil avec `--date`, ou attendez d'être levé.
    Indica el día del despertar con `--date`, o espera a levantarte.
    """#
}
