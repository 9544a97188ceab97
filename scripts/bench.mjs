// `npm run bench [NAME]`: runs each bench in a process of its own and prints each row with its peer, ratio and target.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH_HELP, readBenchArguments } from './bench/bench-arguments.mjs'
import { listMisses, toTable } from './bench/bench-table.mjs'
import { ROOT, setUp } from './set-up.mjs'

const { name: wanted, check, help, problem } = readBenchArguments(process.argv.slice(2))
if (help) {
  console.log(BENCH_HELP)
  process.exit(0)
}
if (problem !== null) {
  console.error(`${problem}\n\n${BENCH_HELP}`)
  process.exit(2)
}
await setUp({ everything: true })
const files = readdirSync(join(ROOT, 'bench')).filter(
  name => name.endsWith('.bench.ts') && name.includes(wanted),
)
if (files.length === 0) {
  console.error(`no bench is called like ${wanted}`)
  process.exit(2)
}
const benches = files.map(runBench)
const rows = benches.flatMap(bench => bench.rows)
console.table(toTable(rows))
const misses = listMisses(rows)
for (const miss of misses) console.log(miss)
const broken = benches.filter(bench => bench.problem !== null)
for (const bench of broken) console.log(`broken: ${bench.problem}`)
process.exitCode = broken.length > 0 || (check && misses.length > 0) ? 1 : 0

/** A bench prints one JSON object a line on stdout, a `BenchRow`; the rest goes to stderr. */
function runBench(file) {
  console.error(`bench: ${file} …`)
  const args = ['--expose-gc', '--import', 'tsx', join(ROOT, 'bench', file)]
  const { stdout, status, signal } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const rows = stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const ended = signal ?? `exit ${status}`
  return { rows, problem: status === 0 && rows.length > 0 ? null : `${file}: ${ended}, ${rows.length} rows` }
}
