// `npm run soak [ROUNDS] [NAME]`: first the long fault runs (kills, power cuts, failing system calls, races), then every
// test again and again, each round with new generated cases. NAME limits both to test files whose path holds it; 0
// rounds are the fault runs alone. It stops at the first failure.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, setUp } from './set-up.mjs'

const FAULT_FOLDERS = [
  'packages/transcript/test',
  'packages/store-nats/test',
  'packages/store-postgres/test',
  'packages/engine/test',
  'packages/cli/test',
  'packages/web/test',
]
/** Of the other folders only what knows a long run. */
const HAS_LONG_RUN = /SOAK|process\/soak\.ts/

const [first, second] = process.argv.slice(2)
const isCount = first === undefined || /^\d+$/.test(first)
const rounds = isCount ? Number(first ?? 10) : 10
const name = isCount ? second : first

await setUp({ everything: true, programs: {} })
console.log(`soak: the long fault runs${name ? ` of ${name}` : ''}`)
const faultRuns = FAULT_FOLDERS.flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter(file => file.endsWith('.test.ts'))
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`),
)
  .filter(
    path =>
      path.startsWith('packages/transcript') || HAS_LONG_RUN.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  .filter(path => path.includes(name ?? ''))
// One file at a time: each wants the machine's disk and processes for itself.
if (faultRuns.length > 0) soak(['--no-file-parallelism', ...faultRuns], { SOAK: '1' })
for (let round = 1; round <= rounds; round++) {
  const seed = String(randomInt(2 ** 31))
  console.log(`soak: round ${round} of ${rounds}, PROPERTY_SEED=${seed}`)
  soak(['--reporter=dot', ...(name ? [name] : [])], { PROPERTY_SEED: seed })
}

function soak(args, env) {
  const code = run('vitest', ['run', ...args], { env })
  if (code !== 0) process.exit(code)
}
