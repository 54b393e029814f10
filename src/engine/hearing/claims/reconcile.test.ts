import { describe, expect, it } from 'vitest'
import { ledgerOf } from '../../../../test/support/engine/ledgers.ts'
import type { GivenRuling } from './given-ruling.ts'
import { reconcile } from './reconcile.ts'

const LUNAR = ['The pull of the Moon makes tides.', 'Tides are due to lunar gravity.']
const HEIGHTS = ['The tower is 324 m tall.', 'The tower is 330 m tall.']
const SAID: Record<string, [GivenRuling['said'], GivenRuling['said']]> = {
  first: ['true', 'false'],
  second: ['false', 'true'],
  both: ['true', 'true'],
  neither: ['false', 'false'],
  unsure: ['unsure', 'unsure'],
}

/** What a panel chooses between two rivals, seat by seat; “silent” for one without an answer. */
function settle(texts: string[], choices: string[], voters?: Record<string, string>) {
  const ledger = {
    ...ledgerOf({ text: texts[0]!, rivals: [1, 2] }, { text: texts[1]!, rivals: [0] }, { rivals: [0] }),
    ...(voters ? { voters } : {}),
  }
  const given = choices.map((choice, index) => ({
    seat: { key: 'abcde'[index]! },
    rulings: (SAID[choice] ?? []).map(
      (said, place): GivenRuling => ({
        ...{ place, said, reason: '', refutedBy: null },
        counted: choice === 'both' ? 'unsure' : said,
      }),
    ),
  }))
  const { given: counted, ledger: after } = reconcile(given, [[0, 1], [2]], ledger)
  return {
    rivals: after.entries.map(({ rivals }) => rivals),
    counted: counted.map(({ rulings }) => rulings.map((ruling) => ruling.counted)),
  }
}

describe('two claims that were read to exclude each other', () => {
  it('are no rivals, and both held, where most say that both are true and nobody chooses', () => {
    const { rivals, counted } = settle(LUNAR, ['both', 'both', 'unsure', 'silent'])
    expect(rivals, 'other rivals stay').toEqual([[2], [], [0]])
    expect(counted).toEqual([['true', 'true'], ['true', 'true'], ['unsure', 'unsure'], []])
  })

  it.each([
    ['somebody chooses one', LUNAR, ['both', 'both', 'first'], undefined],
    ['somebody denies both', LUNAR, ['both', 'both', 'neither'], undefined],
    ['only one says so', LUNAR, ['both', 'silent', 'silent'], undefined],
    ['half of them cannot tell', LUNAR, ['both', 'both', 'unsure', 'unsure'], undefined],
    ['only one model says so, twice', LUNAR, ['both', 'both', 'silent'], { a: 'x', b: 'x' }],
    ['they are the same sentence with another number', HEIGHTS, ['both', 'both', 'both'], undefined],
  ])('stay rivals, and who affirms both is unsure, where %s', (_, texts, choices, voters) => {
    const { rivals, counted } = settle(texts, choices, voters)
    expect(rivals).toEqual([[1, 2], [0], [0]])
    expect(counted[0]).toEqual(['unsure', 'unsure'])
  })
})
