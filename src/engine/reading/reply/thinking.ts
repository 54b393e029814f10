import type { Prompt } from '../../panel/model-port.ts'

/** The beginning of a reply that thinks aloud. */
export const OPENS_THINKING = /^\s*<(think|thinking|thought|reasoning)>/
/** At the beginning or the end of a line; a text that speaks of the tag has it within a line. */
const END_OF_THINKING = /^[ \t]*<\/think>|<\/think>[ \t]*$/m
const QUOTED_END = /<\/think>/i

/**
 * A text without the thinking before it; null if the thinking never ends. Only thinking at the beginning is removed: a
 * text may contain such tags itself, and quote them from its prompt.
 */
export function afterThinking(text: string, prompt?: Prompt): string | null {
  const opened = OPENS_THINKING.exec(text)
  if (opened !== null) {
    const closing = `</${opened[1]}>`
    const end = text.indexOf(closing)
    if (end === -1) return null
    const thought = text.slice(0, end + closing.length).trim()
    const isQuoted = /\p{L}/u.test(text.slice(opened[0].length, end)) && isShown(thought, prompt)
    return isQuoted ? text : withoutBlankLines(text.slice(end + closing.length))
  }
  // Some templates begin the thinking themselves, so that the reply contains only its end.
  const end = END_OF_THINKING.exec(text)
  if (end === null || text.slice(0, end.index).includes('<think>')) return text
  // A text that is copied or corrected may have the tag on a line of its own, and everything before it is wanted.
  if (hasIn(prompt, QUOTED_END)) return text
  return withoutBlankLines(text.slice(end.index + end[0].length))
}

/** What a reply says once its thinking is over; empty if that never ends. */
export function spokenIn(reply: string): string {
  return (afterThinking(reply) ?? '').trim()
}

function hasIn(prompt: Prompt | undefined, tag: RegExp): boolean {
  return prompt?.messages.some(({ content }) => tag.test(content)) ?? false
}

function isShown(text: string, prompt: Prompt | undefined): boolean {
  return prompt?.messages.some(({ content }) => content.includes(text)) ?? false
}

/** What follows the thinking, without the blank lines between both. */
export function withoutBlankLines(text: string): string {
  return text.replace(/^\s*\n/, '')
}
