extension Wording {
  /// The phrases about nights.
  static let nights = #"""
    asleep {1}
    geschlafen {1}
    sommeil {1}
    dormido {1}

    awake {1}
    wach {1}
    éveil {1}
    despierto {1}

    deep {1}
    tief {1}
    profond {1}
    profundo {1}

    REM {1}
    REM {1}
    REM {1}
    REM {1}

    light {1}
    leicht {1}
    léger {1}
    ligero {1}

    Night of {1}
    Nacht zum {1}
    Nuit du {1}
    Noche del {1}

    in bed {1}
    im Bett {1}
    au lit {1}
    en la cama {1}

    Deleted the night of {1}.
    Die Nacht zum {1} ist gelöscht.
    La nuit du {1} est supprimée.
    La noche del {1} está borrada.

    1 night is stored.
    1 Nacht ist gespeichert.
    1 nuit est enregistrée.
    1 noche guardada.

    1 night is stored, {1} refused.
    1 Nacht ist gespeichert, {1} abgelehnt.
    1 nuit est enregistrée, refusées : {1}.
    1 noche guardada, rechazadas: {1}.

    {1} nights are stored.
    {1} Nächte sind gespeichert.
    {1} nuits sont enregistrées.
    {1} noches guardadas.

    {1} nights are stored, {2} refused.
    {1} Nächte sind gespeichert, {2} abgelehnt.
    {1} nuits sont enregistrées, refusées : {2}.
    {1} noches guardadas, rechazadas: {2}.

    No nights yet. Enter one: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Noch keine Nächte. Gib eine ein: `jz2ctl sleep add --from 23:10 --to 6:50`.
    Pas encore de nuit. Saisissez-en une : `jz2ctl sleep add --from 23:10 --to 6:50`.
    Aún no hay noches. Anota una: `jz2ctl sleep add --from 23:10 --to 6:50`.

    In bed
    Im Bett
    Au lit
    En cama

    Asleep
    Schlaf
    Endormi
    Dormido

    Awake
    Wach
    Éveillé
    Despierto

    Deep
    Tief
    Profond
    Profundo

    REM
    REM
    REM
    REM

    Light
    Leicht
    Léger
    Ligero
    """#
}
