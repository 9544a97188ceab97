// What the simulator costs above a bare HTTP server that sends the same bytes in the same writes; and what it holds.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median, printRow } from './bench-row.ts'
import { captureAnswer } from './simulate/capture.ts'
import type { ClientOrder, ClientReport } from './simulate/client.ts'

const ROUNDS = 5
const WARM_UP_REQUESTS = 12_000
/** The goal of the issue is held against a server that streams; the other is a guard for the work that we do ourselves. */
const GOALS = { streaming: 0.5, joining: 0.15 }
const children: ChildProcess[] = []

try {
  await compareSpeed()
  await measureMemory()
  await openManyStreams()
} finally {
  for (const child of children) child.kill()
}

/** Against a server that writes each event, as a server that streams does, and against one that writes as we do. */
async function compareSpeed(): Promise<void> {
  const ours = await startServer()
  const answer = await captureAnswer(ours.port)
  const events = answer.pieces.join('').match(/.*?\n\n/gs) ?? []
  const streaming = await startServer(JSON.stringify({ ...answer, pieces: events }))
  const joining = await startServer(JSON.stringify(answer))
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const result = {
      ours: await measure(ours.port, round),
      streaming: await measure(streaming.port, round),
      joining: await measure(joining.port, round),
    }
    // The first round warms up.
    if (round > 0) rounds.push(result)
  }
  const name = `streams of ${events.length} events`
  printRatios(rounds, 'streaming', `${name}, a bare server that writes each event`)
  printRatios(rounds, 'joining', `${name}, a bare server that sends them in ${answer.pieces.length} write`)
  for (const { child } of [ours, streaming, joining]) child.kill()
}

type Measured = { readonly perSecond: number; readonly firstByte: number }
type Round = { readonly ours: Measured; readonly streaming: Measured; readonly joining: Measured }

async function measure(port: number, round: number): Promise<Measured> {
  const requests = round === 0 ? WARM_UP_REQUESTS : 3000
  const { perSecond } = await ask({ port, requests, connections: 16, maxTokens: 4000 })
  const { firstByte } = await ask({ port, requests: 500, connections: 1, maxTokens: 4000 })
  return { perSecond, firstByte }
}

function printRatios(rounds: readonly Round[], side: 'streaming' | 'joining', name: string): void {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of))
  const rate = `${Math.round(middle(({ ours }) => ours.perSecond))} and ${Math.round(middle(round => round[side].perSecond))}`
  const wait = `${middle(({ ours }) => ours.firstByte).toFixed(2)} and ${middle(round => round[side].firstByte).toFixed(2)} ms`
  const goal = GOALS[side]
  printRatio({
    name: `${name}: requests a second`,
    ratio: middle(round => round.ours.perSecond / round[side].perSecond),
    both: rate,
    goal,
  })
  printRatio({
    name: `${name}: time to first byte`,
    ratio: middle(round => round[side].firstByte / round.ours.firstByte),
    both: wait,
    goal,
  })
}

function printRatio(row: { name: string; ratio: number; both: string; goal: number }): void {
  const { name, ratio, both, goal } = row
  const value = `${ratio.toFixed(2)} of it (${both})`
  printRow({ name, value, target: `≥ ${goal} of it`, pass: ratio >= goal })
}

async function measureMemory(): Promise<void> {
  const { port, child } = await startServer()
  const crowd = { port, connections: 16, maxTokens: 4000 }
  await ask({ ...crowd, requests: 1000 })
  const early = await readMemory(child)
  await ask({ ...crowd, requests: 9000 })
  const late = await readMemory(child)
  const ratio = late / early
  const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
  printRow({
    name: 'memory after 10,000 requests against 1,000',
    value: `${ratio.toFixed(2)} × (${mib(early)}, ${mib(late)})`,
    target: '≤ 1.3 ×',
    pass: ratio <= 1.3,
  })
  child.kill()
}

async function openManyStreams(): Promise<void> {
  const { port, child } = await startServer()
  const { completed } = await ask({ port, requests: 300, connections: 300, maxTokens: 100 })
  printRow({
    name: 'streams that complete of 300 at once',
    value: String(completed),
    target: '300',
    pass: completed === 300,
  })
  child.kill()
}

type Server = { readonly port: number; readonly child: ChildProcess }

async function startServer(...args: readonly string[]): Promise<Server> {
  const child = start('server.ts', args)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, child }
}

async function readMemory(child: ChildProcess): Promise<number> {
  child.send('rss')
  const [{ rss }] = (await once(child, 'message')) as [{ rss: number }]
  return rss
}

async function ask(order: ClientOrder): Promise<ClientReport> {
  const child = start('client.ts', [])
  await once(child, 'message')
  child.send(order)
  const [report] = (await once(child, 'message')) as [ClientReport]
  child.kill()
  return report
}

function start(file: string, args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`./simulate/${file}`, import.meta.url))
  const child = fork(path, args, { execArgv: ['--expose-gc', '--import', 'tsx'] })
  children.push(child)
  return child
}
