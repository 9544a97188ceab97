import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryQuerySeed, cutQuery } from '../src/testing/arbitrary-query.ts'
import { plainScan, readAllDocuments } from '../src/testing/plain-scan.ts'
import { createSearchTree } from '../src/testing/search-tree.ts'

const LARGEST = 400_000

describe('search of the corpus', () => {
  it('finds what a plain scan finds, before and after it is indexed', async () => {
    const tree = createSearchTree()
    try {
      mkdirSync(join(tree.root, 'projects', '-corpus'))
      for (const name of CORPUS) {
        const bytes = readCorpus(name)
        const path = join(tree.root, 'projects', '-corpus', name.slice(0, -3))
        if (bytes.length <= LARGEST) writeFileSync(path, bytes)
      }
      const documents = readAllDocuments(tree.root)
      expect(documents.length).toBeGreaterThan(1000)
      const search = tree.open()
      for (const isIndexed of [false, true]) {
        if (isIndexed) expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
        await fc.assert(
          fc.asyncProperty(arbitraryQuerySeed, async seed => {
            const query = cutQuery(documents, seed)
            const found: string[] = []
            for await (const hit of search.search(query))
              found.push(`${hit.path}@${hit.offset}#${hit.uuid ?? ''}`)
            expect(found.sort(), JSON.stringify(query)).toEqual(plainScan(documents, query))
          }),
          { numRuns: isIndexed ? 40 : 10, endOnFailure: true },
        )
      }
    } finally {
      tree.remove()
    }
  })
})
