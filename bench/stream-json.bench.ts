// How fast the executable hands on a long answer in parts, against the official client that only prints its events.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median, printRow } from './bench-row.ts'
import { startServer } from './engine/child.ts'
import { LONG_ANSWER_PIECES, LONG_PROMPT } from './engine/words.ts'

const ROUNDS = 5
/** Each part is read, added up, wrapped with its session and printed: three times what printing alone costs. */
const MAX_RATIO = 3

const EXECUTABLE = fileURLToPath(new URL('../packages/cli/bin/antiphon.js', import.meta.url))
const BARE = fileURLToPath(new URL('engine/bare-stream.ts', import.meta.url))

const base = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-bench-')))
const cwd = join(base, 'project')
mkdirSync(cwd)
const { PATH } = process.env
const server = await startServer({ PATH, HOME: base })
const env = {
  PATH,
  HOME: base,
  ANTHROPIC_API_KEY: 'any',
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
}
try {
  const times: { readonly ours: number; readonly bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await timeParts(['--import', import.meta.resolve('tsx'), BARE])
    const flags = ['--output-format', 'stream-json', '--verbose', '--include-partial-messages']
    const ours = await timeParts([EXECUTABLE, '-p', LONG_PROMPT, ...flags])
    if (round > 0) times.push({ ours, bare })
  }
  const [ours, bare] = [median(times.map(time => time.ours)), median(times.map(time => time.bare))]
  printRow({
    name: '10,000 partial events over stream-json against the bare client that prints them',
    value: `${(ours / bare).toFixed(2)} × (${Math.round(LONG_ANSWER_PIECES / ours)} events/ms, bare ${Math.round(LONG_ANSWER_PIECES / bare)})`,
    target: `≤ ${MAX_RATIO} ×`,
    pass: ours <= MAX_RATIO * bare,
  })
} finally {
  server.child.kill()
  rmSync(base, { recursive: true, force: true })
}

/** Milliseconds from the first to the last part of the answer. */
async function timeParts(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let parts = 0
  let start = 0
  let end = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"text_delta"')) continue
    if (parts++ === 0) start = performance.now()
    end = performance.now()
  }
  await ended
  if (parts !== LONG_ANSWER_PIECES) throw new Error(`${parts} parts came instead of ${LONG_ANSWER_PIECES}`)
  return end - start
}
