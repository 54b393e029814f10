import type { Context } from 'hono'
import type { Encoding, PlaygroundFile } from './playground-files.ts'

/** Sends a file in the best encoding that the caller accepts, or 304 if the caller has it. */
export function sendFile(
  context: Context,
  { type, digest, bodies }: PlaygroundFile,
  headers: Record<string, string>,
): Response {
  const encoding = acceptedEncoding(context.req.header('accept-encoding') ?? '')
  const etag = `"${digest}-${encoding}"`
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  if (isKnown(context.req.header('if-none-match') ?? '', etag)) return context.body(null, 304, common)
  return context.body(bodies[encoding], 200, {
    ...common,
    'Content-Type': type,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
}

/** The smallest encoding that an Accept-Encoding header names without a weight of zero. */
function acceptedEncoding(header: string): Encoding {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** Whether an If-None-Match header has a tag; a proxy may have made it a weak one. */
function isKnown(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
