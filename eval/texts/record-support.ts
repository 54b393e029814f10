import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Brief, BriefNamed } from '../../src/engine/panel/brief.ts'
import { pointLabel, replyLabel } from '../../src/engine/prompt/material.ts'
import { promptFor } from '../../src/engine/prompt/prompts.ts'
import { type MappedPoint, readMap } from '../../src/engine/reader/read-map.ts'
import { readPointRulings } from '../../src/engine/reading/read-rulings.ts'
import { parseObject } from '../../src/engine/reading/reply-fields.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { post, postMessages } from '../live/post.ts'
import { type Biography, readBiographies } from './biographies.ts'
import { type RecordedPoint, SUPPORT_FILE } from './recorded-points.ts'

// Lets models list and examine the points of recorded biographies through an OpenAI-compatible endpoint, and records the
// counts of their rulings beside the verdicts on the same claims:
//   npm run record-support -- URL FOLDER
// Models: reader lists the points, one, two and three examine them, and matcher says which recorded claims say the same.
// The texts themselves are not recorded.

const DATE = '2026-11-17'
const EXAMINERS = ['one', 'two', 'three']
const [url, folder] = process.argv.slice(2)
if (url === undefined || folder === undefined) {
  console.error('Usage: npm run record-support -- URL FOLDER')
  process.exit(2)
}

const recorded = await Promise.all(readBiographies(folder).map(examine))
const lines = recorded.flatMap((points, biography) =>
  points.map((point) => JSON.stringify({ biography, ...point })),
)
writeFileSync(fileURLToPath(SUPPORT_FILE), `${lines.join('\n')}\n`)

async function examine(biography: Biography): Promise<Array<Omit<RecordedPoint, 'biography'>>> {
  const { query } = biography
  const texts = biography.texts.map((text, place) => ({ label: replyLabel(place), text }))
  const brief: BriefNamed<'map-texts'> = {
    phase: 'reading',
    task: 'map-texts',
    query,
    criteria: null,
    date: DATE,
    texts,
  }
  const map = readMap(await asked('reader', brief), texts)
  if (map === null) return []
  const points = map.points.filter(({ isGap }) => !isGap)
  const rulings = await Promise.all(EXAMINERS.map((model) => rulingsOf(model, query, points)))
  const truths = await truthsOf(points, biography)
  return points.flatMap(({ text, stances, isCentral }) => {
    const truth = truths.get(text)
    if (truth === undefined) return []
    const opinions = rulings.map((given) => given.get(text) ?? 'unsure')
    const count = (opinion: string) => opinions.filter((one) => one === opinion).length
    return [
      {
        truth,
        isCentral,
        says: stances.filter(({ says }) => says).length,
        denies: stances.filter(({ says }) => !says).length,
        true: count('true'),
        false: count('false'),
        depends: count('depends'),
        unsure: count('unsure'),
      },
    ]
  })
}

async function rulingsOf(model: string, query: string, points: MappedPoint[]): Promise<Map<string, string>> {
  const shown = stableShuffle(points, ({ text }) => text, `${query} ${model}`).map(
    ({ text, type }, place) => ({
      label: pointLabel(place),
      text,
      type,
    }),
  )
  const brief: BriefNamed<'examination'> = {
    phase: 'examination',
    query,
    criteria: null,
    date: DATE,
    points: shown,
    anchors: [],
  }
  const labels = shown.map(({ label }) => label)
  const reading = readPointRulings(await asked(model, brief), labels)
  const given = 'reply' in reading ? reading.reply : []
  return new Map(given.map(({ label, verdict }) => [shown[labels.indexOf(label)]!.text, verdict]))
}

/** Whether a point is true: what the recorded verdicts say of the claims that say the same; absent where none does. */
async function truthsOf(points: MappedPoint[], { claims }: Biography): Promise<Map<string, boolean>> {
  const listed = (items: string[]) => items.map((item, place) => `${place + 1}. ${item}`).join('\n')
  const content = `Below are points and claims about the same person. For each point, list the numbers of all claims that say the same as the point or as a part of it. Do not judge whether anything is true. Reply with one JSON object: {"matches": {"1": [4, 9], "2": []}}, with every point.\n\nPoints:\n${listed(points.map(({ text }) => text))}\n\nClaims:\n${listed(claims.map(({ text }) => text))}`
  const reply = await postMessages(url!, 'matcher', [{ role: 'user', content }])
  const matches = parseObject(reply.trim())?.get('matches') as Record<string, number[]> | undefined
  const truths = points.flatMap(({ text }, place): Array<[string, boolean]> => {
    const same = (matches?.[place + 1] ?? []).flatMap((number) => claims[number - 1] ?? [])
    return same.length === 0 ? [] : [[text, same.every(({ isTrue }) => isTrue)]]
  })
  return new Map(truths)
}

function asked(model: string, brief: Brief): Promise<string> {
  const seat = { key: model, provider: 'openai', name: model, model, temperature: 0 }
  return post(url!, { seat, messages: promptFor(brief).messages, brief })
}
