import { MOST_MISSED } from '../../../contract/claims.ts'
import type { ShownClaim } from '../../panel/brief.ts'
import { cutText } from '../text/cut-text.ts'
import type { Fields } from './json-in-reply.ts'
import {
  isNothing,
  labelIn,
  property,
  type Reading,
  textsIn,
  unreadable,
  verdictObjects,
} from './judged-labels.ts'
import { textOf } from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

/** What a seat says of a claim, or which of two it chooses. */
export type ClaimVerdict = 'true' | 'false' | 'unsure' | 'first' | 'second' | 'both' | 'neither'

/** What a seat says of what stands under one label. */
export interface JudgedClaim {
  label: string
  verdict: ClaimVerdict
  /** Why it is wrong; empty for nothing. */
  why: string
}

/** A cross-examination: at most one verdict for each label. */
export interface ExaminationReply {
  verdicts: JudgedClaim[]
  /** Important points that no claim makes. */
  missing: string[]
}

const LONGEST_WHY = 500
const LONGEST_POINT = 300
const LISTS = ['true', 'false', 'unsure'] as const

/** Reads a cross-examination: an object with lists of labels, verdicts by label, or lines such as “A: true”. */
export function readExamination(text: string, claims: ShownClaim[]): Reading<ExaminationReply> {
  const spoken = (afterThinking(text) ?? '').trim()
  const labels = claims.map(({ label }) => label)
  for (const fields of verdictObjects(spoken)) {
    const verdicts = settled(
      [...listed(fields, labels), ...chosen(fields, labels), ...byLabel(fields, labels)],
      claims,
    )
    const points = textsIn(fields.get('missing'), { most: MOST_MISSED, longest: LONGEST_POINT })
    const missing = points.filter((point) => !isNothing(point))
    if (verdicts.length > 0) return { reply: { verdicts, missing } }
  }
  const verdicts = settled(inLines(spoken, labels), claims)
  if (verdicts.length > 0) return { reply: { verdicts, missing: [] } }
  return unreadable('The reply contains no verdict on any claim.', text)
}

/**
 * The verdict at the start of a text; null for none, or where several are offered: “true|false”, “first or second”,
 * “true?”. “Both” is one only where nothing follows that may turn it round: “both are wrong”.
 */
export function verdictIn(text: string): ClaimVerdict | null {
  const match =
    /^\W{0,5}(true|false|unsure|first|second|neither|both(?=\s{0,3}(?:$|[^\w\s]|(?:are\s)?(?:true|correct|right)\b)))\b(?!\s{0,3}(?:[/|?]|or\b))/i.exec(
      text,
    )
  return match ? (match[1]!.toLowerCase() as ClaimVerdict) : null
}

/** The reason in a field; empty where it only says that there is none. */
export function whyIn(value: unknown): string {
  const why = textOf(value)
  return isNothing(why) ? '' : cutText(why, LONGEST_WHY)
}

/** Verdicts on lines of their own, with a sign between label and verdict: “A false claim” is no verdict on A. */
export function inLines(text: string, labels: string[]): JudgedClaim[] {
  return text.split('\n').flatMap((line): JudgedClaim[] => {
    const [, name, verdict, why] = LINE.exec(cutText(line, LONGEST_WHY)) ?? []
    const label = name === undefined ? null : labelIn(name, labels)
    const said = verdict === undefined ? null : verdictIn(verdict)
    return label === null || said === null ? [] : [{ label, verdict: said, why: whyIn(why) }]
  })
}

const LINE =
  /^[^\w]{0,10}(?:claim[^\w]{1,5})?([A-Z]\d{0,2})(?=\s{0,4}[^\w\s])[^\w]{1,5}(true|false|unsure|first|second|neither|both(?=\s{0,3}(?:$|[^\w\s]|(?:are\s)?(?:true|correct|right)\b)))\b(?!\s{0,3}(?:[/|?]|or\b))[^\w]{0,5}(.*)$/i

/** Labels in the list named after the verdict on them. */
function listed(fields: Fields, labels: string[]): JudgedClaim[] {
  return LISTS.flatMap((verdict) =>
    entriesIn(fields.get(verdict)).flatMap(([name, said]): JudgedClaim[] => {
      const label = labelIn(name, labels)
      const why = typeof said === 'string' && said !== name ? whyIn(said) : reasonOf(said)
      return label === null ? [] : [{ label, verdict: spokenAs(said) ?? verdict, why }]
    }),
  )
}

/** What stands beside a label in a list, where it says something else than the name of the list: {"true": {"C1": false}}. */
function spokenAs(said: unknown): ClaimVerdict | null {
  if (typeof said === 'boolean') return said ? 'true' : 'false'
  return verdictIn(textOf(property(said, 'opinion') ?? property(said, 'verdict')))
}

function chosen(fields: Fields, labels: string[]): JudgedClaim[] {
  return entriesIn(fields.get('choices')).flatMap(([name, said]) => judged(name, said, 'choice', labels))
}

/** Verdicts under their labels, or in objects that name them. */
function byLabel(fields: Fields, labels: string[]): JudgedClaim[] {
  const inner = fields.get('rulings') ?? fields.get('verdicts') ?? fields.get('claims')
  const named = [...fields].slice(0, MOST_ITEMS).filter(([name]) => labelIn(name, labels) !== null)
  return [...entriesIn(inner), ...named].flatMap(([name, said]) => judged(name, said, 'verdict', labels))
}

function judged(name: string, said: unknown, field: string, labels: string[]): JudgedClaim[] {
  const label = labelIn(name, labels)
  const opinion = property(said, field) ?? property(said, 'opinion') ?? property(said, 'verdict')
  const verdict = verdictIn(textOf(typeof said === 'object' ? opinion : said))
  return label === null || verdict === null ? [] : [{ label, verdict, why: reasonOf(said) }]
}

function reasonOf(said: unknown): string {
  if (typeof said !== 'object' || said === null) return ''
  return whyIn(property(said, 'why') ?? property(said, 'reason'))
}

/** More than there are labels; the rest of a longer list is not read. */
const MOST_ITEMS = 100
/** “C2: the year is wrong” */
const NAMED = /^([^:–—]{1,20})[:–—]\s?(.*)$/s

/** Labels with what is said of them: from a list of labels or objects, a text with labels, or an object by label. */
export function entriesIn(value: unknown): Array<[name: string, said: unknown]> {
  if (typeof value === 'string') return namesIn(value).map((name) => [name, name])
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).map((item): [string, unknown] => {
      if (typeof item !== 'string') return [textOf(property(item, 'claim') ?? property(item, 'label')), item]
      const [, name = item, said = item] = NAMED.exec(item) ?? []
      return [name, said]
    })
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(0, MOST_ITEMS) : []
}

/** The labels in a text that consists of nothing else: “all except C3” names C3 and does not mean it. */
function namesIn(text: string): string[] {
  const names = text.split(/[,;\s]+/, MOST_ITEMS).filter((name) => !/^(?:and|&|)$/i.test(name))
  return names.every((name) => /^\W*[A-Z]\d{0,2}\W*$/i.test(name)) ? names : []
}

/** The verdicts that fit what stands under each label, one for each: whoever says two different things is unsure. */
function settled(verdicts: JudgedClaim[], claims: ShownClaim[]): JudgedClaim[] {
  return claims.flatMap(({ label, texts }): JudgedClaim[] => {
    const about = verdicts
      .filter((one) => one.label === label)
      .map((one) =>
        texts.length === 2 && one.verdict === 'false' ? { ...one, verdict: 'neither' as const } : one,
      )
      .filter(({ verdict }) => OFFERED[texts.length].includes(verdict))
    const [first] = about
    if (first === undefined) return []
    const isTorn = about.some(({ verdict }) => verdict !== first.verdict)
    return [isTorn ? { label, verdict: 'unsure', why: '' } : first]
  })
}

const OFFERED: Record<1 | 2, ClaimVerdict[]> = {
  1: ['true', 'false', 'unsure'],
  2: ['first', 'second', 'both', 'neither', 'unsure'],
}
