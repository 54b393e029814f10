import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithWorkerd, startWorkerd, type Workerd } from '../../../test/support/objects/workerd.ts'
import type { ResponseStore } from '../../http/edge/responses/response-store.ts'

describeWithWorkerd('the database of an object', () => {
  let workerd: Workerd
  beforeAll(async () => {
    workerd = await startWorkerd()
  })
  afterAll(() => workerd?.stop())

  const exchange = (id: string) =>
    ({ input: [], response: { id, previous_response_id: null } }) as unknown as Parameters<
      ResponseStore['save']
    >[1]

  it('says why nothing can be stored, and stores nothing by halves', async () => {
    const object = await workerd.open()
    const responses = object.store<ResponseStore>('responses')
    // What the platform says where an object has its ten gigabytes.
    await object.rows(`CREATE TRIGGER full BEFORE UPDATE ON responses BEGIN
      SELECT RAISE(ABORT, 'database or disk is full: SQLITE_FULL'); END`)
    const saved = responses.save('alice', exchange('one'), 1)
    await expect(saved).rejects.toMatchObject({
      name: 'StorageError',
      message: 'The data cannot be stored at the moment: the object is full. Try again later.',
    })
    expect(await responses.get('alice', 'one')).toBeNull()
  })

  it('is not opened by an older version', async () => {
    const object = await workerd.open()
    await object.rows('UPDATE schema_version SET version = version + 1')
    await object.evict()
    const older = await workerd.open(object.name)
    await expect(older.rows('SELECT 1')).rejects.toThrow('A newer version')
  })

  it('is migrated once', async () => {
    const object = await workerd.open()
    const versions = 'SELECT version FROM schema_version'
    const before = await object.rows(versions)
    await object.evict()
    expect(await (await workerd.open(object.name)).rows(versions)).toEqual(before)
    expect(before).toHaveLength(1)
  })
})
