import type { TranscriptStore } from '../transcript-store.ts'

/** One promise of a store, as a function that throws where it is broken. */
export type ContractCase = {
  /** A statement: the title of the test. */
  readonly name: string
  readonly run: (stores: StoreFactory) => Promise<void>
}

/** How a store under test is made. */
export interface StoreFactory {
  /** A store over the same logs each time: a second one stands for another process. */
  open(): Promise<TranscriptStore>
}
