extension Wording {
  /// The phrases of the verbs about plans.
  static let planVerbs = #"""
    The plan {1} is unchanged.
    Der Plan {1} ist unverändert.
    Le plan {1} est inchangé.
    El plan {1} no ha cambiado.

    The plan is unchanged.
    Der Plan ist unverändert.
    Le plan est inchangé.
    El plan no ha cambiado.

    Edit it again? [Y/n]
    Noch einmal bearbeiten? [J/n]
    Le modifier à nouveau ? [O/n]
    ¿Editarlo otra vez? [S/n]

    The plan {1}. Save it to change the plan; leave it as it is to change nothing.
    Der Plan {1}. Speichere den Text, um den Plan zu ändern; lass ihn, wie er ist, um nichts zu ändern.
    Le plan {1}. Enregistrez le texte pour modifier le plan ; laissez-le tel quel pour ne rien changer.
    El plan {1}. Guarda el texto para cambiar el plan; déjalo como está para no cambiar nada.

    A line is an end, a target, a cadence and a label, such as: timer 5:00 105% 85-95rpm "Over"
    Eine Zeile ist ein Ende, ein Ziel, eine Trittfrequenz und ein Titel, etwa: timer 5:00 105% 85-95rpm "Over"
    Une ligne est une fin, une cible, une cadence et un libellé, par exemple : timer 5:00 105% 85-95rpm "Over"
    Una línea es un final, un objetivo, una cadencia y una etiqueta, por ejemplo: timer 5:00 105% 85-95rpm "Over"

    `jz2ctl plan import --help` has more; `jz2ctl plan rename` changes the name.
    `jz2ctl plan import --help` erklärt mehr; `jz2ctl plan rename` ändert den Namen.
    `jz2ctl plan import --help` en dit plus ; `jz2ctl plan rename` change le nom.
    `jz2ctl plan import --help` explica más; `jz2ctl plan rename` cambia el nombre.

    No editor is installed.
    Es ist kein Editor installiert.
    Aucun éditeur n'est installé.
    No hay ningún editor instalado.

    Name one: `EDITOR=nano jz2ctl plan edit NAME`; or use `plan export` and `plan import --replace`.
    Nenne einen: `EDITOR=nano jz2ctl plan edit NAME`; oder nimm `plan export` und `plan import --replace`.
    Indiquez-en un : `EDITOR=nano jz2ctl plan edit NAME` ; ou utilisez `plan export` et `plan import --replace`.
    Indica uno: `EDITOR=nano jz2ctl plan edit NAME`; o usa `plan export` y `plan import --replace`.

    The editor failed; the plan is unchanged.
    Der Editor endete mit einem Fehler; der Plan ist unverändert.
    L'éditeur a échoué ; le plan est inchangé.
    El editor ha fallado; el plan no ha cambiado.

    Name another: `EDITOR=nano jz2ctl plan edit NAME`.
    Nenne einen anderen: `EDITOR=nano jz2ctl plan edit NAME`.
    Indiquez-en un autre : `EDITOR=nano jz2ctl plan edit NAME`.
    Indica otro: `EDITOR=nano jz2ctl plan edit NAME`.

    The plan {1} was changed meanwhile; your text is not saved.
    Der Plan {1} wurde inzwischen geändert; dein Text ist nicht gespeichert.
    Le plan {1} a été modifié entre-temps ; votre texte n'est pas enregistré.
    El plan {1} se ha cambiado entretanto; tu texto no se ha guardado.

    Look at it: `jz2ctl plan show {1}`.
    Sieh ihn dir an: `jz2ctl plan show {1}`.
    Regardez-le : `jz2ctl plan show {1}`.
    Míralo: `jz2ctl plan show {1}`.

    Your text is in {1}; once it is right, save it: `jz2ctl plan import {2} --name {3} --replace`.
    Dein Text ist in {1}; sobald er stimmt, speichere ihn: `jz2ctl plan import {2} --name {3} --replace`.
    Votre texte est dans {1} ; une fois correct, enregistrez-le : `jz2ctl plan import {2} --name {3} --replace`.
    Tu texto está en {1}; cuando esté bien, guárdalo: `jz2ctl plan import {2} --name {3} --replace`.

    Renamed the plan {1} to {2}.
    Der Plan {1} heißt jetzt {2}.
    Le plan {1} s'appelle désormais {2}.
    El plan {1} se llama ahora {2}.

    Copied the plan {1} to {2}.
    Der Plan {1} wurde nach {2} kopiert.
    Le plan {1} a été copié vers {2}.
    El plan {1} se ha copiado a {2}.
    """#
}
