const MARKS = /[\s"'“”„‘’«»*_`–—‐-]+/gu

/** Whether a quotation stands in a text, apart from white space, quotes, dashes, marks of Markdown, and capitals. */
export function standsIn(quotation: string, text: string): boolean {
  const sought = squeezed(quotation)
  return sought !== '' && squeezed(text).includes(sought)
}

function squeezed(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(MARKS, ' ').trim()
}
