import type { ClaimStatus } from '../../../contract/claims.ts'
import type { ReadSupport } from '../../measure/claims/bearing.ts'
import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { type Prose, proseIn } from '../../reading/text/prose-sentences.ts'
import { findFaults, type TextFault, textOf } from './find-faults.ts'
import { isCounted, type ReadSentence, readSentences } from './read-sentences.ts'
import { createDetailSearch } from './unknown-details.ts'

/** What a text is checked against. */
export interface TextSources {
  entries: LedgerEntry[]
  statuses: ClaimStatus[]
  /** Everything that the writer may take names, numbers and dates from. */
  sources: string[]
  readSupport: ReadSupport
  pause: () => Promise<void>
}

/** What a text says in terms of the ledger, and why it cannot be the answer. */
export interface CheckedText {
  /** Those that state something, without headings. */
  sentences: ReadSentence[]
  faults: TextFault[]
}

/** Checks the next part of a text. */
export type CheckProse = (prose: Prose) => Promise<CheckedText>

/**
 * Reads a written text sentence by sentence, with its headings. It fails if it asserts a struck claim, contradicts an agreed one, or has a
 * name, number or date that is in none of the sources.
 */
export function checkText(text: string, against: TextSources): Promise<CheckedText> {
  return createTextChecker(against)(proseIn(text))
}

/** Creates a check of one text that may come in parts. */
export function createTextChecker(against: TextSources): CheckProse {
  const { entries, statuses, sources, readSupport, pause } = against
  const findUnknown = createDetailSearch(sources, pause)
  let written = ''
  return async ({ sentences, headings }) => {
    const unknown = await findUnknown({ sentences, headings })
    await pause()
    const read = await readSentences(sentences, entries, readSupport)
    const titles = await readSentences(headings, entries, readSupport)
    const stated = [...read, ...titles]
    written = `${written} ${textOf(stated)}`
    const details = [...sentences, ...headings].flatMap((sentence, place) =>
      unknown[place]!.map((about): TextFault => ({ kind: 'unknown-detail', sentence, about })),
    )
    await pause()
    return {
      sentences: read.filter(isCounted),
      faults: [...findFaults(stated, entries, statuses, written), ...details],
    }
  }
}
