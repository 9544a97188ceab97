import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { createSearchTree, query } from '../src/testing/search-tree.ts'

const LARGEST = 400_000
const WORDS = 30

type Line = { readonly place: string; readonly said: string; readonly all: string }

/** Names and bytes: nobody reads them. */
const UNSEEN = new Set([
  'type',
  'id',
  'tool_use_id',
  'signature',
  'data',
  'base64',
  'caller',
  'cache_control',
])

function strings(value: unknown, unseen: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => (unseen.has(key) ? [] : strings(child, unseen)))
}

/** What a person sees of an entry, as plainly as it can be told. */
function visible(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const message: unknown = entry.message
  const content =
    typeof message === 'object' && message !== null && 'content' in message ? message.content : []
  if (entry.type === 'assistant') return strings(content, UNSEEN)
  if (entry.type === 'user') return strings([content, entry.toolUseResult ?? []], UNSEEN)
  return entry.type === 'summary' ? strings(entry.summary, UNSEEN) : []
}

function readLines(path: string, bytes: Buffer): readonly Line[] {
  const lines: Line[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    try {
      const entry = JSON.parse(bytes.toString('utf8', start, end))
      // Colours inside words are another test's.
      const said = visible(entry).filter(text => !text.includes('\u001b'))
      const all = strings(entry, new Set()).join('\n').toLowerCase()
      lines.push({ place: `${path}@${start}`, said: said.join('\n').toLowerCase(), all })
    } catch {
      // Damaged lines are another test's.
    }
    start = end + 1
  }
  return lines
}

/** Plain words from here and there. */
function chooseWords(lines: readonly Line[]): readonly string[] {
  const words = new Set<string>()
  for (let at = 7; words.size < WORDS && at < lines.length; at += Math.ceil(lines.length / (WORDS * 3))) {
    const found = lines[at]?.said.match(/\b[a-z]{4,10}\b/g) ?? []
    const word = found[Math.floor(found.length / 2)]
    if (word !== undefined) words.add(word)
  }
  return [...words]
}

describe('plain words in the corpus', () => {
  it('are found in every line that shows them, and in no other', async () => {
    const tree = createSearchTree()
    try {
      const lines: Line[] = []
      mkdirSync(join(tree.root, 'projects', '-corpus'))
      for (const name of CORPUS) {
        const bytes = readCorpus(name)
        if (bytes.length > LARGEST) continue
        const path = join(tree.root, 'projects', '-corpus', name.slice(0, -3))
        writeFileSync(path, bytes)
        lines.push(...readLines(path, bytes))
      }
      const words = chooseWords(lines)
      expect(words.length).toBeGreaterThan(10)
      const search = tree.open()
      expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
      const byPlace = new Map(lines.map(line => [line.place, line]))
      for (const word of words) {
        const found = new Set<string>()
        for await (const hit of search.search(query(word))) found.add(`${hit.path}@${hit.offset}`)
        const wanted = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}`, 'u')
        const missed = lines.filter(({ said, place }) => wanted.test(said) && !found.has(place))
        expect(
          missed.map(({ place }) => place),
          `missed ${word}`,
        ).toEqual([])
        const wrong = [...found].filter(place => byPlace.get(place)?.all.includes(word) === false)
        expect(wrong, `wrong ${word}`).toEqual([])
      }
    } finally {
      tree.remove()
    }
  })
})
