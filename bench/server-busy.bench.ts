import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, printRow } from './bench-row.ts'
import { writeLog } from './generated-log.ts'
import { ask, printMemory, startServer, stop, watchMemory } from './window-server.ts'

const MEGABYTE = 1024 * 1024
const EVERY_MS = 20

/** Logs that were never compacted: all of them is context. */
function writeLogs(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const megabytes of [60, 100]) {
    const bytes = megabytes * MEGABYTE
    writeLog(join(folder, `${megabytes}.jsonl`), { bytes, liveBytes: bytes, windowBytes: bytes })
  }
  appendFileSync(join(folder, '60.jsonl'), '{"type":"user","cut')
}

/** What somebody else waits for a page while a log is read whole. */
async function measureOthers(url: URL): Promise<void> {
  const list = await ask(url, '/api/sessions')
  const ids = new Map<number, string>()
  for (const line of list.text.split('\n').filter(Boolean)) {
    const { id, bytes } = JSON.parse(line)
    ids.set(Math.round(bytes / MEGABYTE), id)
  }
  const [small, large] = [ids.get(60), ids.get(100)]
  const quiet = median(await askForPages(url, large, setTimeout(1000)))
  const works = [
    { name: 'the doctor of 60 MB', path: `/api/doctor/session?session=${small}` },
    { name: 'the context of 100 MB', path: `/api/numbers/context?session=${large}` },
    { name: 'the cache breaks of 100 MB', path: `/api/numbers/cache-breaks?session=${large}` },
    { name: "the model's view of 100 MB", path: `/api/model?session=${large}` },
    { name: 'the timeline of 100 MB', path: `/api/outline?session=${large}` },
    { name: 'finding in 100 MB', path: `/api/find?session=${large}&q=nowhere` },
    { name: 'the numbers of all', path: '/api/numbers?by=day&stack=model&timezone=UTC' },
  ]
  for (const { name, path } of works) {
    const work = ask(url, path)
    const waits = await askForPages(url, large, work)
    const { whole, text } = await work
    const slowest = Math.max(...waits)
    printRow({
      name: `server: the longest wait for a page of another during ${name}`,
      value: `${slowest.toFixed(0)} ms of ${whole.toFixed(0)} ms (median ${median(waits).toFixed(1)}, quiet ${quiet.toFixed(1)} ms)${/(?:^|\n){"error"/.test(text) ? ` ${text.slice(-200)}` : ''}`,
      target: '≤ 100 ms',
      pass: slowest <= 100,
    })
  }
}

/** Asks for a page again and again until something has happened. */
async function askForPages(
  url: URL,
  session: string | undefined,
  end: Promise<unknown>,
): Promise<readonly number[]> {
  let isOver = false
  end.finally(() => {
    isOver = true
  })
  const waits: number[] = []
  while (!isOver) {
    waits.push((await ask(url, `/api/page?session=${session}`)).whole)
    await setTimeout(EVERY_MS)
  }
  return waits
}

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
try {
  writeLogs(join(home, '.claude', 'projects', '-a'))
  const started = await startServer(home)
  const memory = watchMemory(started.child.pid)
  await setTimeout(5000) // the index is made meanwhile
  await measureOthers(started.url)
  printMemory('server: the most memory it held meanwhile, its workers included', memory(), 2048)
  await stop(started)
} finally {
  rmSync(home, { recursive: true, force: true })
}
