import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { refreshAgents } from '@antiphon/readers'
import { collectUsage, openSearch, parseQuery } from '@antiphon/search'
import { discoverSessions } from '@antiphon/transcript'
import { CORPUS, isForeignToCorpus, readCorpus } from '../packages/core/src/testing/corpus.ts'
import { readSample } from '../packages/readers/src/testing/samples.ts'
import { printRow } from './bench-row.ts'

const MEGABYTES = Number(process.env.AGENTS_MB ?? 500)
const ROUNDS = 6
const MEGABYTE = 1024 * 1024
// A clock of a file system is coarse: what was written a moment ago is not yet known to be at rest.
const OLD = new Date(Date.now() - 3_600_000)

type Kind = {
  readonly name: string
  readonly path: (id: string) => string
  readonly sample: string
  readonly ids: RegExp
}

/** A session of each agent, over and over under other ids. */
const KINDS: readonly Kind[] = [
  [
    'codex',
    'codex/rollout-0.142.2-two-compactions.jsonl',
    /019f03e0-321f-7eb2-83cc-b54ecd71be23/g,
    (id: string) => `.codex/sessions/2026/06/26/rollout-2026-06-26T12-20-52-${id}.jsonl`,
  ],
  [
    'codex',
    'codex/rollout-0.145.0-alpha.30-multi-agent.jsonl',
    /019f8c04-f40a-75a1-80a3-75c564780b42/g,
    (id: string) => `.codex/sessions/2026/07/22/rollout-2026-07-22T12-20-52-${id}.jsonl`,
  ],
  [
    'copilot',
    'copilot/events-1.0.64-permission.jsonl',
    /(?<="sessionId":")[0-9a-f-]{36}/g,
    (id: string) => `.copilot/session-state/${id}/events.jsonl`,
  ],
  [
    'copilot',
    'copilot/events-2026-08-compaction.jsonl',
    /(?<="sessionId":")[0-9a-f-]{36}/g,
    (id: string) => `.copilot/session-state/${id}/events.jsonl`,
  ],
  [
    'pi',
    'pi/large-session.jsonl',
    /(?<="type":"session","id":")[0-9a-f-]+/g,
    (id: string) => `.pi/agent/sessions/--x--/2026_${id}.jsonl`,
  ],
  [
    'gemini',
    'gemini/session-jsonl-tools.jsonl',
    /1c94066b-eb13-47d9-b34e-c16170440ff4/g,
    (id: string) => `.gemini/tmp/x/chats/session-${id}.jsonl`,
  ],
  [
    'cline',
    'cline/1784094124598_rruoq.messages.json',
    /1784094124598_rruoq/g,
    (id: string) => `.cline/data/sessions/${id}/${id}.messages.json`,
  ],
].map(([name, sample, ids, path]) => ({ name, sample, ids, path }) as Kind)

function writeAgents(home: string): number {
  let bytes = 0
  const texts = KINDS.map(kind => ({ ...kind, text: readSample(kind.sample).toString('utf8') }))
  for (let round = 0; bytes < MEGABYTES * MEGABYTE; round++)
    for (const [index, { path, ids, text }] of texts.entries()) {
      const id = `019f${index.toString(16)}${round.toString(16).padStart(3, '0')}-321f-7eb2-83cc-b54ecd71be23`
      bytes += put(join(home, path(id)), text.replaceAll(ids, id))
    }
  return bytes
}

/** As many bytes of Claude Code's own sessions, over and over, with answers of their own as the others have. */
function writeClaude(root: string, wanted: number): { readonly bytes: number; readonly files: number } {
  let bytes = 0
  let files = 0
  const logs = CORPUS.filter(name => !isForeignToCorpus(name)).map(name => readCorpus(name))
  for (let round = 0; bytes < wanted; round++)
    for (const [index, log] of logs.entries()) {
      const id = `${index.toString(16).padStart(4, '0')}${round.toString(16).padStart(4, '0')}-5c09-4e94-8c8b-afd2616c048e`
      const own = log.toString('latin1').replaceAll('"id":"msg_', `"id":"msg_${round}_`)
      bytes += put(join(root, 'projects', `-p${index % 20}`, `${id}.jsonl`), Buffer.from(own, 'latin1'))
      files += 1
      if (bytes >= wanted) break
    }
  return { bytes, files }
}

function put(path: string, content: string | Uint8Array): number {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  utimesSync(path, OLD, OLD)
  return statSync(path).size
}

type Work = {
  readonly work: (roots: readonly string[]) => Promise<number>
  /** What it costs goes by the number of files, and not by their size. */
  readonly isByFile: boolean
}

const WORK: Readonly<Record<string, Work>> = {
  list: {
    isByFile: true,
    work: async roots => {
      let found = 0
      for await (const item of discoverSessions(roots)) found += item.kind === 'session' ? 1 : 0
      return found
    },
  },
  search: {
    isByFile: false,
    work: async roots => {
      // A word that is nowhere: hits cost, too, and the two have not the same number of them.
      const parsed = parseQuery('tool:Bash quixotically', { now: Date.now() })
      if (parsed.kind === 'refused') throw new Error(parsed.reason)
      const search = openSearch({ roots, cacheFolder: null })
      let found = 0
      const options = { isScan: true, limit: Number.POSITIVE_INFINITY }
      for await (const _ of search.search(parsed.query, options)) found += 1
      await search.close()
      return found
    },
  },
  usage: { isByFile: false, work: async roots => (await collectUsage({ roots })).answers.length },
}

type Measured = { readonly ms: number; readonly found: number }

type Sides<Value> = Readonly<Record<'agents' | 'claude', Value>>

/** The least of several runs: noise only ever adds. In turns, and each begins as often: what runs first is not yet fast. */
async function compare(sides: Sides<() => Promise<number>>): Promise<Sides<Measured>> {
  const never = { ms: Number.POSITIVE_INFINITY, found: 0 }
  const best: Record<keyof typeof sides, Measured> = { agents: never, claude: never }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 === 0 ? (['claude', 'agents'] as const) : (['agents', 'claude'] as const)) {
      const measured = await measure(sides[side])
      if (measured.ms < best[side].ms) best[side] = measured
    }
  return best
}

/** How dense both are in what was looked for, and what each of it takes. */
function describeFound(theirs: Measured, ours: Measured): string {
  const [their, our] = [theirs, ours].map(({ ms, found }) => (ms * 1000) / found) as [number, number]
  const each = `${(their / our).toFixed(2)} × each, ${their.toFixed(1)} µs and ${our.toFixed(1)} µs`
  return `${theirs.found} found, Claude Code's ${ours.found}: ${each}`
}

async function measure(work: () => Promise<number>): Promise<Measured> {
  // Of the processor: the clock on the wall tells of who else is at work here.
  const began = process.cpuUsage()
  const found = await work()
  const { user, system } = process.cpuUsage(began)
  return { ms: (user + system) / 1000, found }
}

const folder = mkdtempSync(join(tmpdir(), 'antiphon-agents-bench-'))
try {
  const home = join(folder, 'home')
  const original = writeAgents(home)
  const options = { env: {}, home, folder: join(home, '.antiphon', 'agents') }
  const first = await measure(async () => (await refreshAgents(options)).changed)
  const again = await measure(async () => (await refreshAgents(options)).changed)
  const { roots } = await refreshAgents(options)
  const agents = roots.map(({ root }) => root)
  const copied = readdirSync(options.folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .reduce((sum, name) => sum + statSync(join(options.folder, name)).size, 0)
  const claude = join(folder, 'claude')
  const own = writeClaude(claude, copied)
  const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`
  const speed = (original / MEGABYTE / first.ms) * 1000
  printRow({
    name: `first reading of ${megabytes(original)} of other agents' sessions`,
    value: `${speed.toFixed(0)} MB a second of the processor (${first.found} sessions become ${megabytes(copied)})`,
    target: '≥ 20 MB',
    pass: speed >= 20,
  })
  const isCheap = again.ms / first.found <= 0.5
  printRow({
    name: 'looking at them again when nothing changed',
    value: `${again.ms.toFixed(0)} ms, ${(again.ms / first.found).toFixed(2)} ms a session`,
    target: '≤ 0.5 ms a session',
    pass: isCheap && again.found === 0,
  })
  for (const [name, { work, isByFile }] of Object.entries(WORK)) {
    const units = {
      agents: isByFile ? first.found : copied / MEGABYTE,
      claude: isByFile ? own.files : own.bytes / MEGABYTE,
    }
    const { agents: theirs, claude: ours } = await compare({
      agents: () => work(agents),
      claude: () => work([claude]),
    })
    const [theirUnit, ourUnit] = [theirs.ms / units.agents, ours.ms / units.claude]
    const ratio = theirUnit / ourUnit
    const unit = isByFile ? 'session' : 'MB'
    const found = isByFile || ours.found === 0 ? `${theirs.found} found` : describeFound(theirs, ours)
    printRow({
      name: `${name} of other agents' sessions, a ${unit}, against Claude Code's`,
      value: `${ratio.toFixed(2)} × (${theirUnit.toFixed(3)} ms, Claude Code's ${ourUnit.toFixed(3)} ms; ${found})`,
      target: '≤ 1 ×',
      pass: ratio <= 1,
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
