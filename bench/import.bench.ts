// What it costs an embedder to import a package, above what Node needs for a module that imports nothing.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median, printRow } from './bench-row.ts'

const ROUNDS = 11
/** Milliseconds above the floor, on a quiet machine. */
const TARGETS = [
  ['@antiphon/core', 25],
  ['@antiphon/engine', 90],
] as const
/** A folder from which every package is found, as what is published: without the sources. */
const FOLDER = fileURLToPath(new URL('../packages/host/', import.meta.url))

const rounds = Array.from({ length: ROUNDS }, () => ({
  floor: timeImport(null),
  above: TARGETS.map(([name]) => timeImport(name)),
}))
const floor = median(rounds.map(round => round.floor))

for (const [index, [name, target]] of TARGETS.entries()) {
  const above = median(rounds.map(round => round.above[index] ?? Number.NaN)) - floor
  printRow({
    name: `import '${name}' above an empty module`,
    value: `${above.toFixed(0)} ms (empty ${floor.toFixed(0)} ms)`,
    target: `≤ ${target} ms`,
    pass: above <= target,
  })
}

/** Milliseconds of a fresh process that imports a package, or nothing. */
function timeImport(name: string | null): number {
  const script = name === null ? '' : `import '${name}'`
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: FOLDER,
    encoding: 'utf8',
    // Whatever started the bench is no part of it.
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (status !== 0) throw new Error(`importing ${name} failed: ${stderr}`)
  return performance.now() - start
}
