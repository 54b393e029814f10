import { citationIn } from './citing.ts'

/** How a scripted model behaves where the texts of an open question are examined. */
interface TextVoice {
  /** What it says of a point; true by default. */
  rules?: (point: string) => { verdict: 'true' | 'false' | 'depends' | 'unsure'; why?: string }
  /** The final text, given how a mark for some points looks. */
  writes: (mark: (...points: number[]) => string) => string
  /** What it objects to in the final text; nothing by default. */
  objects?: Array<{ quote: string; problem: string; why: string }>
}

/**
 * The reply to a prompt of an open question after the first; null for any other prompt. The points of texts are their
 * sentences, the same sentence in several texts being one point.
 */
export function replyOnTexts(voice: TextVoice, { prompt }: { prompt: string }): string | null {
  if (prompt.includes('"points": at most 12 objects')) return JSON.stringify(mapIn(prompt))
  if (prompt.includes('"rulings": one object for every point'))
    return JSON.stringify({ rulings: shownIn(prompt, 'point').map((point) => ruling(point, voice)) })
  if (prompt.includes('"findings": one object for each'))
    return JSON.stringify({ findings: findingsIn(prompt, voice.objects ?? []) })
  const marker = /Your marks look like \[\[(\w+):3\]\]/.exec(prompt)?.[1]
  if (!prompt.includes('You write the reply that whoever asked gets')) return null
  return voice.writes((...points) => (marker === undefined ? '' : `[[${marker}:${points.join()}]]`))
}

function ruling({ label, text }: { label: string; text: string }, { rules }: TextVoice) {
  const { verdict, why = '' } = rules?.(text) ?? { verdict: 'true' }
  return { label, verdict, why }
}

function findingsIn(prompt: string, objects: NonNullable<TextVoice['objects']>) {
  const [text = ''] = /<text-(\w+)>[\s\S]*<\/text-\1>/.exec(prompt) ?? []
  return objects.map(({ quote, problem, why }) => ({ sentence: citationIn(text, quote) ?? '', problem, why }))
}

function mapIn(prompt: string) {
  const replies = shownIn(prompt, 'reply')
  const makers = new Map<string, string[]>()
  for (const { text } of replies)
    for (const [, number, sentence] of text.matchAll(/\[\w+:([\w.]+)\] ([^[]*)/g)) {
      const said = sentence!.trim()
      if (said.length > 7) makers.set(said, [...(makers.get(said) ?? []), number!])
    }
  return {
    answers: [{ answer: 'It is so.', replies: replies.map(({ label }) => label) }],
    points: [...makers].map(([text, says]) => ({ text, type: 'fact!', says, denies: [] })),
    gaps: [],
  }
}

/** What is shown under labels. */
function shownIn(prompt: string, tag: string): Array<{ label: string; text: string }> {
  const shown = new RegExp(`<${tag}-(\\w+) label="(\\w+)"[^>]*>([\\s\\S]*?)</${tag}-\\1>`, 'g')
  return [...prompt.matchAll(shown)].map(([, , label, text]) => ({ label: label!, text: text! }))
}
