import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printRow } from './bench-row.ts'
import { findCcusage, nameCcusage } from './usage/find-ccusage.ts'
import { compare, type Measured, measure, type Side } from './usage/measure.ts'
import { formatSeconds, printComparison } from './usage/print-comparison.ts'
import { CORPUS_NAME, writeCorpus } from './usage/write-corpus.ts'
import { type Density, writeTree } from './usage/write-tree.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(ROOT, 'packages', 'cli', 'bin', 'antiphon.js')
const WARM: Side = { command: process.execPath, args: [CLI, 'usage', '--json', '--timezone', 'UTC'] }
const COLD: Side = { ...WARM, args: [...WARM.args, '--no-cache'] }
const PARSE: Side = {
  command: process.execPath,
  args: ['--import', 'tsx', join(ROOT, 'bench', 'usage', 'parse-all.ts')],
}

type Sides = { readonly cold: Measured; readonly warm: Measured; readonly theirs: Measured | string }

/** All sides over one tree; what is remembered is written before. */
async function compareAll(home: string, ccusage: Side | string): Promise<Sides> {
  await measure(WARM, home)
  if (typeof ccusage === 'string')
    return { ...(await compare({ cold: COLD, warm: WARM }, home)), theirs: ccusage }
  return compare({ cold: COLD, warm: WARM, theirs: ccusage }, home)
}

async function benchTree(directory: string, density: Density, ccusage: Side | string): Promise<void> {
  const home = join(directory, density)
  const what = `500 MB ${density} in ${writeTree(home, density)} sessions`
  const sides = await compareAll(home, ccusage)
  printComparison({ what, ...sides, note: '', peer })
  const parse = await measure(PARSE, home)
  const gain = parse.milliseconds / sides.cold.milliseconds
  printRow({
    name: `usage cold against parsing every line, ${what}`,
    value: `${gain.toFixed(1)} × faster (theirs ${formatSeconds(parse)})`,
    target: '≥ 2 ×',
    pass: gain >= 2,
  })
  rmSync(home, { recursive: true })
}

async function benchCorpus(directory: string, ccusage: Side | string): Promise<void> {
  const home = join(directory, 'corpus')
  const { files, megabytes, leftOut } = writeCorpus(home)
  printComparison({
    what: `the ${CORPUS_NAME}, ${megabytes} MB in ${files} files`,
    ...(await compareAll(home, ccusage)),
    peer,
    note: ` (${leftOut} files left out: a line without a request id counts there as often as it is written)`,
  })
}

/** How long a process of Node takes that does nothing: no report can be faster. */
async function benchNothing(directory: string): Promise<void> {
  const { nothing } = await compare({ nothing: { command: process.execPath, args: ['-e', '0'] } }, directory)
  printRow({
    name: 'usage: Node itself, started for nothing',
    value: `${nothing.milliseconds.toFixed(0)} ms, ${nothing.peakMegabytes.toFixed(0)} MB`,
    target: '',
    pass: true,
  })
}

const directory = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
// Also of one that took too long and is told to end: a gigabyte of logs must not stay behind.
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')], { stdio: 'inherit' })
const ccusage = findCcusage()
const peer = typeof ccusage === 'string' ? 'ccusage' : nameCcusage(ccusage)
await benchNothing(directory)
await benchTree(directory, 'corpus-like', ccusage)
await benchCorpus(directory, ccusage)
await benchTree(directory, 'dense', ccusage)
