extension Wording {
  /// The phrases of the page about trends and scores.
  static let pageTrends = #"""
    All of it is made on your Pi. None of it is medical advice.
    Alles entsteht auf deinem Pi. Nichts davon ist ärztlicher Rat.
    Tout est fait sur votre Pi. Rien de cela n'est un avis médical.
    Todo se hace en tu Pi. Nada de ello es consejo médico.

    Asleep {1}, needed {2}.
    Geschlafen {1}, gebraucht {2}.
    Endormi {1}, nécessaire {2}.
    Dormido {1}, necesario {2}.

    Best power
    Beste Leistung
    Meilleure puissance
    Mejor potencia

    Fewer weeks
    Weniger Wochen
    Moins de semaines
    Menos semanas

    Heart rate variability and resting heart rate count 50 of 100 at your usual; sleep counts with its score.
    Herzfrequenzvariabilität und Ruhepuls zählen 50 von 100, wenn sie wie bei dir üblich sind; Schlaf zählt mit seinem Wert.
    La variabilité et la fréquence de repos comptent 50 sur 100 à votre habitude ; le sommeil compte par son score.
    La variabilidad y la frecuencia en reposo cuentan 50 de 100 en lo habitual en ti, y el sueño cuenta con su puntuación.

    It learns what is usual: {1} of {2} days.
    Es lernt, was üblich ist: {1} von {2} Tagen.
    L'habitude s'apprend : {1} jours sur {2}.
    Aprende lo habitual: {1} de {2} días.

    It needs your maximum heart rate.
    Es braucht deine maximale Herzfrequenz.
    Il faut votre fréquence cardiaque maximale.
    Necesita tu frecuencia cardíaca máxima.

    Measure in the morning, on the Pi: `jz2ctl hrv measure`.
    Miss am Morgen, auf dem Pi: `jz2ctl hrv measure`.
    Mesurez le matin, sur le Pi : `jz2ctl hrv measure`.
    Mide por la mañana, en el Pi: `jz2ctl hrv measure`.

    Minutes in higher heart-rate zones count for more. The scale is from 0 to 21 and gets harder towards its end.
    Minuten in höheren Herzfrequenzzonen zählen mehr. Die Skala geht von 0 bis 21 und wird zum Ende hin schwerer.
    Les minutes dans les zones hautes comptent plus. L'échelle va de 0 à 21 et devient plus dure vers la fin.
    Los minutos en zonas más altas cuentan más. La escala va de 0 a 21 y se endurece hacia el final.

    More weeks
    Mehr Wochen
    Plus de semaines
    Más semanas

    Not known today: {1}.
    Heute nicht bekannt: {1}.
    Inconnu aujourd'hui : {1}.
    Hoy no se sabe: {1}.

    Pale: all rides. Strong: the last six weeks.
    Blass: alle Fahrten. Kräftig: die letzten sechs Wochen.
    Pâle : toutes les sorties. Vif : les six dernières semaines.
    Claro: todas las sesiones. Fuerte: las últimas seis semanas.

    Records
    Rekorde
    Records
    Récords

    Recovery of four weeks
    Erholung in vier Wochen
    Récupération sur quatre semaines
    Recuperación de cuatro semanas

    Recovery, and why
    Erholung, und warum
    Récupération, et pourquoi
    Recuperación, y por qué

    Ride {1}: {2}
    Fahrt {1}: {2}
    Sortie {1} : {2}
    Sesión {1}: {2}

    Rides without a heart rate, which cannot count: {1}.
    Fahrten ohne Herzfrequenz, die nicht zählen können: {1}.
    Sorties sans fréquence cardiaque, qui ne peuvent pas compter : {1}.
    Sesiones sin frecuencia cardíaca, que no pueden contar: {1}.

    Share of the time in bed
    Anteil der Zeit im Bett
    Part du temps au lit
    Parte del tiempo en la cama

    Sleep, and why
    Schlaf, und warum
    Sommeil, et pourquoi
    Sueño, y por qué

    Stages
    Phasen
    Phases
    Fases

    Strain, and why
    Belastung, und warum
    Charge, et pourquoi
    Esfuerzo, y por qué

    Tell it on the Pi: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Sag es auf dem Pi: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Dites-le sur le Pi : `jz2ctl sleep add --from 23:10 --to 6:50`.
    Dilo en el Pi: `jz2ctl sleep add --from 23:10 --to 6:50`.

    The day after
    Der Tag danach
    Le jour d'après
    El día siguiente

    The day before
    Der Tag davor
    Le jour d'avant
    El día anterior

    The last {1} weeks. {2}. The line is the mean of four weeks.
    Die letzten {1} Wochen. {2}. Die Linie ist das Mittel von vier Wochen.
    Les {1} dernières semaines. {2}. La ligne est la moyenne de quatre semaines.
    Las últimas {1} semanas. {2}. La línea es la media de cuatro semanas.

    The range is that of 60 days: when the mean leaves it, an easy day is a good choice.
    Der Bereich ist der von 60 Tagen: Verlässt ihn das Mittel, ist ein leichter Tag eine gute Wahl.
    La plage est celle de 60 jours : quand la moyenne en sort, un jour facile est un bon choix.
    El rango es el de 60 días: cuando la media sale de él, un día suave es buena elección.

    There are few days to compare with, so it may still be far off.
    Es gibt erst wenige Tage zum Vergleich, also kann es noch weit daneben liegen.
    Il y a peu de jours à comparer, le résultat peut donc être loin du compte.
    Hay pocos días para comparar, así que aún puede estar muy desviado.

    There is no power to show yet.
    Es gibt noch keine Leistung zu zeigen.
    Il n'y a pas encore de puissance à montrer.
    Aún no hay potencia que mostrar.

    Usual
    Üblich
    Habituel
    Habitual

    Week of {1}
    Woche ab {1}
    Semaine du {1}
    Semana del {1}

    Your own range
    Dein eigener Bereich
    Votre propre plage
    Tu propio rango

    all out
    alles gegeben
    à fond
    al máximo

    not known
    nicht bekannt
    inconnu
    no se sabe

    {1} of power
    {1} Leistung
    {1} de puissance
    {1} de potencia
    """#
}
