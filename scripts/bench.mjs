// `npm run bench [NAME]`: runs each bench in a process of its own; a row that misses its target fails the run.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, setUp } from './set-up.mjs'

await setUp({ everything: true })
const wanted = process.argv[2] ?? ''
const files = readdirSync(join(ROOT, 'bench')).filter(
  name => name.endsWith('.bench.ts') && name.includes(wanted),
)
if (files.length === 0) {
  console.error(`no bench is called like ${wanted}`)
  process.exit(2)
}
const rows = files.flatMap(runBench)
console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])))
process.exitCode = rows.every(row => row.pass) ? 0 : 1

/** A bench prints one JSON object a line on stdout: {name, value, target, pass}; the rest goes to stderr. */
function runBench(file) {
  console.error(`bench: ${file} …`)
  const args = ['--expose-gc', '--import', 'tsx', join(ROOT, 'bench', file)]
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const rows = stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  return status === 0 && rows.length > 0
    ? rows
    : [...rows, { name: file, value: `exit ${status}`, target: 'runs', pass: false }]
}
