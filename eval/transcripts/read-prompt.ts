import type { ReceivedCall } from '../../test/support/scripted-provider.ts'

/** What a model is asked to do. */
export type Phase =
  | 'exposition'
  | 'examination'
  | 'dispute'
  | 'review'
  | 'rework'
  | 'comparison'
  | 'synthesis'
  | 'grouping'
  | 'revision'

/** A prompt as a model understands it. */
export interface ReadPrompt {
  phase: Phase
  question: string
  /** The texts or replies of others that it is shown, with their labels. */
  shown: Array<{ label: string; text: string }>
  /** The claims that it is to judge, one or two under each label, with the labels of the reasons for and against them. */
  claims: Array<{ label: string; texts: string[]; for: string[]; against: string[]; own: string | null }>
  /** What became of the claims that it is to write from: “agreed: ” and the claim. */
  outcomes: string[]
  /** The draft that it is to revise. */
  draft: string | null
}

const TASK_WORDS: Array<[Phase, string]> = [
  ['examination', 'Say which of the claims in their answers are true'],
  ['dispute', 'The claims below are in dispute among them'],
  ['review', 'Review the drafts of the others'],
  ['rework', 'Write its final version'],
  ['comparison', 'Two versions of the same work'],
  ['synthesis', 'Several experts answered the question'],
  ['grouping', 'Several assistants replied independently'],
  ['revision', 'You and other assistants answered the same question'],
]

/** The question in a prompt that quotes what others said; the rules before it name the tag without opening it. */
const QUESTION = /<question-([0-9a-f]{8})>([\s\S]*?)<\/question-\1>/
/** The question to a model that is asked alone, after documents and axioms. */
const AFTER_QUOTATIONS = /\n\nText in tags that end in -[0-9a-f]{8} is quoted[^\n]*\n\n([\s\S]*)$/

/** Reads a prompt of the service. */
export function readPrompt({ prompt, body }: ReceivedCall): ReadPrompt {
  const { messages } = body as { messages: Array<{ content: string }> }
  const last = messages.at(-1)!.content
  const [, alone = last] = AFTER_QUOTATIONS.exec(last) ?? []
  const [, marker = '', question = alone] = QUESTION.exec(last.slice(last.indexOf('\n\n') + 1)) ?? []
  const labelled = new RegExp(
    `<(draft|text|version|reply)-${marker} label="(\\w+)">([\\s\\S]*?)</\\1-${marker}>`,
    'g',
  )
  const draft = new RegExp(`<draft-${marker}>([\\s\\S]*?)</draft-${marker}>`).exec(prompt)
  return {
    phase: TASK_WORDS.find(([, words]) => prompt.includes(words))?.[0] ?? 'exposition',
    question,
    shown: [...prompt.matchAll(labelled)].map(([, , label, text]) => ({ label: label!, text: text! })),
    claims: claimsIn(prompt, marker),
    outcomes: [
      ...prompt.matchAll(new RegExp(`<claim-${marker} status="(\\w+)"[^>]*>([\\s\\S]*?)</`, 'g')),
    ].map(([, status, text]) => `${status}: ${text}`),
    draft: draft?.[1] ?? null,
  }
}

function claimsIn(prompt: string, marker: string): ReadPrompt['claims'] {
  const judged = new RegExp(
    `<(claim|choice|dispute)-${marker} label="(\\w+)"[^>]*>([\\s\\S]*?)</\\1-${marker}>`,
    'g',
  )
  const inner = new RegExp(`<(?:claim|first|second)-${marker}>([\\s\\S]*?)</`, 'g')
  const reasons = (side: string) => new RegExp(`<${side}-${marker} label="(\\w+)">`, 'g')
  const own = new RegExp(`<own_opinion-${marker}>(\\w+)<`)
  return [...prompt.matchAll(judged)].map(([, tag, label, content]) => ({
    label: label!,
    texts: tag === 'claim' ? [content!] : [...content!.matchAll(inner)].map(([, text]) => text!),
    for: [...content!.matchAll(reasons('for'))].map(([, reason]) => reason!),
    against: [...content!.matchAll(reasons('against'))].map(([, reason]) => reason!),
    own: own.exec(content!)?.[1] ?? null,
  }))
}
