import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeLines, encodeEntry } from '@antiphon/core'
import { discoverSessions } from '@antiphon/transcript'
import { printRow } from './bench-row.ts'
import { generateTurn } from './generated-session.ts'

const SESSIONS = 5000
const PROJECTS = 50
const ROUNDS = 2
// The sides take turns, since a shared machine is not equally busy all the time.
const TURNS = 3
const END_BYTES = 64 * 1024
const FILES_AT_ONCE = 16

/** Turns of a session: most are short, a few are long. 15, 115 and 700 KB; 550 MB together. */
function countTurns(session: number): number {
  if (session % 10 === 0) return 300
  return session % 10 < 4 ? 50 : 6
}

function writeSessions(root: string): void {
  for (let session = 0; session < SESSIONS; session++) {
    const folder = join(root, 'projects', `-home-dev-project-${session % PROJECTS}`)
    if (session < PROJECTS) mkdirSync(folder, { recursive: true })
    const name = `${session.toString(16).padStart(8, '0')}-5c09-4e94-8c8b-afd2616c048e`
    writeFileSync(join(folder, `${name}.jsonl`), generateSession(name, session))
  }
}

function generateSession(sessionId: string, session: number): string {
  let parentUuid: string | null = null
  const envelope = {
    isSidechain: false,
    userType: 'external',
    cwd: `/home/dev/project-${session % PROJECTS}`,
  }
  const place = { sessionId, version: '2.1.200', gitBranch: 'main' }
  const lines = Array.from({ length: countTurns(session) }, (_, turn) => generateTurn(turn)).flatMap(turn =>
    turn.map(message => {
      const line = encodeEntry({ parentUuid, ...envelope, ...place, ...message })
      parentUuid = message.uuid
      return line
    }),
  )
  return `${lines.join('')}${encodeEntry({ type: 'ai-title', aiTitle: `Session ${session}`, sessionId })}`
}

const SIDES = {
  ours: async (root: string) => {
    let found = 0
    for await (const item of discoverSessions([root])) found += item.kind === 'session' && item.title ? 1 : 0
    return found
  },
  /** The same files, and both ends of each; nothing is looked at. */
  floor: (root: string) => eachFile(root, readEnds),
  /** What a list would cost that reads everything. */
  parse: (root: string) => eachFile(root, async path => void decodeLines(await readFile(path))),
} as const

async function eachFile(root: string, work: (path: string) => Promise<void>): Promise<number> {
  const projects = join(root, 'projects')
  const paths: string[] = []
  for (const project of await readdir(projects))
    for (const name of await readdir(join(projects, project))) paths.push(join(projects, project, name))
  let next = 0
  const worker = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) await work(path)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker))
  return paths.length
}

async function readEnds(path: string): Promise<void> {
  await stat(path)
  const handle = await open(path)
  const { size } = await handle.stat()
  const buffer = Buffer.allocUnsafeSlow(Math.min(size, 2 * END_BYTES))
  if (size <= buffer.length) await handle.read(buffer, 0, size, 0)
  else {
    await handle.read(buffer, 0, END_BYTES, 0)
    await handle.read(buffer, END_BYTES, END_BYTES, size - END_BYTES)
  }
  await handle.close()
}

type Measured = { readonly milliseconds: number; readonly peakMegabytes: number }

async function measure(side: keyof typeof SIDES, root: string): Promise<Measured> {
  let milliseconds = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const found = await SIDES[side](root)
    if (found !== SESSIONS) throw new Error(`${side} found ${found} sessions`)
    milliseconds = Math.min(milliseconds, performance.now() - start)
  }
  return { milliseconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }
}

/** Measures in a process of its own, so that each has its own heap. */
function measureApart(side: keyof typeof SIDES, root: string): Measured {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), side, root]
  // Printed by this very file.
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Measured
}

function compare(root: string): void {
  writeSessions(root)
  const best = { ours: NOTHING, floor: NOTHING, parse: NOTHING }
  for (let turn = 0; turn < TURNS; turn++)
    for (const side of ['floor', 'ours', 'parse'] as const) {
      const { milliseconds, peakMegabytes } = measureApart(side, root)
      best[side] = {
        milliseconds: Math.min(best[side].milliseconds, milliseconds),
        peakMegabytes: Math.min(best[side].peakMegabytes, peakMegabytes),
      }
    }
  const { ours, floor, parse } = best
  const ratio = ours.milliseconds / floor.milliseconds
  printRow({
    name: `list ${SESSIONS} sessions against reading both ends of each file`,
    value: `${ratio.toFixed(2)} × (${ours.milliseconds.toFixed(0)} ms, the floor ${floor.milliseconds.toFixed(0)} ms)`,
    target: '≤ 5 ×',
    pass: ratio <= 5,
  })
  const gain = parse.milliseconds / ours.milliseconds
  printRow({
    name: `list ${SESSIONS} sessions against parsing all of them`,
    value: `${gain.toFixed(1)} × faster (theirs ${parse.milliseconds.toFixed(0)} ms)`,
    target: '≥ 3 ×',
    pass: gain >= 3,
  })
  const more = ours.peakMegabytes - floor.peakMegabytes
  printRow({
    name: `memory of a list of ${SESSIONS} sessions beyond the floor`,
    value: `${more.toFixed(0)} MB (${ours.peakMegabytes.toFixed(0)} MB, the floor ${floor.peakMegabytes.toFixed(0)} MB)`,
    target: '≤ 100 MB',
    pass: more <= 100,
  })
}

const NOTHING: Measured = {
  milliseconds: Number.POSITIVE_INFINITY,
  peakMegabytes: Number.POSITIVE_INFINITY,
}

const [, , side, measured] = process.argv
if (side !== undefined && measured !== undefined && side in SIDES) {
  // Given by this very file.
  process.stdout.write(JSON.stringify(await measure(side as keyof typeof SIDES, measured)))
} else {
  const directory = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
  try {
    compare(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
