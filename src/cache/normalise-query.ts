/** A query in the one shape in which identical questions are equal: case, spacing and closing marks removed. */
export function normaliseQuery(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?!.]+$/, '')
}
