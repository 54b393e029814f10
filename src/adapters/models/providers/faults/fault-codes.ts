const OF_STATUS: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'model_not_found',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  422: 'bad_request',
  429: 'rate_limited',
}

/** Error names that are more specific than the status they come with. */
const SPECIFIC_NAMES: Record<string, string> = {
  insufficient_quota: 'payment_required',
  billing_error: 'payment_required',
  context_length_exceeded: 'too_large',
  content_filter: 'filtered',
  content_policy_violation: 'filtered',
  API_KEY_INVALID: 'unauthorized',
}

/** Error names of providers, for errors without a status. */
const OTHER_NAMES: Record<string, string> = {
  invalid_request_error: 'bad_request',
  authentication_error: 'unauthorized',
  invalid_api_key: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'model_not_found',
  model_not_found: 'model_not_found',
  request_too_large: 'too_large',
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  timeout_error: 'timeout',
  INVALID_ARGUMENT: 'bad_request',
  UNAUTHENTICATED: 'unauthorized',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'model_not_found',
  RESOURCE_EXHAUSTED: 'rate_limited',
  DEADLINE_EXCEEDED: 'timeout',
}

/** The routing provider refuses an unknown model with 400 and these words alone. */
const UNKNOWN_MODEL = /is not a valid model ID/i

/** Most providers refuse a prompt that their model cannot read with 400 and words alone. */
const TOO_LONG =
  /\bcontext[ _](?:length|size|window)\b|\b(?:prompt|input|request) is too long\b|\binput token count\b|\btoo many input tokens\b/i

/** The code of an error with this status (null if it had none), these provider-specific names and these words. */
export function faultCode(status: number | null, names: string[], words: string): string {
  if (status === 400 && UNKNOWN_MODEL.test(words)) return 'model_not_found'
  if (status === 400 && TOO_LONG.test(words)) return 'too_large'
  const telling = lookUp(SPECIFIC_NAMES, names)
  if (telling !== undefined) return telling
  if (status === null) return lookUp(OTHER_NAMES, names) ?? 'provider_error'
  return OF_STATUS[status] ?? (status >= 500 ? 'provider_error' : 'refused')
}

function lookUp(table: Record<string, string>, names: string[]): string | undefined {
  const known = names.find((name) => Object.hasOwn(table, name))
  return known === undefined ? undefined : table[known]
}
