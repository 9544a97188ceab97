// What the archive makes of real sessions: how much smaller, how fast, beside gzip, Zstandard where Node has it, and
// Brotli without frames; what a log that grew, and a copy of one, add; how long one position takes to read.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import {
  type ArchiveManifest,
  type ArchiveSource,
  archiveSession,
  listFrames,
  listSessionFiles,
  readArchived,
  readArchivedFile,
  toSessionFolder,
} from '@antiphon/transcript'
import { median, printRow } from './bench-row.ts'
import { writeRealTree } from './real-tree.ts'

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-archive-'))
const archive = join(home, 'archive')
try {
  // Once: other copies of it would only show that the same bytes are kept once.
  const tree = writeRealTree(join(home, 'tree'), 1)
  if (tree) await measure(tree.root)
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function measure(root: string): Promise<void> {
  const { files } = await listSessionFiles([root], { hasSubagents: true })
  const paths = files.map(({ path }) => path)
  const raw = sum(paths.map(path => statSync(path).size))
  const gzip = pack(paths, bytes => zlib.gzipSync(bytes, { level: 6 }))
  const whole = pack(paths, bytes =>
    zlib.brotliCompressSync(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
        [zlib.constants.BROTLI_PARAM_LGWIN]: 22,
      },
    }),
  )
  const begin = process.cpuUsage()
  const began = performance.now()
  for (const [index, path] of paths.entries()) await keep(toSource(path, root, index))
  const wall = (performance.now() - began) / 1000
  const seconds = cpuSince(begin)
  const stored = await measureStored()
  const speed = raw / 1e6 / seconds
  printRow({
    name: `archive of ${paths.length} real logs (${(raw / 1e6).toFixed(0)} MB), how many times smaller, against gzip 6`,
    value: `${(raw / stored / (raw / gzip.bytes)).toFixed(2)} × (${(raw / stored).toFixed(2)} times smaller against ${(raw / gzip.bytes).toFixed(2)})`,
    target: '≥ 1.3 ×',
    pass: raw / stored / (raw / gzip.bytes) >= 1.3,
  })
  printRow({
    name: 'archive, how many times smaller, against Brotli 5 of whole files, which must be unpacked whole',
    value: `${(whole.bytes / stored).toFixed(2)} × (${(raw / whole.bytes).toFixed(2)} times smaller as a whole)`,
    target: '≥ 0.85 ×',
    pass: whole.bytes / stored >= 0.85,
  })
  printRow({
    name: 'archive, with reading, sums and the disk, MB a second of the processor, against gzip 6',
    value: `${(speed / gzip.speed).toFixed(2)} × (${speed.toFixed(0)} MB/s, ${(raw / 1e6 / wall).toFixed(0)} by the clock; gzip ${gzip.speed.toFixed(0)}, Brotli 5 alone ${whole.speed.toFixed(0)})`,
    target: '≥ 0.8 ×',
    pass: speed / gzip.speed >= 0.8,
  })
  compareZstd(paths, { raw, stored })
  await measureGrowth(paths, root)
  await measurePosition(paths, root)
}

type Packed = { readonly bytes: number; readonly speed: number }

function pack(paths: readonly string[], work: (bytes: Buffer) => Buffer): Packed {
  let [bytes, raw, seconds] = [0, 0, 0]
  for (const path of paths) {
    const whole = readFileSync(path)
    const begin = process.cpuUsage()
    bytes += work(whole).length
    seconds += cpuSince(begin)
    raw += whole.length
  }
  return { bytes, speed: raw / 1e6 / seconds }
}

/** Node has it from 22.15 on; before that nothing is compared, and that is said. */
function compareZstd(
  paths: readonly string[],
  { raw, stored }: { readonly raw: number; readonly stored: number },
): void {
  const compress: unknown = Reflect.get(zlib, 'zstdCompressSync')
  if (typeof compress !== 'function') {
    process.stderr.write(
      `bench: Node ${process.versions.node} has no Zstandard (22.15 has); the archive is not compared with it\n`,
    )
    return
  }
  const zstd = pack(paths, bytes => compress(bytes) as Buffer)
  printRow({
    name: 'archive, how many times smaller, against Zstandard 3 of whole files',
    value: `${(zstd.bytes / stored).toFixed(2)} × (${(raw / zstd.bytes).toFixed(2)} times smaller, ${zstd.speed.toFixed(0)} MB/s)`,
    target: '≥ 0.9 ×',
    pass: zstd.bytes / stored >= 0.9,
  })
}

async function measureGrowth(paths: readonly string[], root: string): Promise<void> {
  const path = largest(paths)
  const before = await measureStored()
  const copy = { ...toSource(path, root, 0), session: 'copy', origin: { path: `${path}.copy`, row: '' } }
  await keep(copy)
  const copied = (await measureStored()) - before
  printRow({
    name: 'archive, bytes of frames that a copy of the largest log adds',
    value: `${copied}`,
    target: '0',
    pass: copied === 0,
  })
  const grown = readFileSync(path).subarray(0, 200_000)
  appendFileSync(path, grown)
  const manifest = await keep(toSource(path, root, -1))
  const added = (await measureStored()) - before
  const last = manifest.frames.at(-1)?.[1] ?? 0
  printRow({
    name: 'archive, frames that are new where the largest log grew by 200 KB',
    value: `${(added / 1e3).toFixed(0)} KB (of ${manifest.frames.length} frames; the last holds ${(last / 1e6).toFixed(1)} MB)`,
    target: '≤ 1,000 KB',
    pass: added <= 1_000_000,
  })
}

async function measurePosition(paths: readonly string[], root: string): Promise<void> {
  const path = largest(paths)
  const manifest = await newest(toSource(path, root, -1))
  const file = manifest.files[0]
  if (!file) return
  const times: number[] = []
  for (let at = 0; at < 40; at++) {
    const from = Math.floor((file.size / 41) * at)
    const began = performance.now()
    for await (const _ of readArchivedFile(archive, manifest, file, { from, to: from + 1000 }));
    times.push(performance.now() - began)
  }
  printRow({
    name: 'archive, reading 1 KB anywhere in the largest log, median',
    value: `${median(times).toFixed(1)} ms (${(file.size / 1e6).toFixed(0)} MB)`,
    target: '≤ 15 ms',
    pass: median(times) <= 15,
  })
}

function toSource(path: string, root: string, turn: number): ArchiveSource {
  return {
    ...{ agent: 'claude-code', project: 'p', session: `s${path.length}`, root },
    origin: { path, row: '' },
    ...{ stamp: `${statSync(path).size}:${turn}`, modifiedAt: 0 },
    describe: async () => ({ cwd: '', title: '' }),
    files: [{ role: 'log', path, view: '' }],
  }
}

async function keep(source: ArchiveSource): Promise<ArchiveManifest> {
  await archiveSession(archive, source, { now: new Date(0) })
  return newest(source)
}

async function newest(source: ArchiveSource): Promise<ArchiveManifest> {
  const manifest = (await readArchived(toSessionFolder(archive, source)))?.versions[0]?.manifest
  if (!manifest) throw new Error('nothing was archived')
  return manifest
}

async function measureStored(): Promise<number> {
  return sum((await listFrames(archive)).frames.map(({ bytes }) => bytes))
}

function largest(paths: readonly string[]): string {
  return paths.toSorted((one, other) => statSync(other).size - statSync(one).size)[0] ?? ''
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function cpuSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1e6
}
