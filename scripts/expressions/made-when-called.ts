/** Examples of expressions that the source builds only when called, one for each such place. */
export const MADE_WHEN_CALLED: Record<string, RegExp[]> = {
  'engine/reading/question/options.ts': [/\(A\)|\b(?:[Oo]ption|[Cc]hoice) A\b|\bis A[.!;]?$/],
  'engine/hearing/count-reply.ts': [/(?<![\w-])B2(?![\w-])/i],
  'http/shared/error-response.ts': [/^\/consensus\/[^/]+\/events\/?$/],
}
