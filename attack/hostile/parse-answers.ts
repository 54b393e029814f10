/** An answer as received. */
export interface WireAnswer {
  status: number
  headers: Map<string, string>
  body: string
  /** Whether it is complete. */
  whole: boolean
}

/** Parses the answers received on a connection, without interim ones (100). */
export function parseAnswers(bytes: Buffer, bodiless = false): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.subarray(0, Math.max(headEnd, 0)).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1])
    if (headEnd < 0 || Number.isNaN(status)) break
    const headers = new Map(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    )
    rest = rest.subarray(headEnd + 4)
    if (status < 200) continue
    const empty = bodiless || status === 204 || status === 304
    const { body, whole, after } = empty ? { body: '', whole: true, after: rest } : bodyIn(rest, headers)
    answers.push({ status, headers, body, whole })
    rest = after
  }
  return answers
}

interface Body {
  body: string
  whole: boolean
  after: Buffer
}

function bodyIn(rest: Buffer, headers: Map<string, string>): Body {
  if (headers.get('transfer-encoding')?.includes('chunked')) return chunksIn(rest)
  const stated = headers.get('content-length')
  // Without a length, the body continues until the connection ends.
  const length = stated === undefined ? rest.length : Number(stated)
  return {
    body: rest.subarray(0, length).toString(),
    whole: rest.length >= length,
    after: rest.subarray(length),
  }
}

function chunksIn(bytes: Buffer): Body {
  const chunks: Buffer[] = []
  let rest = bytes
  while (true) {
    const lineEnd = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, Math.max(lineEnd, 0)).toString('latin1'), 16)
    const end = lineEnd + 2 + size + 2
    if (lineEnd < 0 || Number.isNaN(size) || rest.length < end)
      return { body: Buffer.concat(chunks).toString(), whole: false, after: Buffer.alloc(0) }
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size))
    rest = rest.subarray(end)
    if (size === 0) return { body: Buffer.concat(chunks).toString(), whole: true, after: rest }
  }
}
