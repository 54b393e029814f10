import { LONGEST_ANSWER } from './clean-answer.ts'

const BOXED = /\\boxed\{((?:[^{}]|\{[^{}]*\})+)\}/g
const STATEMENT = /\b(?:final answer|(?:the )?(?:correct |right |best )?answer)\s{0,3}(?:is\b|:)/gi
const BEFORE_ANSWER = /[\s:*]*/y
const END_OF_SENTENCE = /\.(?:\s|$)/

/** What a text says its answer is, in a box or in words, the last time it says so; null when it never does. */
export function statedAnswer(text: string): string | null {
  const statements = [...text.matchAll(BOXED), ...text.matchAll(STATEMENT)]
  statements.sort((left, right) => right.index - left.index)
  for (const { 0: words, 1: boxed, index } of statements) {
    const answer = boxed ?? restOfSentence(text, index + words.length)
    if (answer.trim() !== '') return answer
  }
  return null
}

function restOfSentence(text: string, position: number): string {
  BEFORE_ANSWER.lastIndex = position
  const start = position + (BEFORE_ANSWER.exec(text)?.[0].length ?? 0)
  const [line = ''] = text.slice(start, start + LONGEST_ANSWER).split('\n', 1)
  const end = line.search(END_OF_SENTENCE)
  return end === -1 ? line : line.slice(0, end)
}
