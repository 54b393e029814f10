import { isCode } from '../text/is-code.ts'

const LONGEST_ANSWER = 1_000

/** Whether most of the given answers are texts in their own right: several lines of code, or too long for a short answer. */
export function areTexts(answers: Array<string | undefined>): boolean {
  const given = answers.filter((answer) => answer !== undefined)
  return given.length > 0 && given.filter(isText).length > given.length / 2
}

function isText(answer: string): boolean {
  return answer.length > LONGEST_ANSWER || (answer.trim().includes('\n') && isCode(answer))
}
