import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { FIXTURES, WHOLE_CORPUS } from '@antiphon/core/testing/corpus-folders'
import { readCorpusFacts } from './corpus-facts.ts'
import { toFixture } from './shorten-log.ts'

if (!existsSync(WHOLE_CORPUS)) {
  process.stderr.write('../shared/corpus is not beside the repository: fixtures/corpus stays as it is\n')
  process.exit(2)
}
rmSync(FIXTURES, { recursive: true, force: true })
mkdirSync(FIXTURES, { recursive: true })
const facts = readdirSync(WHOLE_CORPUS)
  .filter(name => name.endsWith('.jsonl.gz'))
  .toSorted()
  .map(writeShort)
writeFileSync(
  new URL('manifest.json', FIXTURES),
  `[\n${facts.map(fact => JSON.stringify(fact)).join(',\n')}\n]\n`,
)
process.stdout.write(`fixtures/corpus: ${facts.length} sessions\n`)

/** Refuses to lose a version or a kind of damage. */
function writeShort(name: string): object {
  const zipped = readFileSync(new URL(name, WHOLE_CORPUS))
  const short = toFixture(zipped)
  const { sha256: _, ...known } = readCorpusFacts(name, gunzipSync(zipped))
  const { sha256, ...kept } = readCorpusFacts(name, short)
  assert.deepEqual(kept, known)
  writeFileSync(new URL(name, FIXTURES), gzipSync(short, { level: 9 }))
  return { ...kept, sha256 }
}
