extension Wording {
  /// The phrases about plans and their intervals.
  static let plans = #"""
    Plan
    Plan
    Plan
    Plan

    Intervals
    Intervalle
    Intervalles
    Intervalos

    Interval
    Intervall
    Intervalle
    Intervalo

    Line
    Zeile
    Ligne
    Línea

    Label
    Titel
    Libellé
    Etiqueta

    Ends after
    Endet nach
    Finit après
    Acaba tras

    Target
    Ziel
    Cible
    Objetivo

    Cadence
    Trittfrequenz
    Cadence
    Cadencia

    Route
    Strecke
    Parcours
    Ruta

    From
    Von
    De
    De

    Ridden
    Gefahren
    Fait
    Hecho

    About
    Inhalt
    Contenu
    Contenido

    Until
    Bis
    Jusqu'au
    Hasta

    {1}, by {2}
    {1}, von {2}
    {1}, par {2}
    {1}, de {2}

    It is empty.
    Er ist leer.
    Il est vide.
    Está vacío.

    {1}, {2} to {3}
    {1}, {2} bis {3}
    {1}, {2} à {3}
    {1}, {2} a {3}

    zone {1}
    Zone {1}
    zone {1}
    zona {1}

    Zone {1}
    Zone {1}
    Zone {1}
    Zona {1}

    free
    frei
    libre
    libre

    {1} from {2}
    {1} ab {2}
    {1} à partir de {2}
    {1} desde {2}

    {1} to {2} bpm (not yours: the default)
    {1} bis {2} bpm (nicht deine: die Vorgabe)
    {1} à {2} bpm (pas la vôtre : celle par défaut)
    {1} a {2} bpm (no la tuya: la predeterminada)

    {1} to {2} bpm
    {1} bis {2} bpm
    {1} à {2} bpm
    {1} a {2} bpm

    {1} to {2} W
    {1} bis {2} W
    {1} à {2} W
    {1} a {2} W

    {1} W by hand ({2} planned)
    {1} W von Hand ({2} geplant)
    {1} W à la main ({2} prévus)
    {1} W a mano ({2} previstos)

    free by hand ({1} planned)
    frei von Hand ({1} geplant)
    libre à la main ({1} prévu)
    libre a mano ({1} previsto)

    {1} W by hand (planned free)
    {1} W von Hand (frei geplant)
    {1} W à la main (prévu libre)
    {1} W a mano (previsto libre)

    {1} by the timer
    {1} nach Zeit
    {1} au temps
    {1} por tiempo

    {1} by distance
    {1} nach Strecke
    {1} à la distance
    {1} por distancia

    {1} to a place
    {1} bis zu einem Ort
    {1} jusqu'à un lieu
    {1} hasta un lugar

    {1} until `jz2ctl done`
    {1} bis `jz2ctl done`
    {1} jusqu'à `jz2ctl done`
    {1} hasta `jz2ctl done`

    Its route is {1} long.
    Seine Strecke ist {1} lang.
    Son parcours fait {1}.
    Su ruta mide {1}.

    Its places: {1}.
    Seine Orte: {1}.
    Ses lieux : {1}.
    Sus lugares: {1}.

    No plans yet; `jz2ctl plan new NAME` creates one, `jz2ctl plan import FILE` imports one.
    Noch keine Pläne; `jz2ctl plan new NAME` legt einen an, `jz2ctl plan import FILE` importiert einen.
    Pas encore de plan ; `jz2ctl plan new NAME` en crée un, `jz2ctl plan import FILE` en importe un.
    Aún no hay planes; `jz2ctl plan new NAME` crea uno, `jz2ctl plan import FILE` importa uno.

    No deleted plans.
    Keine gelöschten Pläne.
    Aucun plan supprimé.
    No hay planes borrados.

    `jz2ctl plan undelete NAME` restores a plan until its day.
    `jz2ctl plan undelete NAME` stellt einen Plan bis zu seinem Tag wieder her.
    `jz2ctl plan undelete NAME` restaure un plan jusqu'à son jour.
    `jz2ctl plan undelete NAME` recupera un plan hasta su día.

    a route of {1}
    eine Strecke von {1}
    un parcours de {1}
    una ruta de {1}

    Created the plan {1}.
    Der Plan {1} ist angelegt.
    Le plan {1} est créé.
    El plan {1} está creado.

    `jz2ctl plan add {1} --timer 10:00 --watts 150` adds an interval.
    `jz2ctl plan add {1} --timer 10:00 --watts 150` fügt ein Intervall hinzu.
    `jz2ctl plan add {1} --timer 10:00 --watts 150` ajoute un intervalle.
    `jz2ctl plan add {1} --timer 10:00 --watts 150` añade un intervalo.

    1 interval
    1 Intervall
    1 intervalle
    1 intervalo

    {1} intervals
    {1} Intervalle
    {1} intervalles
    {1} intervalos

    {1} and more
    {1} und mehr
    {1} et plus
    {1} y más

    Interval {1} of {2}
    Intervall {1} von {2}
    Intervalle {1} sur {2}
    Intervalo {1} de {2}

    Bias {1} %.
    Anpassung {1} %.
    Ajustement {1} %.
    Ajuste {1} %.

    The interval is over.
    Das Intervall ist vorbei.
    L'intervalle est terminé.
    El intervalo ha terminado.

    All {1} intervals are over.
    Alle {1} Intervalle sind vorbei.
    Les {1} intervalles sont terminés.
    Los {1} intervalos han terminado.

    until `jz2ctl done`
    bis `jz2ctl done`
    jusqu'à `jz2ctl done`
    hasta `jz2ctl done`

    {1} to go
    noch {1}
    encore {1}
    faltan {1}

    {1} to its place
    {1} bis zum Ort
    {1} jusqu'au lieu
    {1} hasta su lugar

    to its place
    bis zum Ort
    jusqu'au lieu
    hasta su lugar
    """#
}
