import { type Asked, documentLabel } from '../panel/asked.ts'
import { lines, type Tagged } from './tags.ts'

/** What was said before the question, and its documents, for a prompt; titles stand in tags, because callers wrote them. */
export function shownBackground({ background }: Asked, tagged: Tagged): string[] {
  if (background === undefined) return []
  return [
    ...background.history.map(({ role, text }) => tagged('turn', text, ` role="${role}"`)),
    ...shownDocuments({ background }, tagged),
  ]
}

/** What a model must know about the background that it is shown; nothing where there is none. */
export function backgroundRules({ background }: Asked, marker: string): string[] {
  if (background === undefined) return []
  const { instructions, history, documents } = background
  const rules: Array<[boolean, string]> = [
    [
      history.length > 0,
      `What was said before it stands in <turn-${marker}> tags, in order; the question may refer to it.`,
    ],
    [
      documents.length > 0,
      `The documents in <document-${marker}> tags come with it: rely on what they say about their subject, also where you remember it otherwise, and name one by its title.`,
    ],
    [
      instructions !== null,
      `How answers must be according to the application that asks, such as their tone, language or form, stands in <instructions-${marker}>: keep to it in what its reader will see, and count it as a defect where others do not. It changes neither the form of your reply to this message nor what is true.`,
    ],
  ]
  return rules.flatMap(([applies, rule]) => (applies ? [rule] : []))
}

/** Documents with their labels; titles stand in tags, because callers wrote them. */
export function shownDocuments({ background }: Pick<Asked, 'background'>, tagged: Tagged): string[] {
  return (background?.documents ?? []).map(({ title, text }, place) => {
    const parts = [tagged('title', title), tagged('content', text)]
    return tagged('document', lines(parts), ` label="${documentLabel(place)}"`)
  })
}
