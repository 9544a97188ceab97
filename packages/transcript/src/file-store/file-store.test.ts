import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { transcriptStoreContract } from '../store/transcript-store-contract.ts'
import { createFileStore } from './file-store.ts'

describe('createFileStore', () => {
  for (const { name, run } of transcriptStoreContract)
    it(name, async () => {
      const root = await mkdtemp(join(tmpdir(), 'antiphon-store-'))
      try {
        await run({ open: async () => createFileStore({ root }) })
      } finally {
        await rm(root, { recursive: true, force: true })
      }
    })
})
