/** At most so many bytes of a body, however much follows. */
export async function firstBytes(
  most: number,
  body: AsyncIterable<Uint8Array> | null,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes >= most) break
  }
  return Buffer.concat(parts, Math.min(bytes, most))
}
