import { describe, expect, it } from 'vitest'
import { readAgreement } from '../../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../../src/adapters/embedders/builtin-embedder.ts'
import { comparisonOn } from '../../../src/engine/measure/agreement/compare-answers.ts'
import { firstRound } from '../../support/shipped-panel.ts'

const { embed } = await openBuiltinEmbedder()
const model = readAgreement()
const relate = (query: string, left: string, right: string) =>
  comparisonOn(query, { embed, model }).relate(left, right)

describe('12.3 opposites', () => {
  it('“No” does not join “Yes”, however it is explained', async () => {
    const { entries, dissent, outcome } = await firstRound('Is a tomato a fruit?', [
      'Yes',
      'Botanically yes, since it develops from the ovary of a flower',
      'No, it is a vegetable',
    ])
    expect(entries[0]!.clusters.map(({ models }) => [...models].sort())).toEqual([
      ['seat-1', 'seat-2'],
      ['seat-3'],
    ])
    expect(outcome).toBe('majority')
    expect(dissent.map(({ answer }) => answer)).toEqual(['No, it is a vegetable'])
  })

  it('a German yes does not join two that say no', async () => {
    const { outcome, confidenceBasis } = await firstRound('Ist Ibuprofen in der Schwangerschaft sicher?', [
      'Ja, Ibuprofen ist in der Schwangerschaft sicher.',
      'Nein, Ibuprofen ist in der Schwangerschaft nicht sicher.',
      'Nein, es ist nicht sicher.',
    ])
    expect(outcome).toBe('majority')
    expect(confidenceBasis).toMatch(/^2 of 3 models/)
  })

  it.each([
    ['Can penguins fly?', 'Penguins can fly.', 'Penguins cannot fly.'],
    ['Who sued whom?', 'Apple sued Samsung.', 'Samsung sued Apple.'],
    ['Who beat whom in the final?', 'Germany beat Argentina 1-0.', 'Argentina beat Germany 1-0.'],
    [
      'What does the drug do to blood pressure?',
      'It increases blood pressure.',
      'It decreases blood pressure.',
    ],
    ['Which is heavier?', 'Lead is heavier than iron.', 'Iron is heavier than lead.'],
    [
      'What does TCP guarantee?',
      'TCP guarantees ordered delivery.',
      'TCP does not guarantee ordered delivery.',
    ],
  ])('in English are not counted as the same: %s', async (query, left, right) => {
    expect(await relate(query, left, right)).not.toBe('same')
  })

  it.each([
    ['de', 'Darf ich das essen?', 'Das darf man essen.', 'Das darf man nicht essen.'],
    ['fr', 'Peut-on le manger ?', 'On peut le manger cru.', 'On ne peut pas le manger cru.'],
    ['es', '¿Se puede comer?', 'Se puede comer crudo.', 'No se puede comer crudo.'],
    ['pt', 'Pode-se comer?', 'Pode ser comido cru.', 'Não pode ser comido cru.'],
    ['it', 'Si può mangiare?', 'Si può mangiare crudo.', 'Non si può mangiare crudo.'],
    ['nl', 'Kun je het eten?', 'Je kunt het rauw eten.', 'Je kunt het niet rauw eten.'],
    ['zh', '这个可以吃吗？', '这个可以生吃。', '这个不可以生吃。'],
    ['ja', 'これは食べられますか。', 'これは生で食べられます。', 'これは生で食べられません。'],
  ])('are recognised in a language whose negations are supported: %s', async (_, query, left, right) => {
    expect(await relate(query, left, right)).toBe('different')
    expect(await relate(query, left, left.replace(/[.。]$/, ''))).toBe('same')
  })

  it.each([
    ['Finnish', 'Onko se turvallista?', 'Se on turvallista lapsille.', 'Se ei ole turvallista lapsille.'],
    ['Polish', 'Czy to bezpieczne?', 'To jest bezpieczne dla dzieci.', 'To nie jest bezpieczne dla dzieci.'],
    ['Russian', 'Это безопасно?', 'Это безопасно для детей.', 'Это небезопасно для детей.'],
    ['Turkish', 'Bu güvenli mi?', 'Bu çocuklar için güvenlidir.', 'Bu çocuklar için güvenli değildir.'],
  ])('are not counted as the same in an unsupported language: %s', async (_, query, left, right) => {
    expect(await relate(query, left, right)).not.toBe('same')
  })
})

describe('12.5 trailing zeros', () => {
  it('do not imply rounding by themselves', async () => {
    const { outcome } = await firstRound('How many people live there?', [
      '1,206,000',
      '1,206,400',
      '1,206,400',
    ])
    expect(outcome).toBe('majority')
  })

  it.each(['about 1,206,000', '1.206 million'])(
    'imply rounding if the answer says so: %s',
    async (rounded) => {
      expect(await relate('How many people live there?', rounded, '1,206,400')).toBe('same')
    },
  )
})

describe('12.6 the same answer', () => {
  it.each([
    ['a name in a Japanese sentence', '日本の首都はどこですか？', ['東京', '日本の首都は東京です。']],
    [
      'a name in a German sentence',
      'What is the capital of France?',
      ['Die Hauptstadt von Frankreich ist Paris', 'Paris, France'],
    ],
    [
      '… to a German question',
      'Was ist die Hauptstadt von Frankreich?',
      ['Die Hauptstadt von Frankreich ist Paris.', 'Paris'],
    ],
    [
      'solutions in three notations',
      'Solve x^2 - 5x + 6 = 0.',
      ['$x=2$ and $x=3$', '\\(x\\in\\{2,3\\}\\)', '3, 2'],
    ],
    [
      'a percentage in a sentence',
      'By how much did sales fall?',
      ['Sales fell by 13 percent in 2020', 'In 2020 sales fell by 13%'],
    ],
  ])('is recognised: %s', async (_, query, answers) => {
    const { outcome, initialDivergence } = await firstRound(query, answers)
    expect(outcome).toBe('consensus')
    expect(initialDivergence).toBeLessThan(0.2)
  })

  it('in another script is left to the panel', async () => {
    expect(await relate('日本の首都はどこですか？', '東京', 'Tokyo')).toBe('unknown')
  })
})
