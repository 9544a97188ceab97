import { describe, it } from 'vitest'
import { transcriptStoreContract } from '../testing/transcript-store-contract.ts'
import { createMemoryHost, createMemoryStore } from './memory-store.ts'

describe('createMemoryStore', () => {
  for (const { name, run } of transcriptStoreContract)
    it(name, () => {
      const host = createMemoryHost()
      return run({ open: async () => createMemoryStore(host) })
    })
})
