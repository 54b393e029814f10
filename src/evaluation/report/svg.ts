/** A text in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A picture, and what it shows in words. */
export function picture([width, height]: [number, number], description: string, parts: string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(description)}">${parts.join('')}</svg>`
}

/** A straight line. */
export function line([x1, y1]: Point, [x2, y2]: Point, className: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${className}"/>`
}

/** A round mark with a text that a pointer shows. */
export function dot([x, y]: Point, radius: number, className: string, title = ''): string {
  const shown = title === '' ? '' : `<title>${escaped(title)}</title>`
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" class="${className}">${shown}</circle>`
}

/** A line of text. */
export function label(
  [x, y]: Point,
  content: string,
  { anchor = 'start', className = '' }: { anchor?: 'start' | 'middle' | 'end'; className?: string } = {},
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" class="${className}">${escaped(content)}</text>`
}

/** A place in a picture. */
export type Point = [x: number, y: number]

/** A text of at most so many characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
