import { sentencesOf } from '../../../language/sentences.ts'
import { closesIdly, opensIdly } from './idle-clauses.ts'

const CITATION =
  /\s?(?:\[\^\d{1,3}\^\]|【[^【】]{1,20}】|(?<=\p{L}{3}|[.!?"”)])\[\d{1,2}\](?=[\s.,;!?[]|$))/gu
const CONTRAST = /^(?:however|but|nevertheless|that said|with that said|still)[, ]+/i
const BUT = /,? (?:but|however)[, ]+/i
const MOST_SENTENCES = 4
const LONGEST_LOOK = 1_000

/** Prose without greeting, disclaimers, citation marks and closing offers; as it is when nothing would be left. */
export function withoutBoilerplate(text: string): string {
  const prose = text.includes('[') || text.includes('【') ? text.replace(CITATION, '') : text
  const opened = withoutOpening(prose)
  const closed = withoutClosing(opened)
  return /[\p{L}\p{N}]/u.test(closed) ? closed : prose
}

function withoutOpening(text: string): string {
  let rest = text
  for (let round = 0; round < MOST_SENTENCES; round++) {
    const [sentence = ''] = sentencesOf(rest.slice(0, LONGEST_LOOK))
    const plain = sentence.replaceAll('’', "'")
    const [first = '', ...others] = plain.split(BUT)
    if (sentence === '' || !opensIdly(first.trim().replace(/(?<![.!:])[.!:]+$/, ''))) break
    const end = rest.indexOf(sentence) + (others.length > 0 ? plain.search(BUT) : sentence.length)
    rest = rest
      .slice(end)
      .replace(/^[\s,.!:]+/, '')
      .replace(CONTRAST, '')
  }
  return rest === text ? text : rest.charAt(0).toUpperCase() + rest.slice(1)
}

function withoutClosing(text: string): string {
  let rest = text.trimEnd()
  for (const sentence of sentencesOf(text.slice(-LONGEST_LOOK)).slice(-MOST_SENTENCES).reverse()) {
    if (!closesIdly(sentence.replaceAll('’', "'"))) break
    const start = rest.lastIndexOf(sentence)
    if (start <= 0) break
    rest = rest.slice(0, start).trimEnd()
  }
  return rest
}
