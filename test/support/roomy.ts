/**
 * Limits far from what a test file or a script sends, so that only the tests about limits meet them; and few entries in
 * the cache, since memory is reserved for all.
 */
export const ROOMY = {
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_PER_HOUR: '100000',
  RATE_LIMIT_BURST: '100000',
  REQUEST_WAIT_MS: '3600000',
  CACHE_MAX_ENTRIES: '1000',
}
