import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const SEEDS = new URL('../shared/seeds/', ROOT)
const PAGE = readFileSync(new URL('docs/seeds.md', ROOT), 'utf8')

type Line = {
  readonly item: string
  readonly implementation: string
  readonly proof: string
  readonly paths: readonly string[]
}

/** What a line says of its test: the file, the test's name, and the row of its table that matters. */
type Proof = { readonly path: string; readonly name: string; readonly row: string | undefined }

const lines = PAGE.split(/^## /m)
  .filter(section => section.startsWith('Seed '))
  .flatMap(section => section.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| § ')))
  .map(toLine)

describe('docs/seeds.md', () => {
  it('has lines for all five seeds', () => {
    expect(PAGE.match(/^## Seed \d{3}/gm)).toEqual([0, 1, 2, 3, 4].map(seed => `## Seed 00${seed}`))
    expect(lines.length).toBeGreaterThan(250)
  })

  it('names files that exist, or the issue that brings them', () => {
    const isPlaced = ({ paths, implementation }: Line) =>
      paths.length === 0
        ? /^issue [3-8](, issue [3-8])*$/.test(implementation)
        : paths.every(path => read(path) !== undefined)
    expect(lines.filter(line => !isPlaced(line))).toEqual([])
  })

  it('finds every name in the files of its line', () => {
    const missing = lines.flatMap(({ item, proof, paths }) => {
      const sources = paths.map(read).join('\n')
      const tests = readProofs(proof).map(({ path }) => read(path))
      const isMissing = (claim: string) => paths.length > 0 && !isFound(claim, sources, tests.join('\n'))
      return readClaims(item)
        .filter(isMissing)
        .map(claim => `${claim} in: ${item}`)
    })
    expect(missing).toEqual([])
  })

  it('has no line without a test', () => {
    const isOpen = ({ proof, paths }: Line) =>
      readProofs(proof).length === 0 && !(proof === 'later' && paths.length === 0)
    expect(lines.filter(isOpen).map(({ item }) => item)).toEqual([])
  })

  it('names only tests that exist and run', () => {
    expect(lines.flatMap(({ proof }) => readProofs(proof)).filter(proof => !isProved(proof))).toEqual([])
  })

  it.skipIf(!existsSync(SEEDS))(
    'holds every name of the seeds (skipped where ../shared/seeds is not beside the repository)',
    () => {
      const known = new Set(PAGE.match(/\w+/g))
      expect(seedNames().filter(name => !known.has(name))).toEqual([])
    },
  )
})

function toLine(line: string): Line {
  const cells = line.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
  expect(cells, line).toHaveLength(6)
  const [, , item = '', implementation = '', proof = ''] = cells
  return { item, implementation, proof, paths: readCode(implementation) }
}

function readCode(text: string): string[] {
  return Array.from(text.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g), match => match[2]?.trim() ?? '')
}

/** The names and texts of an item; one that is followed by "(as …)" goes by the name that is given there. */
function readClaims(item: string): string[] {
  return readCode(item.replaceAll(/`[^`]+`(?=[^`]*\(as `)/g, ''))
}

/** A name has to be a word of the implementation; a text may also stand in the test that proves it. */
function isFound(claim: string, sources: string, tests: string): boolean {
  const name = /^([A-Za-z_]\w*)(?:[<(].*)?$/.exec(claim)?.[1]
  if (name !== undefined) return holdsWords(sources, name)
  return sources.includes(claim) || tests.includes(claim)
}

function readProofs(text: string): Proof[] {
  return text.split('<br>').flatMap(part => {
    const path = readCode(part)[0] ?? ''
    return Array.from(part.matchAll(/"([^"]+)"(?: \(([^)]+)\))?/g), match => ({
      path,
      name: match[1] ?? '',
      row: match[2],
    }))
  })
}

function isProved({ path, name, row }: Proof): boolean {
  const source = path.endsWith('.test.ts') ? read(path) : undefined
  if (source === undefined || (row !== undefined && !holdsWords(source, row))) return false
  return ["'", '"', '`'].some(quote => isTest(source, quote + name.replaceAll(quote, `\\${quote}`) + quote))
}

/** True where the quoted name is the first argument of a test that runs. */
function isTest(source: string, quoted: string): boolean {
  const at = source.search(new RegExp(`\\(\\s*${escapePattern(quoted)},`))
  return at !== -1 && !/(?:describe|\.(?:skip|todo|fails))$/.test(source.slice(0, at))
}

function holdsWords(source: string, words: string): boolean {
  return new RegExp(`(?<!\\w)${escapePattern(words)}(?!\\w)`).test(source)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function read(path: string): string | undefined {
  const base = /^(?:packages|scripts)\//.test(path) ? ROOT : new URL('packages/core/src/', ROOT)
  const file = new URL(path, base)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Compound names (`isMeta`, `UserMessage`, `tool_use`, `NO_CONTENT_MESSAGE`) and whatever a sample declares. */
function seedNames(): string[] {
  const text = readdirSync(SEEDS)
    .map(file => readFileSync(new URL(file, SEEDS), 'utf8'))
    .join('\n')
  const compound = /\b(?:[a-z]\w*[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z]{2,}[a-z]\w*|[A-Za-z]\w*_\w+)\b/g
  const declared = /(?<=^(?:export )?(?:type|interface|class|async function|function\*?) )[A-Z]\w*/gm
  return [...new Set([...(text.match(compound) ?? []), ...(text.match(declared) ?? [])])].sort()
}
