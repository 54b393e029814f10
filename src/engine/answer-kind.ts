import { canonicalAnswer } from './answer/canonical-answer.ts'
import type { AnswerKind } from './confidence.ts'
import { wordsOf } from './words.ts'

const OPEN_ENDED =
  /^\s*(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(?:why|how(?! (?:many|much|old|long|far|big|tall|high|deep|fast|often|large|heavy|wide)\b)|explain|describe|discuss|compare|write|draft|suggest|recommend|summari[sz]e|outline|design|should|what do you think|what would you|tell me about)\b/i
/** The recorded answers are facts; what runs on for longer is an exposition of its own. */
const LONGEST_FACT = 120

/** What kind of answer was given to a question, and why the recorded ones do not speak for it; null when they do. */
export function answerKind(answer: string, query: string): { kind: AnswerKind; unlike: string | null } {
  const { kind, text } = canonicalAnswer(answer, query)
  switch (kind) {
    case 'option':
      return { kind: 'choice', unlike: null }
    case 'quantity':
      return { kind: 'number', unlike: null }
    case 'boolean':
      // Two that guess agree half of the time; none of the recorded questions has but two answers.
      return { kind: 'open', unlike: 'the question is to be answered with yes or no' }
    case 'text': {
      const isOpenEnded = OPEN_ENDED.test(query) || wordsOf(text).length > LONGEST_FACT
      return { kind: 'open', unlike: isOpenEnded ? 'the answer is open-ended' : null }
    }
    default:
      return { kind: 'open', unlike: null }
  }
}
