/** A store under test; one that outlives its process can be closed and opened again. */
export interface StoreUnderTest<Store> {
  store: Store
  reopen?: () => Promise<Store>
  close(): Promise<void>
}
