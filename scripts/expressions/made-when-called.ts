/** Examples of expressions that the source builds only when called, one for each such place. */
export const MADE_WHEN_CALLED: Record<string, RegExp[]> = {
  'engine/reading/relate.ts': [/\(A\)|\b(?:[Oo]ption|[Cc]hoice) A\b|\bis A[.!;]?$/],
  'http/shared/error-response.ts': [/^\/consensus\/[^/]+\/events\/?$/],
}
