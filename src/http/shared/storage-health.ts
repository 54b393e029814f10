/** Whether what the service writes is stored. */
export interface StorageHealth {
  /** Why writes fail at present, in a sentence for people; null while they succeed. */
  problem(): string | null
}
