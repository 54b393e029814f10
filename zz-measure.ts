import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { claimsOfText } from './src/engine/measure/claims/claims-of-text.ts'
import { claimsOfText as old } from './src/engine/measure/claims/zz-old.ts'
let texts = 0, changed = 0, lost: string[] = [], won: string[] = []
let longest = 0
for (const set of ['vicuna80', 'arena_bench', 'autoj_pairs', 'ragtruth', 'factscore_12lm'])
  for (const line of gunzipSync(readFileSync(`../shared/eval/long/${set}.jsonl.gz`)).toString().trim().split('\n')) {
    const answers = JSON.parse(line).answers
    for (const text of Object.values(answers ?? {}) as string[]) {
      if (typeof text !== 'string') continue
      texts++
      const t = performance.now(); const now = claimsOfText(text); longest = Math.max(longest, performance.now() - t)
      const before = old(text)
      if (JSON.stringify(now) !== JSON.stringify(before)) changed++
      lost.push(...before.filter((c) => !now.includes(c)).map((c) => `${set}|${text.trim().endsWith(c) ? 'END ' : ''}${c}`)); won.push(...now.filter((c) => !before.includes(c)))
    }
  }
console.log({ texts, changed, lost: lost.length, won: won.length, longest })
const pick = (list: string[], n: number) => list.filter((_, i) => i % Math.max(1, Math.floor(list.length / n)) === 0)
console.log('LOST\n' + pick(lost, 70).map((c) => c.slice(0, 160).replaceAll('\n', ' ')).join('\n'))
console.log('WON\n' + pick(won, 30).map((c) => c.slice(0, 200)).join('\n'))
