/** A data folder that cannot be written for a while. */
export interface FickleDisk {
  /** How that is done, for the report. */
  way: string
  folder: string
  /** Lets writes fail, at the latest when so many bytes have been written by the process that stores its data there. */
  block(pid: number | null, bytesLeft: number): void
  /** Lets them succeed again. */
  unblock(pid: number | null): void
  /** The command prefix for a process that starts meanwhile. */
  before: string[]
  close(): void
}
