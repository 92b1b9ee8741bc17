extension Wording {
  /// The phrases of the verbs about services.
  static let serviceVerbs = #"""
    {1} for finished rides is named by the administrator.
    {1} für beendete Fahrten wird vom Administrator festgelegt.
    {1} pour les sorties terminées : c'est l'administrateur qui en décide.
    {1} para las sesiones terminadas: lo decide el administrador.

    As root, edit /etc/jz2/sync.conf, then `systemctl restart jz2-sync`.
    Bearbeite als root /etc/jz2/sync.conf, danach `systemctl restart jz2-sync`.
    En tant que root, modifiez /etc/jz2/sync.conf, puis `systemctl restart jz2-sync`.
    Como root, edita /etc/jz2/sync.conf y después `systemctl restart jz2-sync`.
    """#
}
