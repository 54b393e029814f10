import { type WhatIsAsked, whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { type Language, recogniseLanguage } from '../../../language/recognise-language.ts'
import { optionsOf } from './options.ts'

/** The question whose answers are read. */
export interface Asked extends WhatIsAsked {
  query: string
  language: Language | null
  options: Map<string, string>
}

/** What a reader of answers needs to know about the question. */
export function askedBy(query: string): Asked {
  return {
    ...whatIsAsked(query),
    query,
    language: recogniseLanguage(query),
    options: optionsOf(query),
  }
}
