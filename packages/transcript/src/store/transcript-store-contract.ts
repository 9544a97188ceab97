import type { ContractCase } from './store-contract/contract-case.ts'
import { followingCases, readingCases } from './store-contract/reading-cases.ts'
import { forkingCases, listingCases } from './store-contract/session-cases.ts'
import { appendingCases, severalStoresCases } from './store-contract/writing-cases.ts'

export type { ContractCase, StoreFactory } from './store-contract/contract-case.ts'

/**
 * What every `TranscriptStore` promises, for any test runner:
 * `for (const { name, run } of transcriptStoreContract) it(name, () => run(factory()))`, with empty logs for each.
 */
export const transcriptStoreContract: readonly ContractCase[] = [
  ...appendingCases,
  ...readingCases,
  ...listingCases,
  ...followingCases,
  ...forkingCases,
  ...severalStoresCases,
]
