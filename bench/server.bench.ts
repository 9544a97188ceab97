import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, printRow } from './bench-row.ts'
import {
  ask,
  LARGE_BYTES,
  LARGE_SESSIONS,
  printMemory,
  SESSIONS,
  startServer,
  stop,
  watchMemory,
  writeTree,
} from './window-server.ts'

const STARTS = 7

async function comparePort(home: string): Promise<void> {
  const ours: number[] = []
  const floor: number[] = []
  for (let turn = 0; turn < STARTS; turn++) {
    const start = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    floor.push(performance.now() - start)
    const started = await startServer(home)
    ours.push(started.milliseconds)
    await stop(started)
  }
  const [our, least] = [median(ours), median(floor)]
  printRow({
    name: 'server: from the start to the open port on 500 MB, against `node -e 0`',
    value: `${(our / least).toFixed(1)} × (${our.toFixed(0)} ms, node ${least.toFixed(0)} ms)`,
    target: '≤ 6 ×',
    pass: our <= least * 6,
  })
}

async function measureAnswers(home: string): Promise<void> {
  const started = await startServer(home)
  const { url, child } = started
  const memory = watchMemory(child.pid)
  const list = await ask(url, '/api/sessions')
  const rows = list.text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  if (rows.length !== SESSIONS + LARGE_SESSIONS) throw new Error(`listed ${rows.length} sessions`)
  printRow({
    name: `server: first list of ${rows.length} sessions, 500 MB`,
    value: `first rows ${list.first.toFixed(0)} ms, all ${list.whole.toFixed(0)} ms, ${(list.bytes / 1024).toFixed(0)} KB`,
    target: 'first rows ≤ 1/3 of all, or ≤ 200 ms',
    pass: list.first <= Math.max(200, list.whole / 3),
  })
  const large = rows.find(row => row.bytes > LARGE_BYTES / 2)
  const page = await ask(url, `/api/page?session=${large.id}`)
  printRow({
    name: 'server: first page of a session of 100 MB, bytes sent',
    value: `${(page.bytes / 1024).toFixed(0)} KB in ${page.whole.toFixed(0)} ms`,
    target: '≤ 200 KB',
    pass: page.bytes <= 200 * 1024,
  })
  const jumps: number[] = []
  for (let n = 1; n <= 100; n++) {
    const position = Math.floor((large.bytes / 101) * ((n * 37) % 101))
    jumps.push((await ask(url, `/api/page?session=${large.id}&before=${position}`)).whole)
  }
  printRow({
    name: 'server: a page at any place of a session of 100 MB, against the first',
    value: `${(median(jumps) / page.whole).toFixed(2)} × (median ${median(jumps).toFixed(1)} ms, slowest ${Math.max(...jumps).toFixed(0)} ms)`,
    target: '≤ 1.5 ×',
    pass: median(jumps) <= page.whole * 1.5,
  })
  printMemory(
    'server: the most memory it held, after the list, 101 pages, and the index in between',
    memory(),
  )
  await stop(started)
}

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
try {
  writeTree(join(home, '.claude'))
  await comparePort(home)
  await measureAnswers(home)
} finally {
  rmSync(home, { recursive: true, force: true })
}
