/** What Redis says when it refuses the user or the password. */
const REFUSED_USER = /^(WRONGPASS|NOAUTH)\b/

/** What Redis says when its access list does not allow the user a command, key or channel. */
const FORBIDDEN = /^NOPERM\b/

/** Certificates that the connection does not accept; all other errors of the network can pass. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** A command that Redis itself answered with an error, which begins with a word in capitals. */
const REFUSED_COMMAND = /^[A-Z]+ /

/** What is wrong with REDIS_URL or the installation, worded to fit into a sentence; null for an error that can pass. */
export function lastingReasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (REFUSED_USER.test(error.message)) return 'it refuses the user or password of REDIS_URL'
  if (FORBIDDEN.test(error.message))
    return `it does not allow the user of REDIS_URL enough (${error.message})`
  const code = 'code' in error ? String(error.code) : ''
  return CERTIFICATE.test(code) ? 'its certificate is not trusted' : null
}

/** Why Redis cannot do what it was asked for, worded in the same way. */
export function reasonOf(error: unknown): string {
  const lasting = lastingReasonOf(error)
  if (lasting !== null) return lasting
  const isRefused = error instanceof Error && REFUSED_COMMAND.test(error.message)
  return isRefused ? `it refuses commands (${error.message})` : 'it cannot be reached'
}
