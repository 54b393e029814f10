import { inBlock } from './engine/scripted-panel.ts'

/** What a model can be asked for, as far as a scripted one tells the prompts apart. */
type Asked = 'reply' | 'rulings' | 'groups' | 'relations' | 'text'

const SAID_OF: Array<[Asked, string]> = [
  ['reply', 'as you would if you were the only one asked'],
  ['rulings', '"rulings": one object for each answer on the table'],
  ['groups', '"groups": lists of labels'],
  ['relations', '"relations": one object for each statement'],
]

/** What a prompt asks for; a text unless it says otherwise. */
export function askedFor(prompt: string): Asked {
  return SAID_OF.find(([, words]) => prompt.includes(words))?.[0] ?? 'text'
}

/** A text as the reply to a question that is not closed. */
export function asText(text: string, kind: 'open' | 'draft'): string {
  return `${text}\n\n<panel>\n${JSON.stringify(kind === 'open' ? { kind } : { kind, notes: '' })}\n</panel>`
}

/** How a scripted model behaves on a panel. */
export interface PanelVoice {
  answer: string
  /** What it says before the block. */
  text?: string
  /** What it says of the answers of others; wrong by default. */
  verdict?: 'right' | 'partly' | 'wrong' | 'unsure'
  /** The answer of another that it goes over to when it hears it. */
  yieldsTo?: string
  /** What an answer means when it reads those of others; the words themselves by default. */
  meaning?: (answer: string) => string
}

/** Replies to any prompt of a closed question as a model that gives an answer and keeps it. */
export function replyAs(voice: string | PanelVoice, { prompt }: { prompt: string }): string {
  const seat = typeof voice === 'string' ? { answer: voice } : voice
  switch (askedFor(prompt)) {
    case 'reply':
      return inBlock(seat.answer, seat.text)
    case 'rulings':
      return JSON.stringify(rulingsBy(seat, prompt))
    case 'groups':
      return JSON.stringify(groupsIn(prompt, seat.meaning))
    case 'relations':
      return JSON.stringify({ reasoning: '', relations: unrelated(prompt) })
    case 'text':
      return seat.text ?? `It is ${seat.answer}.`
  }
}

function rulingsBy({ verdict = 'wrong', yieldsTo }: PanelVoice, prompt: string) {
  const answers = shownIn(prompt, 'answer')
  const own = /you stand by answer (\w+)/i.exec(prompt)?.[1] ?? ''
  const better = answers.find(({ short }) => short === yieldsTo)?.label
  const held = better ?? own
  const rulingOn = (label: string) => {
    if (label === held) return { label, verdict: 'right', why: '' }
    return label === own
      ? { label, verdict: 'wrong', why: 'It was refuted.' }
      : { label, verdict, why: verdict === 'right' ? '' : 'It does not follow.' }
  }
  return {
    reasoning: 'I checked again.',
    rulings: answers.map(({ label }) => rulingOn(label)),
    answer: held,
    new_answer: '',
    changed_because: held === own ? '' : 'It was refuted.',
  }
}

function groupsIn(prompt: string, meaning = (answer: string) => answer.toLowerCase()) {
  const replies = shownIn(prompt, 'reply')
  const groups = new Map<string, string[]>()
  for (const { label, short } of replies) {
    const key = meaning(short)
    groups.set(key, [...(groups.get(key) ?? []), label])
  }
  const answers = replies.map(({ label, short }) => ({ label, answer: short }))
  return { answers, groups: [...groups.values()], compatible: [] }
}

function unrelated(prompt: string) {
  return [...prompt.matchAll(/<axiom-\w+ id="([^"]+)"/g)].map(([, id]) => ({ id, relation: 'unrelated' }))
}

/** What is shown under labels, each with its short answer, or its text where it gives none. */
function shownIn(prompt: string, tag: 'answer' | 'reply'): Array<{ label: string; short: string }> {
  const shown = new RegExp(`<${tag}-(\\w+) label="(\\w+)">([\\s\\S]*?)</${tag}-\\1>`, 'g')
  return [...prompt.matchAll(shown)].map(([, marker, label, within]) => ({
    label: label!,
    short: new RegExp(`<short-${marker}>([\\s\\S]*?)</short-${marker}>`).exec(within!)?.[1] ?? within!,
  }))
}
