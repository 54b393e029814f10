import { fileURLToPath } from 'node:url'
import { readJsonLines } from '../json-lines.ts'

/** A question with the axioms that answer it; none if no axiom is about it. */
export interface AxiomQuestion {
  question: string
  ids: string[]
  /** Curves and weights are fitted only on `dev`. */
  split: 'dev' | 'test'
}

/** The questions in `eval/axioms/axiom-questions.jsonl`, written by people who had not seen the axioms. */
export function readAxiomQuestions(): AxiomQuestion[] {
  return readJsonLines(fileURLToPath(new URL('axiom-questions.jsonl', import.meta.url)))
}
