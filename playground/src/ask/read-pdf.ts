import { getDocument } from 'unpdf/pdfjs'
import { LIMITS } from '../../../src/contract/limits.ts'
import { count } from '../page/figures.ts'
import { refusal } from './added-files.ts'

/** The text of a PDF, page by page, as far as a request can hold it. */
export async function readPdf(data: Uint8Array) {
  // The policy of the page forbids code made from strings, and no page is drawn.
  const loading = getDocument({ data, isEvalSupported: false, disableFontFace: true, useSystemFonts: false })
  try {
    const pdf = await loading.promise
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= pdf.numPages && length <= LIMITS.contextCharacters; number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      // Half of a surrogate pair is not text.
      pages.push(text.replace(/[\0\p{Cs}]/gu, '').trim())
      length += text.length
    }
    const written = pages.filter((page) => page !== '')
    if (written.length === 0)
      return refusal(
        'Its pages are pictures without text. Add them as pictures, or have the text recognised.',
      )
    const bare = pages.length - written.length
    const note = `${count(pdf.numPages, 'page')}${bare > 0 ? `, ${bare} without text` : ''}`
    return { kind: 'text' as const, content: written.join('\n\n'), note }
  } catch (error) {
    const isProtected = error instanceof Error && error.name === 'PasswordException'
    return refusal(
      isProtected ? 'Protected by a password. Save a copy without one.' : 'A damaged PDF. Save it anew.',
    )
  } finally {
    await loading.destroy()
  }
}
