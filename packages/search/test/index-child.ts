// Indexes a tree until it is killed or done: `index-child.ts ROOT CACHE`.
import { openSearch } from '@antiphon/search'

const [, , root, cacheFolder] = process.argv
if (root === undefined || cacheFolder === undefined) process.exit(2)
const search = openSearch({ roots: [root], cacheFolder })
const outcome = await search.indexInBackground({
  share: 1,
  segmentBytes: 20_000,
  onProgress: ({ doneBytes }) => process.stdout.write(`${doneBytes}\n`),
})
process.stdout.write(`${outcome.kind}\n`)
