extension Wording {
  /// The phrases about a ride that is shown, cut or uploaded.
  static let reviews = #"""
    Ride {1}{2}, begun {3}{4}
    Fahrt {1}{2}, begonnen {3}{4}
    Sortie {1}{2}, commencée {3}{4}
    Sesión {1}{2}, empezada {3}{4}

    {1} W normalized{2}
    {1} W normalisiert{2}
    {1} W normalisés{2}
    {1} W normalizados{2}

    Load
    Last
    Charge
    Carga

    {1} bpm maximum
    {1} bpm maximal
    {1} bpm au maximum
    {1} bpm de máxima

    {1} of 21
    {1} von 21
    {1} sur 21
    {1} de 21

    FTP {1} W (today's)
    FTP {1} W (von heute)
    FTP {1} W (d'aujourd'hui)
    FTP {1} W (de hoy)

    {1} W/bpm, normalized
    {1} W/bpm, normalisiert
    {1} W/bpm, normalisé
    {1} W/bpm, normalizado

    {1} bpm an hour
    {1} bpm pro Stunde
    {1} bpm par heure
    {1} bpm por hora

    Drift
    Drift
    Dérive
    Deriva

    Efficiency
    Effizienz
    Efficacité
    Eficiencia

    {1}, {2} % of the time
    {1}, {2} % der Zeit
    {1}, {2} % du temps
    {1}, {2} % del tiempo

    , at {1}
    , mit {1}
    , à {1}
    , a {1}

    {1} % (Pw:HR), {2}; of {3}
    {1} % (Pw:HR), {2}; von {3}
    {1} % (Pw:HR), {2} ; de {3}
    {1} % (Pw:HR), {2}; de {3}

    not steady enough (VI {1} from {2})
    nicht gleichmäßig genug (VI {1} von {2})
    pas assez régulier (VI {1} de {2})
    no lo bastante estable (VI {1} de {2})

    none (needs 20 minutes of steady riding; {1} is less)
    keine (braucht 20 Minuten gleichmäßiges Fahren; {1} ist weniger)
    aucun (demande 20 minutes régulières ; {1} est moins)
    ninguno (necesita 20 minutos de rodaje estable; {1} es menos)

    none (too little of {1} has both power and heart rate)
    keine (zu wenig von {1} hat Leistung und Herzfrequenz)
    aucun (trop peu de {1} a puissance et fréquence cardiaque)
    ninguno (muy poco de {1} tiene potencia y frecuencia cardíaca)

    coupled
    gekoppelt
    couplé
    acoplado

    Lap
    Runde
    Tour
    Vuelta

    Planned
    Geplant
    Prévu
    Previsto

    Ended by
    Ende durch
    Fini par
    Fin por

    manual
    Hand
    main
    mano

    time
    Zeit
    temps
    tiempo

    distance
    Strecke
    distance
    distancia

    location
    Ort
    lieu
    lugar

    end
    Ende
    fin
    final

    Imported from {1}.
    Importiert aus {1}.
    Importée de {1}.
    Importada de {1}.

    Deleted; `jz2ctl undelete {1}` restores it until {2}.
    Gelöscht; `jz2ctl undelete {1}` stellt sie bis {2} wieder her.
    Supprimée ; `jz2ctl undelete {1}` la restaure jusqu'au {2}.
    Borrada; `jz2ctl undelete {1}` la recupera hasta el {2}.

    Timer
    Uhr
    Chrono
    Crono

    Alpha-1
    Alpha-1
    Alpha-1
    Alpha-1

    Every {1}; `--json` shows each second.
    Alle {1}; `--json` zeigt jede Sekunde.
    Toutes les {1} ; `--json` montre chaque seconde.
    Cada {1}; `--json` muestra cada segundo.

    DFA alpha-1: {1}.
    DFA alpha-1: {1}.
    DFA alpha-1 : {1}.
    DFA alpha-1: {1}.

    Speed and distance are virtual: computed from power.
    Tempo und Strecke sind virtuell: aus der Leistung errechnet.
    Vitesse et distance sont virtuelles : calculées d'après la puissance.
    Velocidad y distancia son virtuales: calculadas a partir de la potencia.

    runs
    läuft
    tourne
    corre

    stands
    steht
    arrêté
    parado

    Trimmed: {1} of {2} is kept; `jz2ctl untrim {3}` restores the rest.
    Gekürzt: {1} von {2} bleibt; `jz2ctl untrim {3}` stellt den Rest wieder her.
    Raccourcie : {1} sur {2} est gardé ; `jz2ctl untrim {3}` restaure le reste.
    Recortada: se conserva {1} de {2}; `jz2ctl untrim {3}` recupera el resto.

    Times here count from {1} of the whole ride; `trim` takes those of the whole.
    Die Zeiten hier zählen ab {1} der ganzen Fahrt; `trim` nimmt die der ganzen.
    Les temps comptent ici depuis {1} de la sortie entière ; `trim` prend ceux de l'entière.
    Los tiempos cuentan aquí desde {1} de la sesión entera; `trim` usa los de la entera.

    whole; {1} is kept
    ganz; {1} bleibt
    entière ; {1} est gardé
    entera; se conserva {1}

    Ride {1} is whole; nothing was trimmed.
    Fahrt {1} ist ganz; nichts wurde gekürzt.
    La sortie {1} est entière ; rien n'a été raccourci.
    La sesión {1} está entera; no se ha recortado nada.

    Begun
    Begonnen
    Début
    Inicio

    before
    vorher
    avant
    antes

    now
    jetzt
    après
    ahora

    Ride {1} is whole again.
    Fahrt {1} ist wieder ganz.
    La sortie {1} est de nouveau entière.
    La sesión {1} está entera de nuevo.

    The stop seems forgotten: nobody pedalled after {1}, for the last {2}.
    Das Ende scheint vergessen: nach {1} trat niemand mehr, die letzten {2}.
    L'arrêt semble oublié : personne n'a pédalé après {1}, pendant les dernières {2}.
    Parece que se olvidó parar: nadie pedaleó después de {1}, durante los últimos {2}.

    No forgotten end found.
    Kein vergessenes Ende gefunden.
    Aucun arrêt oublié.
    No se ha encontrado ningún final olvidado.

    {1} to {2} at {3}
    {1} bis {2} mit {3}
    {1} à {2}, à {3}
    {1} a {2}, a {3}

    The work, without warm-up and cool-down: {1}.
    Die Arbeit, ohne Ein- und Ausfahren: {1}.
    Le travail, sans échauffement ni retour au calme : {1}.
    El trabajo, sin calentamiento ni enfriamiento: {1}.

    `jz2ctl trim {1} --auto` keeps {2}.
    `jz2ctl trim {1} --auto` behält {2}.
    `jz2ctl trim {1} --auto` garde {2}.
    `jz2ctl trim {1} --auto` conserva {2}.

    Nothing to trim.
    Nichts zu kürzen.
    Rien à raccourcir.
    Nada que recortar.

    waits
    wartet
    en attente
    en espera

    on its way since {1}
    unterwegs seit {1}
    en route depuis {1}
    en camino desde {1}

    sent {1}, not taken in yet
    gesendet {1}, noch nicht aufgenommen
    envoyée {1}, pas encore prise en compte
    enviada {1}, aún sin procesar

    done {1}{2}
    erledigt {1}{2}
    faite {1}{2}
    hecha {1}{2}

    was there already, {1}{2}
    war schon da, {1}{2}
    y était déjà, {1}{2}
    ya estaba, {1}{2}

    failed {1}
    fehlgeschlagen {1}
    échec {1}
    falló {1}

    {1}; stale: trimmed or made whole since; {2}
    {1}; veraltet: seither gekürzt oder wiederhergestellt; {2}
    {1} ; périmée : raccourcie ou restaurée depuis ; {2}
    {1}; anticuada: recortada o restaurada desde entonces; {2}

    Uploaded to {1} on {2}, and changed since: delete it there and upload it again.
    Hochgeladen zu {1} am {2}, und seither geändert: lösche sie dort und lade sie noch einmal hoch.
    Envoyée à {1} le {2}, et modifiée depuis : supprimez-la là-bas et renvoyez-la.
    Subida a {1} el {2} y modificada después: bórrala allí y súbela de nuevo.

    Uploaded to {1} on {2}.
    Hochgeladen zu {1} am {2}.
    Envoyée à {1} le {2}.
    Subida a {1} el {2}.

    it is renewed by itself
    sie wird von selbst erneuert
    elle est renouvelée toute seule
    se renueva sola

    run it again with {1}
    führe ihn noch einmal aus mit {1}
    relancez-la avec {1}
    ejecútalo de nuevo con {1}

    delete it there, then {1}
    lösche sie dort, dann {1}
    supprimez-la là-bas, puis {1}
    bórrala allí, luego {1}

    delete it there (the link), then {1}
    lösche sie dort (der Link), dann {1}
    supprimez-la là-bas (le lien), puis {1}
    bórrala allí (el enlace), luego {1}
    """#
}
