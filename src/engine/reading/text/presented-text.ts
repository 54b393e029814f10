const LONGEST_INTRODUCTION = 300
/** “Sure! Here is the poem:” talks to whoever asked; “Here is the thing:” may well be the first line of a speech. */
const PRESENTS = /^(?:sure|certainly|of course|absolutely)\b[^:]{0,40}\bhere(?:['’]s| is| are)\b.*[:：]$/i

/** A draft without a first line in which a model presents it to whoever asked; null for a text that begins with itself. */
export function presentedText(text: string): string | null {
  const [introduction = '', blank, ...rest] = text.trimStart().split('\n')
  if (introduction.length > LONGEST_INTRODUCTION || blank?.trim() !== '') return null
  if (!PRESENTS.test(introduction.trimEnd())) return null
  const presented = rest.join('\n').replace(/^(?:[ \t]*\n)+/, '')
  return presented.trim() === '' ? null : presented
}
