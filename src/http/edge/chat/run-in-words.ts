import { progressInWords } from '../../../contract/progress-in-words.ts'
import type { AnswerText, DeliberationEvent } from '../../../engine/index.ts'

/**
 * Tells a run while it goes on: what the panel does, in lines, and the words of one seat, which are provisional. Lines
 * wait until those words end, so that they do not interrupt them.
 */
export function createTelling(): (event: DeliberationEvent | AnswerText) => string {
  let last: AnswerText | null = null
  let waiting = ''
  return (event) => {
    if (event.type === 'answer-text') {
      const { name, attempt, text } = event
      const opening =
        last === null
          ? `Provisional, from ${name}, while the others are asked:\n\n`
          : `\n\n${name} begins anew:\n\n`
      const isContinued = last?.attempt === attempt
      last = event
      return isContinued ? text : opening + text
    }
    const words = progressInWords(event)
    const line = words === null ? '' : `${words}\n`
    if (last === null) return line
    waiting += line
    const isLast = event.type === 'answer-received' && event.name === last.name && event.sample === undefined
    if (!isLast && event.type !== 'iteration-end') return ''
    const after = `\n\n${waiting}`
    last = null
    waiting = ''
    return after
  }
}
