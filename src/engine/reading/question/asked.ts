import { type Language, recogniseLanguage } from '../../../language/recognise-language.ts'
import { asksSeveralThings } from '../../../language/what-is-asked.ts'
import { optionsOf } from './options.ts'

/** The question an answer is read for. */
export interface Asked {
  query: string
  language: Language | null
  options: Map<string, string>
  severalThings: boolean
}

/** What matters of a question to whoever reads its answers. */
export function askedBy(query: string): Asked {
  return {
    query,
    language: recogniseLanguage(query),
    options: optionsOf(query),
    severalThings: asksSeveralThings(query),
  }
}
