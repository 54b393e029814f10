import { type Prose, proseIn } from '../../reading/text/prose-sentences.ts'
import type { CheckedText, CheckProse } from './check-text.ts'

/** What was released of a text. */
export interface ReleasedText extends CheckedText {
  text: string
  /** Whether that is the whole text of the writer. */
  isWhole: boolean
}

/** Releases a text while it is being written: whole sentences, each after it was checked. */
export interface TextRelease {
  /** Takes the reply of an attempt as far as it has arrived. Attempts may overlap; only one of them is released. */
  arrive(attempt: number, reply: string): void
  /** Ends with the whole answer, or with null if the writer failed. */
  finish(answer: string | null): Promise<ReleasedText>
}

interface ReleaseParts {
  /** The answer within a reply that is still arriving; null if it cannot be told yet. */
  answerIn: (reply: string) => string | null
  check: CheckProse
  onAccepted: (text: string) => void
}

/** Before so many sentences have arrived, a text may turn out to be a refusal. */
const FEWEST_SENTENCES = 2

/**
 * Creates a release. Nothing that was released is ever taken back: what follows a fault is held back, and so is
 * everything whose end cannot be told, such as a list of cells, an open block of code, or “e.g.”.
 */
export function createTextRelease({ answerIn, check, onAccepted }: ReleaseParts): TextRelease {
  const released: ReleasedText = { text: '', isWhole: false, sentences: [], faults: [] }
  let prose: Prose = { sentences: [], headings: [] }
  let source: number | null = null
  let arrived: { attempt: number; reply: string } | null = null
  let working: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  async function work(): Promise<void> {
    while (arrived !== null) {
      const { attempt, reply } = arrived
      arrived = null
      const answer = answerIn(reply)
      if (answer === null || !answer.startsWith(released.text)) continue
      const part = settledPart(answer)
      const said = proseIn(part)
      const isReady = said.sentences.length >= FEWEST_SENTENCES && begins(proseIn(answer), said)
      if (part.length <= released.text.length || !isReady || !begins(said, prose)) continue
      if (await takes(part, said)) source = attempt
    }
  }

  /** Checks what is new in a part of the text, and releases it. */
  async function takes(part: string, said: Prose): Promise<boolean> {
    const { sentences, faults } = await check({
      sentences: said.sentences.slice(prose.sentences.length),
      headings: said.headings.slice(prose.headings.length),
    })
    released.faults = faults
    if (faults.length > 0) return false
    const text = part.slice(released.text.length)
    released.sentences.push(...sentences)
    released.text = part
    prose = said
    if (text !== '') onAccepted(text)
    return true
  }

  return {
    arrive(attempt, reply) {
      if (released.faults.length > 0 || (source ?? attempt) !== attempt) return
      arrived = { attempt, reply }
      working ??= work()
        .catch((error) => {
          failure = { error }
        })
        .finally(() => {
          working = null
        })
    },

    async finish(answer) {
      arrived = null
      await working
      if (failure !== null) throw failure.error
      const goesOn = answer?.startsWith(released.text) && begins(proseIn(answer), prose)
      if (answer !== null && goesOn && released.faults.length === 0)
        released.isWhole = await takes(answer, proseIn(answer))
      return released
    },
  }
}

/** Whether a text begins with what was read of it before. */
function begins(whole: Prose, part: Prose): boolean {
  return (['sentences', 'headings'] as const).every((kind) =>
    part[kind].every((text, place) => text === whole[kind][place]),
  )
}

const FENCE = /^[ \t]*(?:```|~~~)/
/** Thoughts, objects and blocks: what they are is known at their end only. */
const HELD = /^\s*[<{[]/
const SENTENCE_END = /[.!?。！？]["'”’)\]*_]*(?=\s)/g

/** The beginning of a text up to the last line or sentence that is complete, outside blocks. */
function settledPart(text: string): string {
  if (HELD.test(text)) return ''
  let [end, start, isFenced] = [0, 0, false]
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced
    // A block of claims or notes may follow the text.
    else if (line.startsWith('<')) break
    const isComplete = start + line.length < text.length
    if (!isFenced && isComplete) end = start + line.length
    if (!isFenced && !isComplete) end = Math.max(end, start + sentencesEnd(line))
    start += line.length + 1
  }
  return text.slice(0, end).trimEnd()
}

/** Rows of a table, headings and lines in bold: how they are read depends on how they end. */
const READ_AS_A_WHOLE = /^[ \t]*(?:\||#|\*\*|__)/

/** Where the last complete sentence of a line ends that has not ended itself. */
function sentencesEnd(line: string): number {
  if (READ_AS_A_WHOLE.test(line)) return 0
  const last = [...line.matchAll(SENTENCE_END)].at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}
