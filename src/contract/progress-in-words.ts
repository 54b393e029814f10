import type { Claim, TextFinding } from './claims.ts'
import type { RunEvent } from './events.ts'

const LONGEST_LINE = 160

type EventData<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data']

/** The events that may need words: what an iteration was like needs none. */
type WordedType = Exclude<RunEvent['type'], 'iteration-end'>

/** An event with what it tells beside its type. */
type FlatEvent =
  | { [Type in WordedType]: { type: Type } & EventData<Type> }[WordedType]
  | { type: 'iteration-end' }

/** What a panel has just done, in one line; null for what needs no words. */
export function progressInWords(event: FlatEvent): string | null {
  switch (event.type) {
    case 'panel-start':
      return `${event.first?.length ?? event.seats.length} models are answering.`
    case 'iteration-start':
      return event.phase === 'exposition' ? null : `${PHASES[event.phase]}.`
    case 'answer-received':
      return answerInWords(event)
    case 'pages-found':
      return `${event.pages.length} ${event.pages.length === 1 ? 'web page' : 'web pages'} found.`
    case 'reading-received':
      return event.readable
        ? `${event.name} has ${event.task === 'plan-search' ? 'said' : 'read'} ${READ[event.task]}.`
        : null
    case 'stage-end':
      return event.accepted ? null : 'The other models are answering too.'
    case 'claims-change':
      return claimsInWords(event.claims)
    case 'text-written':
      return `${event.name} has ${event.mended ? 'mended' : 'written'} the answer.`
    case 'text-checked':
      return checkInWords(event.name, event.findings)
    case 'answer-text':
    case 'kind-decided':
    case 'iteration-end':
    case 'text-accepted':
      return null
  }
}

export const PHASES: Record<EventData<'iteration-start'>['phase'], string> = {
  exposition: 'Each model answers alone',
  revision: 'The models judge each other’s answers',
  review: 'The models review each other’s drafts',
  examination: 'The models check each point',
  dispute: 'The models argue about disputed points',
}

const READ: Record<EventData<'reading-received'>['task'], string> = {
  'group-answers': 'which answers are the same',
  'compare-axioms': 'what the axioms say of the answer',
  'map-texts': 'which points the texts make',
  'check-text': 'the answer critically',
  'match-defects': 'which reviewers name the same defect',
  'list-inputs': 'what to try on the programs',
  'plan-search': 'what to search the web for',
  'cite-pages': 'which pages say what the answer says',
}

function answerInWords(reply: EventData<'answer-received'>): string | null {
  const { iteration, name, answered, answer, error } = reply
  if (error !== null) return `${name} gave no answer (${error.code.replaceAll('_', ' ')}).`
  if (iteration > 1 || !answered || answer === null) return null
  return `${name} has answered: ${inOneLine(answer)}`
}

/** The beginning of a text, in one line. */
export function inOneLine(text: string, most = LONGEST_LINE): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s\S*$/, '')} …`
}

function claimsInWords(claims: Claim[]): string | null {
  if (claims.length === 0) return null
  const disputed = claims.filter(({ status }) => status === 'disputed').length
  return `${disputed} of ${claims.length} ${claims.length === 1 ? 'point' : 'points'} disputed.`
}

function checkInWords(name: string, findings: TextFinding[]): string {
  if (findings.length === 0) return `${name} has nothing to object to.`
  return `${name} objects to ${findings.length} ${findings.length === 1 ? 'passage' : 'passages'}.`
}
