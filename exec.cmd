@rem npm runs scripts in cmd here, which has no exec; elsewhere exec lets npm pass on signals and wait.
@%*
