import { foldText } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import type { Brief, ReadingBrief, ShownStep } from '../panel/brief.ts'
import type { Prompt } from '../panel/model-port.ts'
import type { ChatMessage } from '../panel/tools.ts'
import { dispute, examination } from './claim-prompts.ts'
import { revision, writing } from './closed-prompts.ts'
import { exposition } from './exposition-prompt.ts'
import { framed, type Tell, tagsWith } from './prompt-parts.ts'
import { checkText, compareAxioms, groupAnswers, mapTexts } from './reading-prompts.ts'
import { comparison, matchDefects, rebuttal, review } from './review-prompts.ts'
import { amendment, rework, synthesis } from './text-prompts.ts'
import { groupSteps, reviseSteps } from './tool-prompts.ts'

/**
 * Renders a brief as messages for a language model. What others wrote is quoted unchanged; the tags around it carry a
 * marker that occurs nowhere else in the prompt, so that no text can close its own tag or open another.
 */
export function promptFor(brief: Brief): Prompt {
  const unmarked = messagesOf(brief, '').map(({ content }) => content)
  const marker = drawMarker(unmarked.join('\n'))
  return { messages: messagesOf(brief, marker), marker }
}

/** The messages of a prompt alone. */
export function renderPrompt(brief: Brief): ChatMessage[] {
  return promptFor(brief).messages
}

/** How a brief after the exposition is put into words: by its phase, and readings by their task. */
const TOLD: {
  [Phase in Exclude<Brief['phase'], 'reading' | 'exposition'>]: Tell<Extract<Brief, { phase: Phase }>>
} & { [Task in ReadingBrief['task']]: Tell<Extract<Brief, { task: Task }>> } = {
  revision: (brief, ...told) => (isOfSteps(brief) ? reviseSteps(brief, ...told) : revision(brief, ...told)),
  writing,
  synthesis,
  amendment,
  examination,
  dispute,
  review,
  rebuttal,
  rework,
  comparison,
  'group-answers': (brief, ...told) =>
    isOfSteps(brief) ? groupSteps(brief, ...told) : groupAnswers(brief, ...told),
  'compare-axioms': compareAxioms,
  'map-texts': mapTexts,
  'check-text': checkText,
  'match-defects': matchDefects,
}

/** Whether a brief is about steps of a conversation with tools. */
function isOfSteps<Asking extends { step?: ShownStep }>(
  brief: Asking,
): brief is Asking & { step: ShownStep } {
  return brief.step !== undefined
}

function messagesOf(brief: Brief, marker: string): ChatMessage[] {
  if (brief.phase === 'exposition') return exposition(brief, marker)
  const tell = TOLD[brief.phase === 'reading' ? brief.task : brief.phase] as Tell<Brief>
  return framed(brief, tell(brief, tagsWith(marker), marker), marker)
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** What stands in our own words. */
const PUNCTUATION = /[–—‘’“”„…]/g
/** A text without any other special characters has no variants but capitals. */
const PLAIN = /^[\p{ASCII}–—‘’“”„…]*$/u

/** Letters of scripts that have no variant of a hexadecimal digit; folding a long text of them would take a while. */
const FOREIGN =
  /(?:(?![\p{M}\p{DI}])[\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Han}\p{sc=Hang}\p{sc=Hebr}\p{sc=Hira}\p{sc=Kana}])+/gu

/**
 * Eight hexadecimal digits that occur nowhere in a text, always the same for the same text. Variants of them must not
 * occur either: in capitals, full-width, or with invisible characters in between.
 */
export function drawMarker(text: string): string {
  const seen = withPlainDigits(text)
  for (let draw = 0; ; draw++) {
    const marker = stableHash(`${draw} ${text}`).toString(16).padStart(8, '0')
    if (!seen.includes(marker)) return marker
  }
}

/** A text in which every variant of a hexadecimal digit is that digit. */
export function withPlainDigits(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return foldText(text.replace(PUNCTUATION, ' ').replace(FOREIGN, ' ')).replace(INVISIBLE, '')
}
