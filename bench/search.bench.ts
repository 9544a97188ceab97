import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSearch, parseQuery, type Search, type SearchOptions } from '@antiphon/search'
import { bestOf, median, printRow } from './bench-row.ts'
import { ABSENT, CJK, COMMON, generateTurn, RARE, writeTree } from './search/generated-tree.ts'

// SEARCH_BENCH_MB=500 measures the size that the issue names.
const MEGABYTES = Number(process.env.SEARCH_BENCH_MB ?? 100)
const QUESTIONS = 40
const TURNS = MEGABYTES > 200 ? 1 : 3

const SIDES = {
  index: async (root: string, cacheFolder: string) => {
    const outcome = await openSearch({ roots: [root], cacheFolder }).indexInBackground({ share: 1 })
    if (outcome.kind !== 'complete') throw new Error(outcome.kind)
  },
  /** What reading costs: one thread, every line, and nothing is done with it. */
  parse: async (root: string) => {
    for (const path of logsOf(root)) {
      const bytes = readFileSync(path)
      for (let start = 0; start < bytes.length; ) {
        const newline = bytes.indexOf(10, start)
        JSON.parse(bytes.toString('utf8', start, newline))
        start = newline + 1
      }
    }
  },
} as const

function logsOf(root: string): readonly string[] {
  const folder = join(root, 'projects', '-home-dev-harbour')
  return readdirSync(folder).map(name => join(folder, name))
}

type Measured = { readonly milliseconds: number; readonly peakMegabytes: number }

/** Measures in a process of its own, so that each has its own heap. */
function measureApart(side: keyof typeof SIDES, ...folders: readonly string[]): Measured {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), side, ...folders]
  // Printed by this very file.
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Measured
}

const NOTHING: Measured = {
  milliseconds: Number.POSITIVE_INFINITY,
  peakMegabytes: Number.POSITIVE_INFINITY,
}

function bestSide(one: Measured, other: Measured): Measured {
  return {
    milliseconds: Math.min(one.milliseconds, other.milliseconds),
    peakMegabytes: Math.min(one.peakMegabytes, other.peakMegabytes),
  }
}

async function compare(directory: string): Promise<void> {
  const [root, cacheFolder] = [join(directory, 'root'), join(directory, 'cache')]
  writeTree(root, MEGABYTES * 1e6)
  let [parse, index] = [NOTHING, NOTHING]
  // The sides take turns, since a shared machine is not equally busy all the time.
  for (let turn = 0; turn < TURNS; turn++) {
    parse = bestSide(parse, measureApart('parse', root))
    rmSync(cacheFolder, { recursive: true, force: true })
    index = bestSide(index, measureApart('index', root, cacheFolder))
  }
  const search = openSearch({ roots: [root], cacheFolder })
  const { indexBytes, sourceBytes, segments } = await search.status()
  reportIndex(index, parse, sourceBytes)
  const share = (indexBytes / sourceBytes) * 100
  printRow({
    name: `search: index of ${MEGABYTES} MB against its logs`,
    value: `${share.toFixed(1)} % (${(indexBytes / 1e6).toFixed(1)} MB in ${segments} segments)`,
    target: '≤ 15 %',
    pass: share <= 15,
  })
  reportRipgrep(root, index)
  await reportSearches(search)
  await reportAppend(search, root, index)
}

function reportIndex(index: Measured, parse: Measured, sourceBytes: number): void {
  const ratio = index.milliseconds / parse.milliseconds
  const speed = sourceBytes / 1e3 / index.milliseconds
  printRow({
    name: `search: cold index of ${MEGABYTES} MB against a one-thread parse`,
    value: `${ratio.toFixed(1)} × (${(index.milliseconds / 1000).toFixed(1)} s, ${speed.toFixed(0)} MB/s; parse ${(parse.milliseconds / 1000).toFixed(1)} s)`,
    target: '≤ 12 ×',
    pass: ratio <= 12,
  })
  const more = index.peakMegabytes - parse.peakMegabytes
  printRow({
    name: 'search: memory of indexing beyond the parse',
    value: `${more.toFixed(0)} MB (${index.peakMegabytes.toFixed(0)} MB, the parse ${parse.peakMegabytes.toFixed(0)} MB)`,
    target: '≤ 250 MB',
    pass: more <= 250,
  })
}

function reportRipgrep(root: string, index: Measured): void {
  const scan = (): number | null => spawnSync('rg', ['-c', '-F', RARE, root], { stdio: 'ignore' }).status
  if (scan() === null) {
    process.stderr.write('bench: no ripgrep on PATH; its scan is not measured\n')
    return
  }
  const best = bestOf(3, scan)
  const scans = index.milliseconds / best
  printRow({
    name: `search: cold index of ${MEGABYTES} MB against ripgrep's scan`,
    value: `as long as ${scans.toFixed(0)} scans (one takes ${best.toFixed(0)} ms)`,
    target: 'reported',
    pass: true,
  })
}

async function reportSearches(search: Search): Promise<void> {
  for (const [name, word] of Object.entries({ common: COMMON, rare: RARE, absent: ABSENT, CJK })) {
    const scan = await ask(search, word, { limit: 20, isScan: true })
    const times: number[] = []
    for (let question = 0; question < QUESTIONS; question++)
      times.push((await ask(search, word, { limit: 20 })).milliseconds)
    const [p50, p95] = [
      median(times),
      times.toSorted((a, b) => a - b)[Math.floor(QUESTIONS * 0.95)] ?? Number.NaN,
    ]
    const all = await ask(search, word, {})
    const plain = await ask(search, word, { isScan: true })
    if (all.hits !== plain.hits)
      throw new Error(`${word}: ${all.hits} hits with the index, ${plain.hits} without`)
    const gain = plain.milliseconds / p50
    printRow({
      name: `search: ${name} word, newest 20 of ${all.hits}`,
      value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ${gain.toFixed(0)} × faster than a scan of all (its first 20: ${scan.milliseconds.toFixed(0)} ms)`,
      target: '≥ 10 ×',
      pass: gain >= 10,
    })
  }
}

async function ask(
  search: Search,
  word: string,
  options: SearchOptions,
): Promise<{ readonly milliseconds: number; readonly hits: number }> {
  const parsed = parseQuery(word, { now: Date.now() })
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const start = performance.now()
  let hits = 0
  for await (const _ of search.search(parsed.query, options)) hits++
  return { milliseconds: performance.now() - start, hits }
}

async function reportAppend(search: Search, root: string, index: Measured): Promise<void> {
  const path = logsOf(root)[0] ?? ''
  const times: number[] = []
  for (let turn = 0; turn < 20; turn++) {
    appendFileSync(path, generateTurn({ sessionId: 'appended', session: 0, turn, random: Math.random }))
    const start = performance.now()
    await search.indexInBackground({ share: 1 })
    times.push(performance.now() - start)
  }
  const share = (median(times) / index.milliseconds) * 100
  printRow({
    name: 'search: index again after one append against a cold index',
    value: `${share.toFixed(2)} % (p50 ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms)`,
    target: '≤ 2 %',
    pass: share <= 2,
  })
}

const [, , side, root = '', cacheFolder = ''] = process.argv
if (side !== undefined && side in SIDES) {
  const start = performance.now()
  // Given by this very file.
  await SIDES[side as keyof typeof SIDES](root, cacheFolder)
  const measured = {
    milliseconds: performance.now() - start,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
  process.stdout.write(JSON.stringify(measured))
} else {
  const directory = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
  try {
    await compare(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
