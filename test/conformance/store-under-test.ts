/** A store under test; one that outlives its process can be closed and opened again. */
export interface StoreUnderTest<Store> {
  store: Store
  reopen?: () => Promise<Store>
  /** Lets time pass for a store that has no clock of the test. */
  advance?: (milliseconds: number) => Promise<void>
  close(): Promise<void>
}
