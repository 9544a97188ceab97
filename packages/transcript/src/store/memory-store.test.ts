import { describe, it } from 'vitest'
import { createMemoryHost, createMemoryStore } from './memory-store.ts'
import { transcriptStoreContract } from './transcript-store-contract.ts'

describe('createMemoryStore', () => {
  for (const { name, run } of transcriptStoreContract)
    it(name, () => {
      const host = createMemoryHost()
      return run({ open: async () => createMemoryStore(host) })
    })
})
