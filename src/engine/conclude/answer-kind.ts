import { whatIsAsked } from '../../language/question/what-is-asked.ts'
import { recogniseLanguage } from '../../language/recognise-language.ts'
import { isAscii } from '../../language/words.ts'
import { canonicalAnswer, isExposition } from '../reading/answer/canonical-answer.ts'
import { optionsOf } from '../reading/question/options.ts'
import type { AnswerKind } from './confidence.ts'

/** What kind of answer was given to a question, and why the recorded ones do not speak for it; null when they do. */
export function answerKind(answer: string, query: string): { kind: AnswerKind; unlike: string | null } {
  const { kind, text } = canonicalAnswer(answer, query)
  const foreign = [query, text].some(isForeign) ? 'the recorded questions and answers are in English' : null
  // Who was offered options and picks none answers another question than was asked.
  if (kind !== 'option' && optionsOf(query).size > 0)
    return { kind: 'open', unlike: 'options were offered and none of them was picked' }
  switch (kind) {
    case 'option':
      return { kind: 'choice', unlike: foreign }
    case 'quantity':
      return { kind: 'number', unlike: foreign }
    case 'boolean':
      // Two that guess agree half of the time; none of the recorded questions has but two answers.
      return { kind: 'open', unlike: 'the question is to be answered with yes or no' }
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

/** Whether a text is in another language; a row of key words in plain letters is not. */
function isForeign(text: string): boolean {
  const language = recogniseLanguage(text) ?? 'en'
  return language !== 'en' && !(language === 'other' && isAscii(text))
}
