import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { CORPUS_FACTS, IS_CORPUS_WHOLE } from '@antiphon/core/testing/corpus'
import { FIXTURES, WHOLE_CORPUS } from '@antiphon/core/testing/corpus-folders'
import { describe, expect, it } from 'vitest'
import { shortenLog, toFixture } from './corpus/shorten-log.ts'

const README = readFileSync(new URL('../README.md', FIXTURES), 'utf8')
const names = CORPUS_FACTS.map(({ name }) => name)
const LARGEST = 60_000
const readShort = (name: string): Buffer => gunzipSync(readFileSync(new URL(name, FIXTURES)))

describe('fixtures/corpus', () => {
  it('is what its manifest says, file by file, and fits into a clone', () => {
    const files = readdirSync(FIXTURES).filter(name => name !== 'manifest.json')
    expect(files.toSorted()).toEqual(names)
    // What damage there is in them, the doctor's own test compares.
    const hashes = names.map(name => createHash('sha256').update(readShort(name)).digest('hex'))
    expect(hashes).toEqual(CORPUS_FACTS.map(({ sha256 }) => sha256))
    const size = files.reduce((sum, name) => sum + statSync(new URL(name, FIXTURES)).size, 0)
    expect(size).toBeLessThan(4_000_000)
  })

  it('says of every file where it is from, and how many there are', () => {
    const origins = Array.from(README.matchAll(/^\| `([^`*]+)\*`/gm), match => match[1] ?? '')
    expect(names.filter(name => !origins.some(origin => name.startsWith(origin)))).toEqual([])
    const versions = new Set(CORPUS_FACTS.flatMap(facts => facts.versions).filter(isOfClaudeCode))
    const defects = new Set(CORPUS_FACTS.flatMap(facts => facts.defects))
    expect(README).toContain(`${names.length} real sessions`)
    expect(README).toContain(`${versions.size} of its versions`)
    expect(README).toContain(`${defects.size} kinds of damage`)
  })

  it('is what `npm run corpus` makes of the whole one', context => {
    if (!IS_CORPUS_WHOLE) return context.skip('../shared/corpus is not beside the repository')
    for (const name of names) {
      // Those that are large take seconds each.
      if (statSync(new URL(name, WHOLE_CORPUS)).size > LARGEST) continue
      const zipped = readFileSync(new URL(name, WHOLE_CORPUS))
      expect(readShort(name).equals(toFixture(zipped)), name).toBe(true)
    }
  })
})

describe('shortenLog', () => {
  it('cuts long texts, and leaves ids, media, damage and foreign spelling alone', () => {
    const long = `${'x'.repeat(119)}😀 and more`
    const entry = { uuid: 'a', message: { content: [{ text: long, source: { data: long } }] } }
    const short = { uuid: 'a', message: { content: [{ text: 'x'.repeat(119), source: { data: long } }] } }
    const others = [`{"text": "${long}"}`, `{"text":"${long}"}{"text":"${long}"}`, `{"text":"${long}`, '']
    expect(shortenLog([JSON.stringify(entry), ...others].join('\n'))).toBe(
      [JSON.stringify(short), ...others].join('\n'),
    )
  })
})

/** Other agents write a version of their own, and some data were made by hand. */
function isOfClaudeCode(version: string): boolean {
  return /^[12]\./.test(version)
}
