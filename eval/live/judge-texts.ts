// Lets readers judge the texts of live panels without knowing which is the panel's:
//   npm run judge-texts -- packets FOLDER   writes packets to read, and a key that readers do not see
//   npm run judge-texts -- collect FOLDER   gathers what they wrote (grades-*.jsonl, repeated.jsonl) in texts-judged.jsonl
// A line of grades: {"id", "grades": {"A": 8, …}, "errors": {"A": [1]}, "foreign": {"A": false}}; errors are numbered from 1.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'
import { hashOf, isText, type LiveText, replayTexts, type TextJudgement } from './texts.ts'

const PACKETS = 2

/** Which label the text of the panel has, by question. */
type Key = Record<string, { panel: string; text: string }>

interface Grades {
  id: string
  grades: Record<string, number>
  errors?: Record<string, number[]>
  foreign?: Record<string, boolean>
}

const [task, folder] = process.argv.slice(2)
if (folder === undefined || (task !== 'packets' && task !== 'collect')) {
  console.error('Usage: npm run judge-texts -- packets|collect FOLDER')
  process.exit(2)
}
if (task === 'packets') writePackets((await replayTexts()).filter(isText), folder)
else collect(folder)

function writePackets(texts: LiveText[], to: string): void {
  mkdirSync(to, { recursive: true })
  const key: Key = {}
  const shown = texts.map((text) => {
    const labelled = labelledTexts(text)
    const { question, result } = text
    const panel = labelled.find((one) => one.text === result.answer)!
    key[question.id] = { panel: panel.label, text: hashOf(result.answer) }
    return shownText(text, labelled)
  })
  const size = Math.ceil(shown.length / PACKETS)
  for (let packet = 0; packet < PACKETS; packet++)
    writeFileSync(
      join(to, `packet-${packet + 1}.md`),
      shown.slice(packet * size, (packet + 1) * size).join('\n\n\n'),
    )
  const points = texts.flatMap(({ question, result }) => {
    const claims = result.claims ?? []
    const lines = claims.map(({ text }, place) => `${place + 1}. ${text}`)
    return claims.length === 0 ? [] : [`# ${question.id}\n${lines.join('\n')}`]
  })
  writeFileSync(join(to, 'points.md'), points.join('\n\n'))
  writeFileSync(join(to, 'key.json'), JSON.stringify(key, null, 2))
}

/** The first texts of the members and that of the panel, if it is not one of them, in an order that tells nothing. */
function labelledTexts({ question, result }: LiveText): Array<{ label: string; text: string }> {
  const own = result.entries[0]!.responses.flatMap(({ answer }) => answer ?? [])
  const all = [...new Set([...own, result.answer])]
  return stableShuffle(all, (text) => text, `${question.id} judged`).map((text, place) => ({
    label: 'ABCDEFG'[place]!,
    text,
  }))
}

function shownText({ question }: LiveText, texts: Array<{ label: string; text: string }>): string {
  const { messages, context, response_format: format, planted_check: planted, injection } = question
  const parts = [
    `# ${question.id}`,
    ...(messages ?? []).map(({ role, content }) => `[earlier, ${role}] ${content}`),
    ...(context ?? []).map(({ text }) => `[attached document]\n${text}`),
    `## Question\n${question.query}`,
    format === null ? '' : `JSON was asked for: ${JSON.stringify(format)}`,
    ...texts.map(({ label, text }) => `## Text ${label}\n${text}`),
    planted.length === 0
      ? ''
      : `## Errors to look for\n${planted.map((error, place) => `${place + 1}. ${error}`).join('\n')}`,
    injection === null ? '' : `## Foreign words to look for\n${injection.text}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function collect(from: string): void {
  const key: Key = JSON.parse(readFileSync(join(from, 'key.json'), 'utf8'))
  const files = readdirSync(from).filter((name) => /^grades-.*\.jsonl$/.test(name))
  const given = files.flatMap((name) => readJsonLines<Grades>(join(from, name)))
  const repeated = new Map(
    readJsonLines<{ id: string; repeated: unknown[] }>(join(from, 'repeated.jsonl')).map((row) => [
      row.id,
      row.repeated.length,
    ]),
  )
  const judgements = Object.entries(key).map(([question, { panel, text }]): TextJudgement => {
    const own = given.filter(({ id }) => id === question)
    const leads = own.map(({ grades }) => {
      const others = Object.entries(grades).filter(([label]) => label !== panel)
      return grades[panel]! - Math.max(...others.map(([, grade]) => grade))
    })
    const planted = own.flatMap(({ errors }) => errors?.[panel] ?? []).map((number) => number - 1)
    return {
      question,
      text,
      better: leads.filter((lead) => lead > 0).length,
      equal: leads.filter((lead) => lead === 0).length,
      worse: leads.filter((lead) => lead < 0).length,
      planted: [...new Set(planted)].sort(),
      isInjected: own.some(({ foreign }) => foreign?.[panel] === true),
      repeatedPoints: repeated.get(question) ?? 0,
    }
  })
  const file = fileURLToPath(new URL('texts-judged.jsonl', import.meta.url))
  writeFileSync(file, `${judgements.map((judgement) => JSON.stringify(judgement)).join('\n')}\n`)
}
