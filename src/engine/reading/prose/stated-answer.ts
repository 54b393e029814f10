import { matchAt } from '../../../language/quantity/index.ts'

const STATEMENT =
  /\b(?:final answer|(?:the )?(?:correct |right |best )?answer)\s{0,3}(?:(?:is|(?:would|should) be)\b|[:：=])/gi
// “## Answer” or “**Final answer**” on a line of its own, “#### 42” as the last line of a worked solution.
const HEADING = /^[#*_\s]{0,8}(?:final )?answer[*_:]{0,5}[ \t]*\n|^#{4} (?=\S)/gim
const BOX = /\\boxed\s?\{/g
const BEFORE_ANSWER = /[\s:*]*/y
const END_OF_SENTENCE = /\.(?:\s|$)/
const MOST_STATEMENTS = 200
/** A longer text is not a statement of an answer. */
const LONGEST_STATEMENT = 4_000

interface Statement {
  index: number
  read: () => string
}

/** What a text says its answer is, in a box or in words, the last time it says so; null if it never does. */
export function statedAnswer(text: string): string | null {
  for (const { read } of statementsIn(text)) {
    const answer = read()
    if (/[\p{L}\p{N}]/u.test(answer)) return answer
  }
  return null
}

/** The places where an answer is stated, the last one first. */
function statementsIn(text: string): Statement[] {
  const found = (pattern: RegExp, read: (end: number) => string): Statement[] =>
    [...text.matchAll(pattern)]
      .slice(-MOST_STATEMENTS)
      .map(({ 0: cue, index }) => ({ index, read: () => read(index + cue.length) }))
  return [
    ...found(STATEMENT, (end) => restOfSentence(text, end)),
    ...found(HEADING, (end) => restOfSentence(text, end)),
    ...found(BOX, (end) => upToClosingBrace(text, end)),
  ].sort((left, right) => right.index - left.index)
}

function restOfSentence(text: string, position: number): string {
  const start = position + (matchAt(BEFORE_ANSWER, text, position)?.[0].length ?? 0)
  const [line = ''] = text.slice(start, start + LONGEST_STATEMENT).split('\n', 1)
  const end = line.search(END_OF_SENTENCE)
  return end === -1 ? line : line.slice(0, end)
}

/** The content of a box, including braces inside it; nothing if the text was cut off before the box closed. */
function upToClosingBrace(text: string, start: number): string {
  const limit = Math.min(text.length, start + LONGEST_STATEMENT)
  for (let index = start, depth = 1; index < limit; index++) {
    if (text[index] === '{') depth++
    else if (text[index] === '}' && --depth === 0) return text.slice(start, index)
  }
  return ''
}
