import { readFileSync } from 'node:fs'

/** Real questions, so that the caches and searches have as much to do as in use. */
const QUESTIONS = [
  ...new Set(
    readFileSync('eval/cache/question-pairs.jsonl', 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { stored: string }).stored),
  ),
]

let asked = 0

/** The next question, from the beginning again when all have been asked. */
export function nextQuestion(): string {
  return QUESTIONS[asked++ % QUESTIONS.length]!
}

/** A question that this panel has not been asked before: when all have been, a new panel is. */
export function newQuestion(vendor = 'vendor', ending = ''): string {
  const panel = Math.floor(asked / QUESTIONS.length)
  const models = ['a', 'b', `c${panel}`].map((name) => `${vendor}/${name}${ending}`)
  return JSON.stringify({ query: nextQuestion(), models })
}

let near = 0

/** A body with a question that differs in one word from those before. */
export function nearQuestion(): string {
  const query = `How long is it from one flood to the next on coast ${(near++ + 1_000).toString(36)}?`
  return JSON.stringify({ query, models: ['vendor/a', 'vendor/b', 'vendor/c'] })
}
