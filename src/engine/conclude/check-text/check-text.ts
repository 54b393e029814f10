import type { ClaimStatus } from '../../../contract/claims.ts'
import type { ReadSupport } from '../../measure/claims/bearing.ts'
import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { proseIn } from '../../reading/text/prose-sentences.ts'
import { findFaults, type TextFault } from './find-faults.ts'
import { isCounted, type ReadSentence, readSentences } from './read-sentences.ts'
import { unknownDetails } from './unknown-details.ts'

interface TextToCheck {
  text: string
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

/**
 * Reads a written text sentence by sentence, with its headings. It fails if it asserts a struck claim, contradicts an agreed one, or has a
 * name, number or date that is in none of the sources.
 */
export async function checkText(checked: TextToCheck): Promise<CheckedText> {
  const { text, entries, statuses, sources, readSupport, pause } = checked
  const { sentences, headings } = proseIn(text)
  const unknown = await unknownDetails({ sentences, headings, sources, pause })
  await pause()
  const read = await readSentences(sentences, entries, readSupport)
  const titles = await readSentences(headings, entries, readSupport)
  const details = [...sentences, ...headings].flatMap((sentence, place) =>
    unknown[place]!.map((about): TextFault => ({ kind: 'unknown-detail', sentence, about })),
  )
  await pause()
  return {
    sentences: read.filter(isCounted),
    faults: [...findFaults([...read, ...titles], entries, statuses), ...details],
  }
}
