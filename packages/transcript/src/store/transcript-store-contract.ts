import { appendingCases } from './store-contract/appending-cases.ts'
import type { ContractCase } from './store-contract/contract-case.ts'
import { followingCases } from './store-contract/following-cases.ts'
import { forkingCases } from './store-contract/forking-cases.ts'
import { listingCases } from './store-contract/listing-cases.ts'
import { readingCases } from './store-contract/reading-cases.ts'
import { severalStoresCases } from './store-contract/several-stores-cases.ts'

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
