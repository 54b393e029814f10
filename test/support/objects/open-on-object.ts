import type { StoreUnderTest } from '../../conformance/store-under-test.ts'
import type { RemoteObject, Workerd } from './workerd.ts'

/** Opens a store in an object of its own, ready to be evicted and opened again in the next instance. */
export async function openOnObject<Store>(
  workerd: Workerd,
  create: (object: RemoteObject) => Store | Promise<Store>,
): Promise<StoreUnderTest<Store> & { object: RemoteObject }> {
  let object = await workerd.open()
  return {
    object,
    store: await create(object),
    async reopen() {
      await object.call('close')
      await object.evict()
      object = await workerd.open(object.name)
      return create(object)
    },
    async close() {
      await object.call('close')
      object.leave()
    },
  }
}
