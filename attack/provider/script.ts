import { createHash } from 'node:crypto'

/** How the provider handles a call. */
export interface Reply {
  kind: 'answer' | 'truncated' | 'filtered' | 'rate-limited' | 'broken' | 'unauthorized' | 'flood' | 'silent'
  status: number
  billed: boolean
  latencyMs: number
  /** The reply of the model, or the error message if the status is an error. */
  text: string
}

export type Phase = 'exposition' | 'reading' | 'revision' | 'writing'

/** The cost of every billed reply. */
export const PRICE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.001 }

/** Models with special behaviour; all others give the same answer. */
export const SEATS = {
  steady: 'panel/steady',
  contrary: 'panel/contrary',
  /** Some of its replies are truncated or filtered, but billed anyway. */
  unsure: 'panel/unsure',
  /** Answers after a minute. */
  silent: 'panel/silent',
  /** Answers with seven megabytes of opening braces. */
  flood: 'panel/flood',
  /** Followed by anything: a text of 90,000 characters. */
  long: 'panel/long',
  /** Calls every tool that it is offered, with arguments that are deep, huge or none. */
  caller: 'panel/caller',
  /** Calls every tool with 3,000 objects of 25 keys, which differ in the last. */
  lister: 'panel/lister',
  /** Answers with 900,000 lists in one another. */
  nester: 'panel/nester',
  /** Rejects the key and repeats it in the error message. */
  telltale: 'panel/telltale',
}

const FLOOD_CHARACTERS = 7_000_000
const NESTED_LISTS = 900_000

/** Which phase a prompt belongs to. */
export function phaseOf(prompt: string): Phase {
  if (/<reply-[0-9a-f]{8} label=/.test(prompt) || prompt.includes('"relations"')) return 'reading'
  if (/<answer-[0-9a-f]{8} label=/.test(prompt)) return 'revision'
  return prompt.includes('</answer-') ? 'writing' : 'exposition'
}

/** A digest of the model and the prompt. */
export function digestOf(model: string, prompt: string): string {
  return createHash('sha256').update(`${model}\n${prompt}`).digest('hex').slice(0, 24)
}

interface Asked {
  model: string
  prompt: string
  key: string
  /** How often the same prompt was sent before. */
  before: number
}

/** The reply to a call: always the same for the same prompt, except that temporary errors do not recur. */
export function replyTo({ model, prompt, key, before }: Asked): Reply {
  const digest = digestOf(model, prompt)
  const share = (part: number) => Number.parseInt(digest.slice(part * 4, part * 4 + 4), 16) / 0x10000
  const latencyMs = 20 + Math.round(share(0) * 180)
  const reply = (kind: Reply['kind'], status: number, text: string): Reply => ({
    kind,
    status,
    billed: status === 200,
    latencyMs,
    text,
  })
  if (model === SEATS.telltale) return reply('unauthorized', 401, `Incorrect API key provided: ${key}`)
  if (model === SEATS.flood) return reply('flood', 200, '{'.repeat(FLOOD_CHARACTERS))
  if (model === SEATS.nester)
    return reply('flood', 200, `${'['.repeat(NESTED_LISTS)}${']'.repeat(NESTED_LISTS)}`)
  if (model.startsWith(SEATS.long)) return reply('answer', 200, `${model} ${'wrote this. '.repeat(7_500)}`)
  if (model === SEATS.silent) return { ...reply('silent', 200, answerOf(model, prompt)), latencyMs: 60_000 }
  if (before === 0 && share(1) < 0.06) return reply('rate-limited', 429, 'Too many requests.')
  if (before === 0 && share(1) < 0.12) return reply('broken', 500, 'The server had an error.')
  const text = answerOf(model, prompt)
  if (model === SEATS.unsure && share(2) < 0.15) return reply('truncated', 200, text.slice(0, 30))
  if (model === SEATS.unsure && share(2) < 0.25) return reply('filtered', 200, '')
  return reply('answer', 200, text)
}

/** The calls with which a reply comes: of every tool, by the one model that does so. */
export function callsOf(
  model: string,
  tools: Array<{ function: { name: string } }>,
  prompt: string,
): object[] {
  if (model !== SEATS.caller && model !== SEATS.lister) return []
  const place = Number.parseInt(digestOf(model, prompt).slice(0, 2), 16) % ARGUMENTS.length
  return tools.map(({ function: { name } }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: model === SEATS.lister ? OBJECTS : ARGUMENTS[place] },
  }))
}

const LEVELS = 2_000
const ARGUMENTS = [
  '{}',
  '{"a":',
  `{"word": "${'a'.repeat(5_000)}!"}`,
  `{"list": [${'1, '.repeat(5_000)}1]}`,
  `${'{"a": '.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
]

/** Objects of which each must be compared with all before it to find that they differ. */
const OBJECTS = JSON.stringify({
  a: Array.from({ length: 3_000 }, (_, last) =>
    Object.fromEntries([...Array(24).keys(), last + 24].map((key) => [`k${key}`, key])),
  ),
})

/** How the reply to a prompt is marked. */
export function markOf(digest: string): string {
  return `mark-${digest}`
}

function answerOf(model: string, prompt: string): string {
  switch (phaseOf(prompt)) {
    case 'writing':
      return '42.'
    case 'exposition': {
      const answer = model === SEATS.contrary ? '41' : '42'
      // With a mark by which it is known among what the service has stored.
      return `${model} counted ${answer} (${markOf(digestOf(model, prompt))}).\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
    }
    case 'reading':
      return JSON.stringify({
        answers: [],
        groups: groupsIn(prompt),
        compatible: [],
        relations: relationsIn(prompt),
      })
    case 'revision': {
      const shown = shownIn('answer', prompt)
      const right = shown.find(({ short }) => short === '42') ?? shown[0]!
      return JSON.stringify({
        reasoning: `checked (${markOf(digestOf(model, prompt))})`,
        rulings: shown.map(({ label }) =>
          label === right.label
            ? { label, verdict: 'right', why: '' }
            : { label, verdict: 'wrong', why: 'one was not counted' },
        ),
        answer: right.label,
        new_answer: '',
        changed_because: 'one was not counted',
      })
    }
  }
}

/** The short answers that a prompt shows in a tag, with their labels. */
function shownIn(tag: 'answer' | 'reply', prompt: string): Array<{ label: string; short: string }> {
  const labelled = new RegExp(`<${tag}-([0-9a-f]{8}) label="(\\w+)">\\s*<short-\\1>(.*?)</short-\\1>`, 'g')
  return [...prompt.matchAll(labelled)].map(([, , label, short]) => ({ label: label!, short: short! }))
}

/** The labels of replies with the same short answer; a reply without one stands alone. */
function groupsIn(prompt: string): string[][] {
  const shorts = new Map(shownIn('reply', prompt).map(({ label, short }) => [label, short]))
  const groups = new Map<string, string[]>()
  for (const [, label] of prompt.matchAll(/<reply-[0-9a-f]{8} label="(\w+)">/g)) {
    const key = shorts.get(label!) ?? label!
    groups.set(key, [...(groups.get(key) ?? []), label!])
  }
  return [...groups.values()]
}

function relationsIn(prompt: string): Array<{ id: string; relation: string }> {
  return [...prompt.matchAll(/<axiom-[0-9a-f]{8} id="([\w-]+)">/g)].map(([, id]) => ({
    id: id!,
    relation: 'unrelated',
  }))
}
