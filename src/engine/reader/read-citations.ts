import { type Passage, sentencesIn } from '../../language/sentences.ts'
import type { Document } from '../panel/asked.ts'
import { documentLabel } from '../prompt/material.ts'
import { passageAt, quoteOf } from '../reading/citations.ts'
import { listIn, objectsIn, property, textAt, textOf } from '../reading/reply-fields.ts'

/** The words of a document that a reader cites, and the place of the document. */
export interface CitedWords {
  document: number
  quote: string
}

export interface CitedStatement {
  says: CitedWords[]
  denies: CitedWords[]
}

export interface CitedText {
  /** What documents say of the sentences of a text that state a fact, all of it or a part. */
  sentences: Array<CitedStatement & Passage & { partly: CitedWords[] }>
  /** What they say of its short answer; null where none was shown. */
  answer: CitedStatement | null
}

/** The rest of a longer list is not read. */
const MOST_LISTED = 200

/**
 * What a reader says that documents say of a text, one place for each document. Null if it is unreadable, or cites no
 * sentence that exists.
 */
export function readCitations(
  reply: string,
  { text, answer, documents }: { text: string; answer: string | null; documents: Document[] },
): CitedText | null {
  const places = new Map([['', sentencesIn(text)]])
  const sentences = new Map(documents.map((one, place) => [documentLabel(place), sentencesIn(one.text)]))
  const count = { given: 0, missing: 0 }
  const cited = (item: unknown, name: string): CitedWords[] => {
    const found = new Map<number, CitedWords>()
    for (const one of listIn(property(item, name)).slice(0, MOST_LISTED)) {
      const passage = passageAt(textOf(one), sentences)
      count.given++
      if (passage === null) count.missing++
      else {
        const document = [...sentences.keys()].indexOf(passage.label)
        if (!found.has(document))
          found.set(document, { document, quote: quoteOf(documents[document]!.text, passage) })
      }
    }
    return [...found.values()]
  }
  const statement = (item: unknown): CitedStatement => ({
    says: cited(item, 'says'),
    denies: cited(item, 'denies'),
  })
  for (const fields of objectsIn(reply)) {
    const listed = fields.get('sentences')
    if (!Array.isArray(listed)) continue
    const stated = listed.slice(0, MOST_LISTED).flatMap((item) => {
      const passage = passageAt(textAt(item, 'sentence'), places)
      return passage === null
        ? []
        : [{ start: passage.start, end: passage.end, ...statement(item), partly: cited(item, 'partly') }]
    })
    const ofAnswer = answer === null ? null : statement(fields.get('answer'))
    if (count.given > 0 && count.missing === count.given) return null
    return { sentences: stated, answer: ofAnswer }
  }
  return null
}
