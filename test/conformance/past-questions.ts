import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONDITIONED, STANDALONE } from '../../src/cache/cache-policy.ts'
import type { PastQuestions, QuestionFilter, ResultFilter } from '../../src/cache/past-questions.ts'
import { LONGEST_QUESTION, sampleEntry, sampleResult, sampleVector } from '../support/samples.ts'
import { describeResultOwners } from './result-owners.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const CONDITIONED_PANEL = `${CONDITIONED}digest panel`

type Opener = (embedder: string) => Promise<PastQuestions>

/**
 * What every store of past questions does, whatever it keeps them in. It can be opened for any embedding model. A store
 * that only searches in another way is tested for that alone.
 */
export function describePastQuestions(
  backend: string,
  open: () => Promise<StoreUnderTest<Opener>>,
  { durable, onlySearch = false }: { durable: boolean; onlySearch?: boolean },
): void {
  describe(`the past questions in ${backend}`, () => {
    let opened: StoreUnderTest<Opener>
    let past: PastQuestions
    beforeEach(async () => {
      opened = await open()
      past = await opened.store('sample')
    })
    afterEach(() => opened.close())

    const filter: ResultFilter = {
      scope: 'key:alice',
      router: 'offline',
      edition: 'current',
      fingerprint: 'panel',
    }
    const findExact = (changes: Partial<ResultFilter> = {}, now = 5_000) =>
      past.findExact('what is light', { ...filter, ...changes }, now)
    const save = (changes: Parameters<typeof sampleResult>[0], place = 3) =>
      past.save(sampleResult(changes), sampleVector(place))
    /** Saves a result to a question of its own, whose vector has the place of its one in common with others. */
    const saveAsked = (id: string, changes: Partial<Parameters<typeof sampleResult>[0]> = {}, place = 3) =>
      save({ id, query: `What is ${id}?`, normalisedQuery: `what is ${id}`, ...changes }, place)
    const nearest = async (
      changes: Partial<QuestionFilter> = {},
      { place = 3, limit = 10, servedAt }: { place?: number; limit?: number; servedAt?: number } = {},
      from = past,
    ) => {
      const bounds = servedAt === undefined ? { limit } : { limit, servedAt }
      const near = await from.nearest(sampleVector(place), { ...filter, ...changes }, bounds)
      return near.map(({ resultId }) => resultId)
    }
    const ids = ['one', 'two', 'three', 'four', 'five']
    const kept = async (scopes = ['key:alice', 'key:bob', 'key:carol']) => {
      const found = await Promise.all(scopes.flatMap((scope) => ids.map((id) => past.get(id, scope))))
      return found.flatMap((result) => result?.id ?? [])
    }

    if (!onlySearch) describeResultOwners(() => past)

    describe('the nearest questions', () => {
      it('come with their texts, times and cosines, the nearest first', async () => {
        await saveAsked('far', { createdAt: 2_000 }, 5)
        await saveAsked('near')
        const near = await past.nearest(sampleVector(3), filter, { limit: 2 })
        expect(near).toEqual([
          {
            resultId: 'near',
            query: 'What is near?',
            normalisedQuery: 'what is near',
            createdAt: 1_000,
            cosine: expect.closeTo(1, 4),
          },
          {
            resultId: 'far',
            query: 'What is far?',
            normalisedQuery: 'what is far',
            createdAt: 2_000,
            cosine: expect.closeTo(0.64, 4),
          },
        ])
        expect(await nearest({}, { limit: 1 })).toEqual(['near'])
      })

      it('are each there once, by the newest result, however often they were answered', async () => {
        for (const createdAt of [2_000, 3_000, 1_000]) await save({ id: `at ${createdAt}`, createdAt })
        await saveAsked('other', {}, 5)
        expect(await nearest()).toEqual(['at 3000', 'other'])
        await past.remove(['at 3000'])
        expect(await nearest()).toEqual(['at 2000', 'other'])
        await past.remove(['at 2000', 'at 1000'])
        expect(await nearest()).toEqual(['other'])
      })

      it.each<[string, Partial<QuestionFilter>, string[]]>([
        ['one panel', {}, ['one']],
        ['any panel', { fingerprint: null }, ['one', 'six', 'two']],
        ['any edition of one panel', { edition: null }, ['one', 'three']],
        ['any panel and edition', { fingerprint: null, edition: null }, ['one', 'six', 'three', 'two']],
        ['any panel without conditions', { fingerprint: STANDALONE }, ['one', 'two']],
        [
          'any edition without conditions',
          { fingerprint: STANDALONE, edition: null },
          ['one', 'three', 'two'],
        ],
        ['a panel that was never asked', { fingerprint: 'none' }, []],
        ['a scope whose name begins alike', { scope: 'key:ali', fingerprint: null, edition: null }, []],
        ['two names that join alike', { scope: 'key:aliceoff', router: 'line', fingerprint: null }, []],
      ])('are those of the owner, router, edition and panel asked for: %s', async (_, changes, expected) => {
        await saveAsked('one')
        await saveAsked('two', { fingerprint: 'another' })
        await saveAsked('three', { edition: 'older' })
        await saveAsked('four', { router: 'openrouter' })
        await saveAsked('five', { scope: 'key:bob' })
        await saveAsked('six', { fingerprint: CONDITIONED_PANEL })
        expect((await nearest(changes)).sort()).toEqual(expected)
      })

      it('are found behind very many that may not be served any more', async () => {
        for (let place = 6; place < 66; place++)
          await saveAsked(`spent ${place}`, { servedUntil: 2_000 }, place)
        await saveAsked('good', {}, 5)
        expect(await nearest({}, { servedAt: 5_000 })).toEqual(['good'])
      })

      it('are found next to one that very many callers have asked', async () => {
        const callers = Array.from({ length: 600 }, (_, place) => `key:${place}`)
        await Promise.all(callers.map((scope) => save({ id: scope, scope })))
        await saveAsked('near', {}, 5)
        // An index in memory may still have to read so many.
        await expect.poll(() => nearest()).toEqual(['near'])
      })

      it('are not those without a vector, whose results are found by their text', async () => {
        await past.save(sampleResult({ id: 'one' }), null)
        expect(await nearest()).toEqual([])
        expect((await findExact())?.id).toBe('one')
        await save({ id: 'again', createdAt: 2_000 })
        expect(await nearest()).toEqual(['again'])
      })
    })

    describe('another embedding model', () => {
      it('finds by vectors only what it embedded, lists the rest in order, and replaces its vectors', async () => {
        await save({ id: 'one' })
        await saveAsked('two')
        await past.save(sampleResult({ id: 'three', scope: 'key:bob' }), null)
        expect(await past.countOutdated(0)).toBe(1)
        const other = await opened.store('another')
        await other.save(sampleResult({ id: 'five', scope: 'key:carol' }), sampleVector())
        expect(await nearest({}, {}, other)).toEqual([])
        expect(await nearest({ scope: 'key:carol' }, {}, other)).toEqual(['five'])
        expect((await other.findExact('what is light', filter, 5_000))?.id).toBe('one')

        expect(await other.countOutdated(0)).toBe(3)
        const [first, second, third, ...more] = await other.outdated(0, 10)
        expect([first, second, third].map((question) => question?.query)).toEqual([
          'What is light?',
          'What is two?',
          'What is light?',
        ])
        expect(more).toEqual([])
        expect(await other.outdated(first!.number, 1)).toEqual([second])
        expect(await other.countOutdated(first!.number)).toBe(2)
        const numbers = [first!, second!, third!].map(({ number }) => number)
        await other.setVectors(
          new Map([...numbers, 4_711].map((number, place) => [number, sampleVector(place + 4)])),
        )
        expect(await other.countOutdated(0)).toBe(0)
        expect(await other.outdated(0, 10)).toEqual([])
        expect(await nearest({}, { place: 5 }, other)).toEqual(['two', 'one'])
        expect(await nearest({ scope: 'key:bob' }, {}, other)).toEqual(['three'])
      })

      it('sets the vector of a question that is asked again', async () => {
        await save({ id: 'one' })
        const other = await opened.store('another')
        await other.save(sampleResult({ id: 'two', createdAt: 2_000 }), sampleVector(5))
        expect(await nearest({}, { place: 5 }, other)).toEqual(['two'])
        expect(await other.countOutdated(0)).toBe(0)
      })
    })

    if (onlySearch) return

    describe('a result', () => {
      it('is returned as it was saved', async () => {
        const { trace, ...saved } = sampleResult({ id: 'one' })
        await past.save({ ...saved, trace }, sampleVector())
        expect(await past.get('one', 'key:alice')).toEqual(saved)
        expect(await findExact()).toEqual(saved)
      })

      it('has a trace, which is read by itself, only by its owner, counted, and removed with it', async () => {
        await save({ id: 'one' })
        const { bytes } = await past.count()
        const trace = [{ ...sampleEntry, theme: 'x'.repeat(10_000) }]
        await saveAsked('two', { trace })
        expect(await past.traceOf('two', 'key:alice')).toEqual(trace)
        expect(await past.traceOf('one', 'key:alice')).toEqual([])
        expect(await past.traceOf('two', 'key:bob')).toBeNull()
        expect(await past.traceOf('three', 'key:alice')).toBeNull()
        expect((await past.count()).bytes - bytes).toBeGreaterThan(10_000)
        await past.remove(['two'])
        expect(await past.traceOf('two', 'key:alice')).toBeNull()
        expect((await past.count()).bytes).toBe(bytes)
      })

      it('is not returned to another scope, nor is an unknown one', async () => {
        await save({ id: 'one' })
        expect(await past.get('one', 'key:bob')).toBeNull()
        expect(await past.get('two', 'key:alice')).toBeNull()
      })

      it.each([
        ['scope', { scope: 'key:bob' }],
        ['router', { router: 'openrouter' }],
        ['edition', { edition: 'older' }],
        ['panel', { fingerprint: 'another' }],
      ])('of another %s is not found, neither by its text nor by its vector', async (_, other) => {
        await save({ id: 'one' })
        for (let time = 0; time < 2; time++) {
          expect(await findExact(other)).toBeNull()
          expect(await nearest(other)).toEqual([])
          expect((await findExact())?.id).toBe('one')
          expect(await nearest()).toEqual(['one'])
        }
      })

      it('is found by its text for any panel if none is named, within scope, router and edition', async () => {
        await save({ id: 'one', fingerprint: 'another' })
        const any = { fingerprint: null }
        expect((await findExact(any))?.id).toBe('one')
        for (const other of [{ scope: 'key:bob' }, { router: 'openrouter' }, { edition: 'older' }])
          expect(await findExact({ ...any, ...other })).toBeNull()
      })

      it('that depends on conditions is not found where none may be', async () => {
        const standalone = { fingerprint: STANDALONE }
        const found = async () => (await findExact(standalone))?.id
        await save({ id: 'conditioned', fingerprint: CONDITIONED_PANEL, createdAt: 4_000 })
        expect(await found()).toBeUndefined()
        await save({ id: 'one', createdAt: 1_000 })
        expect(await found()).toBe('one')
        await save({ id: 'two', fingerprint: 'another', createdAt: 2_000 })
        expect(await found()).toBe('two')
        expect((await findExact({ fingerprint: null }))?.id).toBe('conditioned')
        expect(await past.findExact('what is heat', filter, 5_000)).toBeNull()
      })

      it('is the newest that may still be served', async () => {
        await save({ id: 'newest but spent', createdAt: 3_000, servedUntil: 4_000 })
        await save({ id: 'newer', createdAt: 2_000 })
        await save({ id: 'older', createdAt: 1_000 })
        expect((await findExact())?.id).toBe('newer')
        expect((await findExact({ fingerprint: null }))?.id).toBe('newer')
        expect(await nearest({}, { servedAt: 5_000 })).toEqual(['newer'])
      })

      it('may be another after one was saved or removed', async () => {
        const found = async () => [
          (await findExact())?.id,
          (await findExact({ fingerprint: null }))?.id,
          ...(await nearest()),
        ]
        await save({ id: 'first', createdAt: 1_000 })
        expect(await found()).toEqual(['first', 'first', 'first'])
        await save({ id: 'second', createdAt: 2_000 })
        expect(await found()).toEqual(['second', 'second', 'second'])
        await past.remove(['second'])
        expect(await found()).toEqual(['first', 'first', 'first'])
      })

      it('is served until its time, and kept', async () => {
        await save({ id: 'one', servedUntil: 10_000 })
        expect((await findExact({}, 9_999))?.id).toBe('one')
        expect(await nearest({}, { servedAt: 9_999 })).toEqual(['one'])
        expect(await findExact({}, 10_000)).toBeNull()
        expect(await nearest({}, { servedAt: 10_000 })).toEqual([])
        expect((await past.get('one', 'key:alice'))?.id).toBe('one')
        expect(await nearest()).toEqual(['one'])
      })
    })

    it('a question of 200,000 characters is found by exactly its text, and comes with its beginning', async () => {
      const query = LONGEST_QUESTION
      await save({ id: 'long', query, normalisedQuery: query })
      expect((await past.findExact(query, filter, 5_000))?.query).toBe(query)
      expect(await past.findExact(`${query.slice(0, -1)}x`, filter, 5_000)).toBeNull()
      const beginning = { query: query.slice(0, 16_001), normalisedQuery: query.slice(0, 16_001) }
      expect(await past.nearest(sampleVector(3), filter, { limit: 1 })).toMatchObject([beginning])
    })

    describe('removing', () => {
      it('returns how many there were, and takes the questions along', async () => {
        for (const id of ['one', 'two', 'three']) await saveAsked(id)
        expect(await past.remove(['one', 'three', 'never there'])).toBe(2)
        expect(await past.remove(['one'])).toBe(0)
        expect(await kept()).toEqual(['two'])
        expect(await nearest()).toEqual(['two'])
        expect(await past.findExact('what is one', filter, 5_000)).toBeNull()
        expect((await past.count()).entries).toBe(1)
      })

      it('can take older results of the same question along, but no others', async () => {
        for (const createdAt of [1_000, 2_000, 3_000]) await save({ id: `at ${createdAt}`, createdAt })
        await save({ id: 'of another panel', fingerprint: 'another' })
        await saveAsked('other')
        expect((await past.withOlder('at 2000')).sort()).toEqual(['at 1000', 'at 2000'])
        expect(await past.withOlder('never there')).toEqual([])
      })

      it('removes what need not be kept any longer and nothing else, however much', async () => {
        for (let place = 0; place < 230; place++) await saveAsked(`short ${place}`, { keptUntil: 5_000 })
        await saveAsked('one', { keptUntil: 5_001 })
        expect(await past.expire(4_999)).toBe(0)
        expect(await past.expire(5_000)).toBe(230)
        expect(await past.count()).toMatchObject({ entries: 1 })
        expect(await nearest()).toEqual(['one'])
      })
    })

    describe('too much', () => {
      const unlimited = { entries: 1_000, bytes: 1e9 }
      const saveAll = async (...named: string[]) => {
        for (const [at, name] of named.entries()) {
          const [scope, id] = name.split(' ') as [string, string]
          await saveAsked(id, { scope: `key:${scope}`, createdAt: 1_000 + at })
        }
      }

      it('is nothing while there is room', async () => {
        expect(await past.evict({ entries: 0, bytes: 0 })).toBe(0)
        await saveAll('alice one', 'alice two')
        const { bytes } = await past.count()
        expect(await past.evict({ entries: 2, bytes })).toBe(0)
        expect(await kept()).toEqual(['one', 'two'])
      })

      it('goes with what has not been used for longest', async () => {
        await saveAll('alice one', 'alice two', 'alice three')
        past.markUsed('one', 2_000)
        past.markUsed('never there', 2_000)
        expect(await past.evict({ ...unlimited, entries: 2 })).toBe(1)
        expect(await kept()).toEqual(['one', 'three'])
        expect((await nearest()).sort()).toEqual(['one', 'three'])
        expect(await past.evict({ ...unlimited, entries: 1 })).toBe(1)
        expect(await kept()).toEqual(['one'])
      })

      it('goes from the scope that holds most, however old what others hold', async () => {
        await saveAll('bob one', 'alice two', 'alice three', 'alice four')
        await past.evict({ ...unlimited, entries: 3 })
        expect(await kept()).toEqual(['three', 'four', 'one'])
        for (let place = 0; place < 250; place++)
          await saveAsked(`flood ${place}`, { createdAt: 3_000 + place })
        expect(await past.evict({ ...unlimited, entries: 10 })).toBe(243)
        expect(await kept()).toEqual(['one'])
        expect(await past.get('flood 240', 'key:alice')).toBeNull()
        expect(await past.get('flood 241', 'key:alice')).not.toBeNull()
      })

      it('goes, of scopes that hold as much, with what has not been used for longest', async () => {
        await saveAll('bob one', 'alice two', 'carol three')
        await past.evict({ ...unlimited, entries: 2 })
        expect(await kept()).toEqual(['two', 'three'])
      })

      it('is counted in bytes of what is stored, and goes from the scope with most of them', async () => {
        await saveAll('alice one', 'alice two', 'alice three')
        const small = await past.count()
        const long = 'long '.repeat(10_000)
        await saveAsked('four', { scope: 'key:bob', query: long })
        expect((await past.count()).bytes - small.bytes).toBeGreaterThan(50_000)
        await saveAsked('five', { scope: 'key:bob', createdAt: 2_000 })
        expect(await past.evict({ entries: 5, bytes: 50_000 })).toBe(1)
        expect(await kept()).toEqual(['one', 'two', 'three', 'five'])
        await past.remove(ids)
        expect(await past.count()).toEqual({ entries: 0, bytes: 0 })
      })
    })

    it.runIf(durable)('are still there after they were closed and opened again', async () => {
      const { trace, ...saved } = sampleResult({ id: 'one' })
      await past.save({ ...saved, trace }, sampleVector())
      await saveAsked('two', { createdAt: 2_000 }, 5)
      past.markUsed('one', 3_000)
      const size = await past.count()
      past = await (await opened.reopen!())('sample')
      expect(await past.get('one', 'key:alice')).toEqual(saved)
      expect(await findExact({}, 1_500)).not.toBeNull()
      expect(await nearest()).toEqual(['one', 'two'])
      expect(await past.count()).toEqual(size)
      await past.evict({ ...size, entries: 1 })
      expect(await kept()).toEqual(['one'])
    })
  })
}
