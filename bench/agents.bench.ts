import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { refreshAgents } from '@antiphon/readers'
import { collectUsage, openSearch, parseQuery } from '@antiphon/search'
import { discoverSessions } from '@antiphon/transcript'
import { CORPUS, isForeignToCorpus, readCorpus } from '../packages/core/src/testing/corpus.ts'
import { readSample } from '../packages/readers/src/testing/samples.ts'
import { median, printRow } from './bench-row.ts'

const MEGABYTES = Number(process.env.AGENTS_MB ?? 500)
const ROUNDS = 3
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

/** As many bytes of Claude Code's own sessions. */
function writeClaude(root: string, wanted: number): { readonly bytes: number; readonly files: number } {
  let bytes = 0
  let files = 0
  const logs = CORPUS.filter(name => !isForeignToCorpus(name)).map(name => readCorpus(name))
  for (let round = 0; bytes < wanted; round++)
    for (const [index, log] of logs.entries()) {
      const id = `${index.toString(16).padStart(4, '0')}${round.toString(16).padStart(4, '0')}-5c09-4e94-8c8b-afd2616c048e`
      bytes += put(join(root, 'projects', `-p${index % 20}`, `${id}.jsonl`), log)
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

async function measure(
  work: () => Promise<number>,
): Promise<{ readonly ms: number; readonly found: number }> {
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
    const times: Record<'agents' | 'claude', number[]> = { agents: [], claude: [] }
    const units = {
      agents: isByFile ? first.found : copied / MEGABYTE,
      claude: isByFile ? own.files : own.bytes / MEGABYTE,
    }
    let found = 0
    // Turn by turn, since a shared machine is not equally busy all the time.
    for (let round = 0; round < ROUNDS; round++) {
      const one = await measure(() => work(agents))
      times.agents.push(one.ms / units.agents)
      times.claude.push((await measure(() => work([claude]))).ms / units.claude)
      found = one.found
    }
    const [theirs, ours] = [median(times.agents), median(times.claude)]
    const ratio = theirs / ours
    const unit = isByFile ? 'session' : 'MB'
    printRow({
      name: `${name} of other agents' sessions, a ${unit}, against Claude Code's`,
      value: `${ratio.toFixed(2)} × (${theirs.toFixed(3)} ms, Claude Code's ${ours.toFixed(3)} ms; ${found} found)`,
      target: '≤ 1 ×',
      pass: ratio <= 1,
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
