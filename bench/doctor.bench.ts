import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printRow } from './bench-row.ts'
import { writeRealTree } from './real-tree.ts'
import { bestSide, type Measured, measureSide } from './search/measure-side.ts'
import { measure } from './usage/measure.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCTOR = {
  command: process.execPath,
  args: [join(ROOT, 'packages', 'cli', 'bin', 'antiphon.js'), 'doctor', '--all', '--json'],
}
const TURNS = 2
const MOST = 2

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')], { stdio: 'inherit' })
const tree = writeRealTree(join(home, '.claude'))
if (tree) {
  const { root, files, megabytes } = tree
  let [doctor, doctorCpu, peak] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  let parse: Measured | undefined
  for (let turn = 0; turn < TURNS; turn++) {
    parse = bestSide(parse, measureSide('parse', root))
    const { milliseconds, cpuMilliseconds, peakMegabytes } = await measure(DOCTOR, home)
    doctor = Math.min(doctor, milliseconds)
    doctorCpu = Math.min(doctorCpu, cpuMilliseconds)
    peak = Math.max(peak, peakMegabytes)
  }
  const { milliseconds: parsed = Number.NaN, cpuMilliseconds: parsedCpu = Number.NaN } = parse ?? {}
  const ratio = doctor / parsed
  printRow({
    name: `doctor, all sessions, ${megabytes} MB in ${files} files: against one thread of JSON.parse (Node ${process.version})`,
    value: `${ratio.toFixed(1)} × (${(doctor / 1000).toFixed(1)} s to ${(parsed / 1000).toFixed(1)} s); processor ${(doctorCpu / parsedCpu).toFixed(1)} × in two threads, ${peak.toFixed(0)} MB`,
    target: `≤ ${MOST} ×`,
    pass: ratio <= MOST,
  })
} else
  printRow({
    name: 'doctor, all sessions',
    value: 'skipped: the whole corpus is not here',
    target: '',
    pass: true,
  })
