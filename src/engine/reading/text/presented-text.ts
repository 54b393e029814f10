const LONGEST_INTRODUCTION = 300
/** “Here is …” in the languages of our tests; a fifth of the recorded drafts that are not code begin with such a line. */
const PRESENTS =
  /(?:^|[.!,] )(?:here(?:['’]s| is| are)|hier (?:ist|sind|is|zijn)|voici|aquí (?:está|están|tienes|tiene)|ecco|aqui está|oto|вот)(?![\p{L}\p{N}])|以下(?:是|は|が)|다음은/iu
const QUOTED = /^(?:"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»)$/
const OPENS_QUOTATION = /^["“„«]/

/**
 * A draft without a first line such as “Sure! Here is the translation:”. If a quotation follows, it is the draft, and what
 * is said about it afterwards stands apart. Null for a text that begins with itself.
 */
export function presentedText(text: string): { text: string; after: string } | null {
  const [introduction = '', blank, ...rest] = text.trimStart().split('\n')
  if (introduction.length > LONGEST_INTRODUCTION || blank?.trim() !== '') return null
  if (!/[:：]$/.test(introduction.trimEnd()) || !PRESENTS.test(introduction)) return null
  const presented = rest.join('\n').replace(/^(?:[ \t]*\n)+/, '')
  if (presented.trim() === '') return null
  const [first = '', ...others] = presented.split(/\n[ \t]*\n/)
  const quotation = QUOTED.exec(first.trim())?.slice(1).find(Boolean)
  const isOnly = others.every((paragraph) => !OPENS_QUOTATION.test(paragraph.trim()))
  if (quotation !== undefined && isOnly) return { text: quotation, after: others.join('\n\n').trim() }
  return { text: presented, after: '' }
}
