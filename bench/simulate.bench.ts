// What the simulator costs above a bare HTTP server that sends the same bytes in the same writes; and what it holds.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median, printRow } from './bench-row.ts'
import { captureAnswer } from './simulate/capture.ts'
import type { ClientOrder, ClientReport } from './simulate/client.ts'

const ROUNDS = 7
const children: ChildProcess[] = []

try {
  await compareSpeed()
  await measureMemory()
  await openManyStreams()
} finally {
  for (const child of children) child.kill()
}

async function compareSpeed(): Promise<void> {
  const ours = await startServer()
  const answer = await captureAnswer(ours.port)
  const events = answer.pieces.join('').split('\n\n').length - 1
  const bare = await startServer(JSON.stringify(answer))
  const rates: number[] = []
  const waits: number[] = []
  let last = { ours: '', bare: '' }
  for (let round = 0; round <= ROUNDS; round++) {
    const crowd = { requests: 3000, connections: 16, maxTokens: 4000 }
    const fast = {
      ours: await ask({ port: ours.port, ...crowd }),
      bare: await ask({ port: bare.port, ...crowd }),
    }
    const alone = { requests: 500, connections: 1, maxTokens: 4000 }
    const first = {
      ours: await ask({ port: ours.port, ...alone }),
      bare: await ask({ port: bare.port, ...alone }),
    }
    // The first round warms up.
    if (round === 0) continue
    rates.push(fast.ours.perSecond / fast.bare.perSecond)
    waits.push(first.bare.firstByte / first.ours.firstByte)
    last = {
      ours: `${Math.round(fast.ours.perSecond)} a second, ${first.ours.firstByte.toFixed(2)} ms`,
      bare: `${Math.round(fast.bare.perSecond)} a second, ${first.bare.firstByte.toFixed(2)} ms`,
    }
  }
  console.error(`ours ${last.ours}; bare ${last.bare}; ${answer.pieces.length} writes`)
  printRatio(`streams of ${events} events a second against a bare server`, rates)
  printRatio('time to the first byte of them against the bare server', waits)
  ours.child.kill()
  bare.child.kill()
}

function printRatio(name: string, ratios: readonly number[]): void {
  const ratio = median(ratios)
  printRow({ name, value: `${ratio.toFixed(2)} of it`, target: '≥ 0.5 of it', pass: ratio >= 0.5 })
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
