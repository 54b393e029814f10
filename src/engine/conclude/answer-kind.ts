import { whatIsAsked } from '../../language/question/what-is-asked.ts'
import { recogniseLanguage } from '../../language/recognise-language.ts'
import { isAscii } from '../../language/words.ts'
import { canonicalAnswer, isExposition } from '../reading/answer/canonical-answer.ts'
import { optionsOf } from '../reading/question/options.ts'
import type { AnswerKind } from './confidence.ts'

/** The kind of an answer, and why the recorded answers do not apply to it; null when they do. */
export function answerKind(answer: string, query: string): { kind: AnswerKind; unlike: string | null } {
  const { kind, text } = canonicalAnswer(answer, query)
  const foreign = [query, text].some(isForeign) ? 'the recorded questions and answers are in English' : null
  // An answer that picks none of the offered options answers a different question.
  if (kind !== 'option' && optionsOf(query).size > 0)
    return { kind: 'open', unlike: 'none of the offered options was picked' }
  switch (kind) {
    case 'option':
      return { kind: 'choice', unlike: foreign }
    case 'quantity':
      return { kind: 'number', unlike: foreign }
    case 'boolean':
      // Two guesses agree half of the time, and none of the recorded questions has only two answers.
      return { kind: 'open', unlike: 'the question is a yes-or-no question' }
    case 'literal':
      return { kind: 'open', unlike: 'the answer is code or a formula' }
    case 'text': {
      const asked = whatIsAsked(query)
      const isOpen = asked.openEnded || isExposition(text)
      const severalThings = asked.severalThings ? 'the question asks several things at once' : null
      return { kind: 'open', unlike: isOpen ? 'the answer is open-ended' : (severalThings ?? foreign) }
    }
    default:
      return { kind: 'open', unlike: foreign }
  }
}

/** Whether a text is in another language; a row of keywords in plain letters is not. */
function isForeign(text: string): boolean {
  const language = recogniseLanguage(text) ?? 'en'
  return language !== 'en' && !(language === 'other' && isAscii(text))
}
