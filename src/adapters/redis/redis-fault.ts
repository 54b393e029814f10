/** What Redis says when it refuses the user or the password. */
const REFUSED_USER = /^(WRONGPASS|NOAUTH)\b/

/** What Redis says when its access list does not allow the user a command, key or channel. */
const FORBIDDEN = /^NOPERM\b/

/** Certificates that the connection does not accept; all other errors of the network can pass. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** A command that Redis itself answered with an error, which begins with a word in capitals. */
const REFUSED_COMMAND = /^[A-Z]+ /

/** Why Redis cannot do what it was asked for, worded to fit into a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  if (REFUSED_USER.test(error.message)) return 'it refuses the user or password of REDIS_URL'
  if (FORBIDDEN.test(error.message))
    return `it does not allow the user of REDIS_URL enough (${error.message})`
  if (CERTIFICATE.test(codeOf(error))) return 'its certificate is not trusted'
  if (REFUSED_COMMAND.test(error.message)) return `it refuses commands (${error.message})`
  return 'it cannot be reached'
}

/** Whether an error is one of REDIS_URL or of the installation, which does not pass by itself. */
export function isMisconfigured(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return [REFUSED_USER, FORBIDDEN].some((said) => said.test(error.message)) || CERTIFICATE.test(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
