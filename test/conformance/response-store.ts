import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Exchange, ResponseStore } from '../../src/http/edge/responses/response-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const exchange = (id: string, previous_response_id: string | null = null, content = 'Why?') =>
  ({ input: [{ role: 'user', content }], response: { id, previous_response_id } }) as Exchange

/** What every store of responses does, whatever it keeps them in. */
export function describeResponseStore(
  backend: string,
  open: () => Promise<StoreUnderTest<ResponseStore>>,
): void {
  describe(`the responses in ${backend}`, () => {
    let opened: StoreUnderTest<ResponseStore>
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const idsTo = async (id: string, owner = 'alice') =>
      (await opened.store.chainTo(owner, id)).map(({ response }) => response.id)

    it('are found with those that they continue, oldest first, by their owner alone', async () => {
      const { store } = opened
      await store.save('alice', exchange('one'), 1)
      await store.save('alice', exchange('two', 'one', 'How, “四十二”?'), 2)
      await store.save('alice', exchange('three', 'two'), 3)
      await store.save('alice', exchange('other', 'one'), 4)
      expect(await idsTo('three')).toEqual(['one', 'two', 'three'])
      expect((await store.chainTo('alice', 'two'))[1]).toEqual(exchange('two', 'one', 'How, “四十二”?'))
      expect(await store.get('alice', 'two')).toEqual(exchange('two', 'one').response)
      expect(await store.get('bob', 'two')).toBeNull()
      expect(await idsTo('two', 'bob')).toEqual([])
      await store.remove('bob', 'two')
      await store.remove('alice', 'one')
      expect(await idsTo('three')).toEqual(['two', 'three'])
      const reopened = (await opened.reopen?.()) ?? store
      expect(await reopened.get('alice', 'three')).toEqual(exchange('three', 'two').response)
    })

    it('do not go on with what another owner stored', async () => {
      await opened.store.save('bob', exchange('one'), 1)
      await opened.store.save('alice', exchange('two', 'one'), 2)
      expect(await idsTo('two')).toEqual(['two'])
    })

    it('are deleted when they were not used for long, but not while they are continued', async () => {
      const { store } = opened
      await store.save('alice', exchange('old'), 10)
      await store.save('alice', exchange('continued'), 10)
      await store.save('alice', exchange('latest', 'continued'), 20)
      await store.sweep(15, 1_000_000)
      expect(await idsTo('old')).toEqual([])
      expect(await idsTo('latest')).toEqual(['continued', 'latest'])
    })

    it('are deleted beyond so many bytes of an owner, those first that were not used for longest', async () => {
      const { store } = opened
      const long = 'x'.repeat(1_000)
      for (const [place, id] of ['one', 'two', 'three'].entries())
        await store.save('alice', exchange(id, null, long), place)
      await store.save('bob', exchange('four', null, long), 0)
      await store.sweep(0, 2_500)
      expect(await Promise.all(['one', 'two', 'three'].map((id) => idsTo(id)))).toEqual([
        [],
        ['two'],
        ['three'],
      ])
      expect(await idsTo('four', 'bob')).toEqual(['four'])
    })
  })
}
