import { appendFileSync } from 'node:fs'
import { openSearch, parseQuery, type Search, type SearchOptions } from '@antiphon/search'
import { median, printRow } from '../bench-row.ts'
import type { Ripgrep } from './find-ripgrep.ts'
import { generateTurn } from './generated-tree.ts'
import { logsOf, type SearchedTree } from './searched-tree.ts'

const WARM_UP = 20
const QUESTIONS = 60

type Answer = { readonly milliseconds: number; readonly cpuMilliseconds: number; readonly hits: number }

/** Searches beside ripgrep's scan for the first of their words. */
export async function reportSearches(
  { name, root, words }: SearchedTree,
  cacheFolder: string,
  ripgrep: Ripgrep | undefined,
): Promise<void> {
  const search = openSearch({ roots: [root], cacheFolder })
  for (const [kind, text] of Object.entries(words)) {
    for (let question = 0; question < WARM_UP; question++) await ask(search, text, { limit: 20 })
    const answers: Answer[] = []
    for (let question = 0; question < QUESTIONS; question++)
      answers.push(await ask(search, text, { limit: 20 }))
    const [p50, p95] = quantiles(answers.map(({ milliseconds }) => milliseconds))
    const cpu = answers.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0) / QUESTIONS
    const scan = ripgrep?.measure(root, text.split(' ')[0] ?? text)
    const gain = scan === undefined ? Number.NaN : scan / p95
    printRow({
      name: `search, ${name}: ${kind}, newest ${answers[0]?.hits ?? 0}`,
      value: `p95 ${p95.toFixed(2)} ms, p50 ${p50.toFixed(2)}, processor ${cpu.toFixed(2)}; ${gain.toFixed(0)} × faster than ${ripgrep?.name ?? 'ripgrep'} (${scan?.toFixed(0) ?? 'absent'} ms)`,
      target: '≥ 100 × (first 20 ×)',
      pass: scan === undefined || gain >= 100,
    })
  }
  await reportCompleteness(search, { name, words })
}

/** What is found seldom is found by a scan too, in the same number. */
async function reportCompleteness(
  search: Search,
  { name, words }: Pick<SearchedTree, 'name' | 'words'>,
): Promise<void> {
  const rare = words.rare ?? ''
  const indexed = await ask(search, rare, {})
  const plain = await ask(search, rare, { isScan: true })
  printRow({
    name: `search, ${name}: hits of the rare word with and without the index`,
    value: `${indexed.hits} and ${plain.hits} (a scan of all takes ${plain.milliseconds.toFixed(0)} ms)`,
    target: 'the same',
    pass: indexed.hits === plain.hits,
  })
}

/** A message more: how long until the index has it, and until a search finds it. */
export async function reportAppends({ name, root }: SearchedTree, cacheFolder: string): Promise<void> {
  const search = openSearch({ roots: [root], cacheFolder })
  await search.indexInBackground({ share: 1 })
  const path = logsOf(root)[0] ?? ''
  const [found, indexed]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 40; turn++) {
    appendFileSync(path, generateTurn({ sessionId: 'appended', session: 0, turn, random: Math.random }))
    appendFileSync(path, `${JSON.stringify({ type: 'summary', summary: `appendix${turn}` })}\n`)
    const { hits, milliseconds } = await ask(search, `appendix${turn}`, { limit: 1 })
    if (hits !== 1) throw new Error(`appendix${turn} was not found`)
    found.push(milliseconds)
    const start = performance.now()
    await search.indexInBackground({ share: 1 })
    indexed.push(performance.now() - start)
  }
  for (const [what, times] of [
    ['a new message is found', found],
    ['a new message is indexed', indexed],
  ] as const) {
    const [p50, p95] = quantiles(times)
    printRow({
      name: `search, ${name}: ${what} after`,
      value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      target: '≤ 10 ms (p50)',
      pass: p50 <= 10,
    })
  }
}

async function ask(search: Search, text: string, options: SearchOptions): Promise<Answer> {
  const parsed = parseQuery(text, { now: Date.now() })
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [start, cpuStart] = [performance.now(), process.cpuUsage()]
  let hits = 0
  for await (const _ of search.search(parsed.query, options)) hits++
  const { user, system } = process.cpuUsage(cpuStart)
  return { milliseconds: performance.now() - start, cpuMilliseconds: (user + system) / 1000, hits }
}

function quantiles(times: readonly number[]): readonly [p50: number, p95: number] {
  const sorted = times.toSorted((one, other) => one - other)
  return [median(times), sorted[Math.floor(times.length * 0.95)] ?? Number.NaN]
}
