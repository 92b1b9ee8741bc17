extension Wording {
  /// The phrases about settings and zones.
  static let settings = #"""
    Maximum heart rate
    Maximale Herzfrequenz
    Fréquence cardiaque maximale
    Frecuencia cardíaca máxima

    Threshold heart rate
    Schwellenherzfrequenz
    Fréquence cardiaque au seuil
    Frecuencia cardíaca umbral

    Threshold power (FTP)
    Schwellenleistung (FTP)
    Puissance au seuil (FTP)
    Potencia umbral (FTP)

    Units
    Einheiten
    Unités
    Unidades

    Usual power
    Übliche Leistung
    Puissance habituelle
    Potencia habitual

    Usual time
    Übliche Zeit
    Durée habituelle
    Tiempo habitual

    Recovery from
    Erholung aus
    Récupération d'après
    Recuperación según

    Your Zone 2 reaches your maximum heart rate. Check `--zone2` and `--max-heart-rate`.
    Deine Zone 2 reicht bis zu deiner maximalen Herzfrequenz. Prüfe `--zone2` und `--max-heart-rate`.
    Votre Zone 2 atteint votre fréquence cardiaque maximale. Vérifiez `--zone2` et `--max-heart-rate`.
    Tu Zona 2 llega a tu frecuencia cardíaca máxima. Comprueba `--zone2` y `--max-heart-rate`.

    Your Zone 2 begins at your resting heart rate. Check `--zone2` and `--resting-heart-rate`.
    Deine Zone 2 beginnt bei deiner Ruheherzfrequenz. Prüfe `--zone2` und `--resting-heart-rate`.
    Votre Zone 2 commence à votre fréquence cardiaque de repos. Vérifiez `--zone2` et `--resting-heart-rate`.
    Tu Zona 2 empieza en tu frecuencia cardíaca en reposo. Comprueba `--zone2` y `--resting-heart-rate`.

    Fan
    Ventilator
    Ventilateur
    Ventilador

    off
    aus
    arrêt
    apagado

    by power
    nach Leistung
    d'après la puissance
    según la potencia

    by heart rate
    nach Herzfrequenz
    d'après la fréquence cardiaque
    según la frecuencia cardíaca

    The fan follows your power only once your FTP is set. Use `--ftp`.
    Der Ventilator folgt deiner Leistung erst, wenn deine FTP gesetzt ist. Nimm `--ftp`.
    Le ventilateur ne suit votre puissance qu'une fois votre FTP indiquée. Utilisez `--ftp`.
    El ventilador solo sigue tu potencia cuando tu FTP está definida. Usa `--ftp`.

    The fan follows your heart rate only by five zones. Choose a method with `--zones`.
    Der Ventilator folgt deiner Herzfrequenz nur nach fünf Zonen. Wähle eine Methode mit `--zones`.
    Le ventilateur ne suit votre fréquence cardiaque que d'après cinq zones. Choisissez une méthode avec `--zones`.
    El ventilador solo sigue tu frecuencia cardíaca según cinco zonas. Elige un método con `--zones`.

    metric (km, kg)
    metrisch (km, kg)
    métriques (km, kg)
    métricas (km, kg)

    imperial (miles, pounds)
    imperial (Meilen, Pfund)
    impériales (miles, livres)
    imperiales (millas, libras)

    not set
    nicht gesetzt
    non défini
    sin definir

    weights for men
    Gewichtung für Männer
    coefficients pour hommes
    coeficientes para hombres

    weights for women
    Gewichtung für Frauen
    coefficients pour femmes
    coeficientes para mujeres

    Zone
    Zone
    Zone
    Zona

    Share
    Anteil
    Part
    Parte

    Zones by {1}
    Zonen ({1})
    Zones ({1})
    Zonas ({1})

    Zones by {1}: {2}
    Zonen ({1}): {2}
    Zones ({1}) : {2}
    Zonas ({1}): {2}

    the Zone 2 range
    Bereich der Zone 2
    la plage de la Zone 2
    el rango de la Zona 2

    maximum heart rate
    maximale Herzfrequenz
    fréquence cardiaque maximale
    frecuencia cardíaca máxima

    heart-rate reserve
    Herzfrequenzreserve
    réserve de fréquence cardiaque
    reserva de frecuencia cardíaca

    threshold heart rate (Friel)
    Schwellenherzfrequenz (Friel)
    fréquence cardiaque au seuil (Friel)
    frecuencia cardíaca umbral (Friel)

    threshold heart rate (Coggan)
    Schwellenherzfrequenz (Coggan)
    fréquence cardiaque au seuil (Coggan)
    frecuencia cardíaca umbral (Coggan)

    below it, in it, above it.
    darunter, darin, darüber.
    en dessous, dedans, au-dessus.
    por debajo, dentro, por encima.

    60, 70, 80 and 90 % of {1}.
    60, 70, 80 und 90 % von {1}.
    60, 70, 80 et 90 % de {1}.
    60, 70, 80 y 90 % de {1}.

    {1} and 60, 70, 80 and 90 % of what is above, up to {2} (Karvonen).
    {1} und 60, 70, 80 und 90 % dessen, was darüber ist, bis {2} (Karvonen).
    {1} et 60, 70, 80 et 90 % de ce qui est au-dessus, jusqu'à {2} (Karvonen).
    {1} y el 60, 70, 80 y 90 % de lo que hay por encima, hasta {2} (Karvonen).

    81, 90, 94 and 100 % of {1}.
    81, 90, 94 und 100 % von {1}.
    81, 90, 94 et 100 % de {1}.
    81, 90, 94 y 100 % de {1}.

    69, 84, 95 and 106 % of {1}.
    69, 84, 95 und 106 % von {1}.
    69, 84, 95 et 106 % de {1}.
    69, 84, 95 y 106 % de {1}.

    from {1} bpm
    ab {1} bpm
    à partir de {1} bpm
    desde {1} bpm

    below {1} bpm
    unter {1} bpm
    moins de {1} bpm
    menos de {1} bpm

    any
    beliebig
    toutes
    cualquiera
    """#
}
