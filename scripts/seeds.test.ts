import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REQUIREMENTS, SEED_TITLES } from '../packages/cli/test/seeds/requirements/index.ts'
import { countRequirements } from './seeds/count-requirements.mjs'
import { findProductTests, readProductTests } from './seeds/find-product-tests.ts'
import { makePage } from './seeds/make-page.ts'

const ROOT = new URL('../', import.meta.url)
const SEEDS = new URL('../shared/seeds/', ROOT)
const PAGE = readFileSync(new URL('docs/seeds.md', ROOT), 'utf8')
const TESTS = findProductTests(ROOT)

/** What a row says of a unit test: the file, the test's name, and the row of its table that matters. */
type Proof = { readonly path: string; readonly name: string; readonly row: string | undefined }

describe('the table of requirements', () => {
  it('has rows for all five seeds, each with a name of its own', () => {
    const ids = REQUIREMENTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(245)
    expect([...new Set(ids.map(id => id.slice(0, 3)))]).toEqual(Object.keys(SEED_TITLES))
    expect(ids.filter(id => !/^\d{3}:\d+(?:-\d+)?[a-z]?$/.test(id))).toEqual([])
  })

  it('has no row without a test that starts the product', () => {
    const isProved = (id: string) => TESTS.some(({ ids }) => ids.includes(id))
    const open = REQUIREMENTS.filter(({ id }) => !isProved(id)).map(({ id, says }) => `${id} ${says}`)
    expect(open, `rows without a product test:\n${open.join('\n')}\n`).toEqual([])
  })

  it('knows every name that a product test gives', () => {
    const known = new Set(REQUIREMENTS.map(({ id }) => id))
    const unknown = TESTS.flatMap(({ ids, path }) =>
      ids.filter(id => !known.has(id)).map(id => `${id} in ${path}`),
    )
    expect(unknown).toEqual([])
  })

  it('names files that exist', () => {
    const missing = REQUIREMENTS.flatMap(({ id, files }) =>
      files.filter(path => read(path) === undefined).map(path => `${id} ${path}`),
    )
    expect(missing).toEqual([])
    expect(REQUIREMENTS.filter(({ files }) => files.length === 0)).toEqual([])
  })

  it('finds every name in the files of its row', () => {
    const missing = REQUIREMENTS.flatMap(({ id, says, files, units = [] }) => {
      const sources = files.map(read).join('\n')
      const tests = units.flatMap(readProofs).map(({ path }) => read(path))
      return readClaims(says)
        .filter(claim => !isFound(claim, sources, tests.join('\n')))
        .map(claim => `${claim} in ${id}`)
    })
    expect(missing).toEqual([])
  })

  it('names only unit tests that exist and run', () => {
    const proofs = REQUIREMENTS.flatMap(({ units = [] }) => units.flatMap(readProofs))
    expect(proofs.filter(proof => !isProved(proof))).toEqual([])
    expect(
      REQUIREMENTS.flatMap(({ units = [] }) => units).filter(unit => readProofs(unit).length === 0),
    ).toEqual([])
  })
})

describe('docs/seeds.md', () => {
  it('is what `npm run seeds` makes', () => {
    expect(PAGE).toBe(makePage({ requirements: REQUIREMENTS, tests: TESTS, titles: SEED_TITLES }))
  })

  it.skipIf(!existsSync(SEEDS))(
    'holds every name of the seeds (skipped where ../shared/seeds is not beside the repository)',
    () => {
      const known = new Set(PAGE.match(/\w+/g))
      expect(seedNames().filter(name => !known.has(name))).toEqual([])
    },
  )
})

describe('product tests', () => {
  it('are found by the call and by the marks in a title', () => {
    const source = `
      requirement('000:24', 'is one', async () => {})
      requirement(
        ['001:2', '003:82a'],
        "is another's",
        async () => {},
      )
      requirement([...['000:1', '000:2'], ...list.map(toId)], 'is made', run)
      it('[004:318][002:8-10] has marks', () => {})
      it.skip('[004:1] does not run', () => {})`
    expect(readProductTests(source, 'x.test.ts')).toEqual([
      { ids: ['000:24'], title: 'is one', path: 'x.test.ts' },
      { ids: ['001:2', '003:82a'], title: "is another's", path: 'x.test.ts' },
      { ids: ['000:1', '000:2'], title: 'is made', path: 'x.test.ts' },
      { ids: ['004:318', '002:8-10'], title: 'has marks', path: 'x.test.ts' },
    ])
  })

  it('are counted by what passed: a row with a failed, a skipped or no test is told by its name', () => {
    const rows = ['000:1', '000:2', '000:3', '000:4'].map(id => ({
      id,
      place: 'a | b',
      says: 'x',
      files: [],
    }))
    const page = makePage({
      requirements: [...rows, { id: '000:5', place: '', says: 'y', why: 'so', files: [] }],
      tests: [],
      titles: { '000': 'z' },
    })
    const results = [
      ['[000:1][000:5] a', 'passed'],
      ['[000:1] b', 'passed'],
      ['[000:2] c', 'passed'],
      ['[000:2] d', 'failed'],
      ['[000:3] e', 'skipped'],
      ['f', 'passed'],
    ].map(([title, status]) => ({ title, status }))
    expect(countRequirements(page, [{ assertionResults: results }])).toEqual({
      ...{ total: 5, hold: 1, onPurpose: 1 },
      others: ['000:2', '000:3', '000:4'],
    })
  })
})

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

function readProofs(unit: string): Proof[] {
  const path = unit.slice(0, unit.indexOf(' '))
  return Array.from(unit.matchAll(/"([^"]+)"(?: \(([^)]+)\))?/g), match => ({
    path,
    name: match[1] ?? '',
    row: match[2],
  }))
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
