import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listArchived, readArchived, toSessionFolder } from './archive-folder.ts'
import { type ArchiveManifest, decodeManifest, encodeManifest, sha256 } from './archive-manifest.ts'
import { type ArchiveSource, archiveSession } from './archive-session.ts'
import { noteDeleted, readCatalogue } from './catalogue.ts'
import { checkArchive } from './check-archive.ts'
import { createFrameCutter, LEAST_FRAME, MOST_FRAME } from './cut-frames.ts'
import { listFrames, toFramePath } from './frame-files.ts'
import { pruneArchive } from './prune-archive.ts'
import { readArchivedFile } from './read-archived.ts'
import { restoreFiles } from './restore-archived.ts'

let home: string
let archive: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'antiphon-archive-'))
  archive = join(home, 'archive')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const NOW = new Date('2026-11-19T12:00:00Z')

/** Lines that compress as logs do, each another one. */
function lines(count: number, seed = 0): Buffer {
  return Buffer.from(
    Array.from(
      { length: count },
      (_, at) =>
        `${JSON.stringify({ uuid: `${seed}-${at}`, text: `line ${(at * 7919) % 10_007} `.repeat(20 + ((at * 31 + seed) % 60)) })}\n`,
    ).join(''),
  )
}

async function put(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(home, 'projects', 'p', name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  return path
}

async function sourceOf(session: string, paths: readonly string[]): Promise<ArchiveSource> {
  const stats = await Promise.all(paths.map(path => stat(path)))
  return {
    ...{ agent: 'claude-code', project: 'p', session, root: home },
    describe: async () => ({ cwd: '/work', title: 'A title' }),
    origin: { path: paths[0] ?? '', row: '' },
    stamp: stats.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join(),
    modifiedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
    files: paths.map((path, at) => ({
      role: at === 0 ? 'log' : 'beside',
      path,
      view: path.slice(home.length + 1),
    })),
  }
}

async function keep(session: string, paths: readonly string[]): Promise<ArchiveManifest> {
  const source = await sourceOf(session, paths)
  await archiveSession(archive, source, { now: NOW })
  return newestOf(source)
}

async function newestOf(source: ArchiveSource): Promise<ArchiveManifest> {
  const kept = await readArchived(toSessionFolder(archive, source))
  const manifest = kept?.versions[0]?.manifest
  if (!manifest) throw new Error('nothing is archived')
  return manifest
}

async function readAll(manifest: ArchiveManifest, at = 0, range = {}): Promise<Buffer> {
  const file = manifest.files[at]
  if (!file) throw new Error('no such file')
  const pieces: Buffer[] = []
  for await (const piece of readArchivedFile(archive, manifest, file, range)) {
    if (piece.kind === 'lost') throw new Error(`lost ${piece.problem}`)
    pieces.push(piece.bytes)
  }
  return Buffer.concat(pieces)
}

/** Compared by its sum: element by element takes seconds. */
const sumOf = (bytes: Buffer): string => sha256(bytes)

function cut(bytes: Buffer, portions: readonly number[]): readonly number[] {
  const cutter = createFrameCutter()
  const frames: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = portions[turn % portions.length] ?? 1
    frames.push(...cutter.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...frames, ...cutter.end()].map(({ length }) => length)
}

describe('frames', () => {
  it('end with a line, in about a megabyte, wherever the reading stopped in between', () => {
    const bytes = lines(5_000)
    const whole = cut(bytes, [bytes.length])
    expect(whole.length).toBeGreaterThan(3)
    let at = 0
    for (const length of whole.slice(0, -1)) {
      at += length
      expect(bytes[at - 1]).toBe(0x0a)
      expect(length).toBeGreaterThanOrEqual(LEAST_FRAME)
      expect(length).toBeLessThanOrEqual(MOST_FRAME)
    }
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1000, max: 3_000_000 }), { minLength: 1, maxLength: 5 }),
        portions => {
          expect(cut(bytes, portions)).toEqual(whole)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('end without one where a line is too long for a frame, and where there are no lines at all', () => {
    const bytes = randomBytes(5_000_000).map(byte => (byte === 0x0a ? 0 : byte))
    const lengths = cut(Buffer.from(bytes), [1_000_000])
    expect(lengths).toEqual([MOST_FRAME, MOST_FRAME, 5_000_000 - 2 * MOST_FRAME])
  })

  it('are the same again behind a place that was changed', async () => {
    const bytes = lines(8_000)
    const first = await keep('a', [await put('a.jsonl', bytes)])
    const changed = Buffer.concat([Buffer.from('{"another":"line"}\n'), bytes])
    const second = await keep('b', [await put('b.jsonl', changed)])
    const known = new Set(first.frames.map(([hash]) => hash))
    const shared = second.frames.filter(([hash]) => known.has(hash))
    expect(shared.length).toBeGreaterThan(first.frames.length / 2)
  })
})

describe('the archive', () => {
  it('gives back every file of a session byte for byte, and any stretch of it', async () => {
    const log = lines(3_000)
    const image = randomBytes(300_000)
    const paths = [
      await put('s.jsonl', log),
      await put('s/tool-results/one.txt', 'short'),
      await put('s/tool-results/empty.txt', ''),
      await put('s/subagents/agent-1.jsonl', lines(30, 5)),
      await put('s/image.png', image),
    ]
    const manifest = await keep('s', paths)
    for (const [at, path] of paths.entries())
      expect(sumOf(await readAll(manifest, at))).toBe(sumOf(await readFile(path)))
    for (const [from, to] of [
      [0, 1],
      [LEAST_FRAME - 5, LEAST_FRAME + 900_000],
      [log.length - 3, log.length],
    ])
      expect(sumOf(await readAll(manifest, 0, { from, to }))).toBe(sumOf(log.subarray(from, to)))
    const packed = (await listFrames(archive)).frames.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(packed).toBeLessThan(log.length)
  })

  it('keeps a log that grew by its new end alone, and one version of it', async () => {
    const path = await put('s.jsonl', lines(3_000))
    const before = await keep('s', [path])
    await appendFile(path, lines(300, 1))
    const source = await sourceOf('s', [path])
    const outcome = await archiveSession(archive, source, { now: NOW })
    const after = await newestOf(source)
    expect(after.frames.slice(0, before.frames.length - 1)).toEqual(before.frames.slice(0, -1))
    expect(sumOf(await readAll(after))).toBe(sumOf(await readFile(path)))
    expect(outcome.added).toBeLessThan(300_000)
    expect((await readArchived(toSessionFolder(archive, source)))?.versions).toHaveLength(1)
    expect(await archiveSession(archive, source, { now: NOW })).toMatchObject({ kind: 'same', bytes: 0 })
  })

  it('shares whole frames with a copy of the log, and with one that begins alike', async () => {
    const bytes = lines(6_000)
    await keep('a', [await put('a.jsonl', bytes)])
    const one = await sourceOf('b', [await put('b.jsonl', bytes)])
    expect(await archiveSession(archive, one, { now: NOW })).toMatchObject({ kind: 'archived', added: 0 })
    const fork = Buffer.concat([bytes.subarray(0, bytes.indexOf(0x0a, 3_000_000) + 1), lines(50, 9)])
    const other = await sourceOf('c', [await put('c.jsonl', fork)])
    const { added } = await archiveSession(archive, other, { now: NOW })
    const full = (await listFrames(archive)).frames.reduce((sum, { bytes: size }) => sum + size, 0)
    expect(added).toBeLessThan(full / 2)
  })

  it('keeps what was there before where a log was written anew, cut, or lost a file beside it, five versions of it', async () => {
    const path = await put('s.jsonl', lines(20))
    const beside = await put('s/tool-results/one.txt', 'what a tool said')
    await keep('s', [path, beside])
    await rm(beside)
    await keep('s', [path])
    await writeFile(path, lines(10))
    await keep('s', [path])
    // Longer, and yet other than before.
    await writeFile(path, lines(40, 3))
    await keep('s', [path])
    const source = await sourceOf('s', [path])
    const versions = async (): Promise<readonly number[]> =>
      (await readArchived(toSessionFolder(archive, source)))?.versions.map(({ number }) => number) ?? []
    expect(await versions()).toEqual([4, 3, 2, 1])
    for (let seed = 4; seed < 9; seed++) {
      await writeFile(path, lines(40, seed))
      await keep('s', [path])
    }
    expect(await versions()).toEqual([9, 8, 7, 6, 5, 4])
  })

  it('takes away frames that nobody names and sessions that nobody wants, and nothing else', async () => {
    const path = await put('s.jsonl', lines(3_000))
    await keep('s', [path])
    const other = await put('o.jsonl', lines(100, 2))
    await keep('o', [other])
    const before = (await listFrames(archive)).frames.length
    await appendFile(path, lines(10, 1))
    const manifest = await keep('s', [path])
    await writeFile(join(archive, 'frames', '.0123456789ab.part'), 'x')
    await mkdir(join(archive, 'frames', 'ff'), { recursive: true })
    await writeFile(join(archive, 'frames', 'ff', '.0123456789ab.part'), 'left by somebody who was killed')
    const { frames } = await pruneArchive(archive)
    expect(frames).toBe(1)
    expect((await listFrames(archive)).parts).toEqual([])
    expect((await listFrames(archive)).frames).toHaveLength(before)
    expect(sumOf(await readAll(manifest))).toBe(sumOf(await readFile(path)))
    const pruned = await pruneArchive(archive, { isUnwanted: ({ session }) => session === 'o' })
    expect(pruned.sessions).toEqual([{ agent: 'claude-code', project: 'p', session: 'o' }])
    expect(sumOf(await readAll(manifest))).toBe(sumOf(await readFile(path)))
    expect(await checkArchive(archive)).toMatchObject({ sessions: 1, versions: 1, damaged: [] })
  })

  it('takes sessions away that were written longest ago until the rest fits', async () => {
    for (const [session, day] of [
      ['old', 1],
      ['new', 2],
    ] as const) {
      const path = await put(`${session}.jsonl`, randomBytes(50_000))
      await utimes(path, day, day)
      await keep(session, [path])
    }
    const { sessions } = await pruneArchive(archive, { mostBytes: 80_000 })
    expect(sessions).toMatchObject([{ session: 'old' }])
    const left = []
    for await (const { session } of listArchived(archive)) left.push(session)
    expect(left).toEqual(['new'])
  })

  it('restores to where a file was, and refuses what would be written over', async () => {
    const path = await put('s.jsonl', lines(500))
    await utimes(path, 1_000, 2_000.25)
    const bytes = await readFile(path)
    const manifest = await keep('s', [path])
    const restore = (isPartial = false): ReturnType<typeof restoreFiles> =>
      restoreFiles(archive, manifest, manifest.files, { toPath: file => file.path, isPartial })
    expect(await restore()).toMatchObject([{ kind: 'same' }])
    await rm(path)
    expect(await restore()).toMatchObject([{ kind: 'restored' }])
    expect(sumOf(await readFile(path))).toBe(sumOf(bytes))
    expect(statSync(path).mtimeMs).toBe(2_000_250)
    await writeFile(path, 'something else')
    expect(await restore()).toMatchObject([{ kind: 'refused' }])
    expect(await readFile(path, 'utf8')).toBe('something else')
    expect(readdirSync(join(path, '..'))).toEqual(['s.jsonl'])
  })

  it('hides what a person deleted until it is back', async () => {
    const source = await sourceOf('s', [await put('s.jsonl', lines(5))])
    await archiveSession(archive, source, { now: NOW })
    const folder = toSessionFolder(archive, source)
    expect(await noteDeleted(archive, source, NOW.toISOString())).toBe(true)
    expect(await readCatalogue(archive)).toMatchObject([{ session: 's', deletedAt: NOW.toISOString() }])
    expect(await readArchived(folder)).toMatchObject({ deletedAt: NOW.toISOString() })
    await noteDeleted(archive, source, null)
    expect((await readCatalogue(archive))[0]).not.toHaveProperty('deletedAt')
    expect(await readArchived(folder)).not.toHaveProperty('deletedAt')
  })

  it('keeps a session without what is secret, line for line', async () => {
    const source = await sourceOf('s', [await put('s.jsonl', 'one secret\ntwo\nthree secret')])
    const redact = (line: Buffer): Buffer => Buffer.from(line.toString().replace('secret', '***'))
    await archiveSession(archive, source, { now: NOW, redact })
    const manifest = await newestOf(source)
    expect(manifest.isRedacted).toBe(true)
    expect((await readAll(manifest)).toString()).toBe('one ***\ntwo\nthree ***')
  })

  it('leaves a file that is written anew while it is read to the next run', async () => {
    const path = await put('s.json', 'x'.repeat(3_000_000))
    const source = await sourceOf('s', [path])
    const outcome = await archiveSession(archive, source, {
      now: NOW,
      onRead: () => void utimes(path, 1, 1),
    })
    expect(outcome.kind).toBe('changing')
    expect(existsSync(toSessionFolder(archive, source))).toBe(false)
  })
})

describe('damage', () => {
  it('of any bit of a manifest is seen', async () => {
    const manifest = await keep('s', [await put('s.jsonl', lines(3))])
    const bytes = Buffer.from(encodeManifest(manifest))
    expect(decodeManifest(bytes)).toEqual(manifest)
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      expect(decodeManifest(flipped), `byte ${at}`).toHaveProperty('problem')
    }
  })

  it('of any region of a frame is named by session and bytes, and costs that frame alone', async () => {
    const path = await put('s.jsonl', lines(3_000))
    const manifest = await keep('s', [path])
    const bytes = await readFile(path)
    const [first, second] = manifest.frames
    if (!first || !second) throw new Error('too few frames')
    const frame = toFramePath(archive, second[0])
    const whole = await readFile(frame)
    for (const place of [0, 1, 2, 0.25, 0.5, 0.75, whole.length - 2, whole.length - 1]) {
      const at = place < 1 && place > 0 ? Math.floor(whole.length * place) : place
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      await writeFile(frame, flipped)
      const { damaged } = await checkArchive(archive)
      // A bit that means nothing to Brotli, such as padding at the end, changes no byte of the session.
      if (damaged.length === 0) expect(sumOf(await readAll(manifest))).toBe(sumOf(bytes))
      else
        expect(damaged).toMatchObject([
          { session: 's', damage: [{ path, from: first[1], to: first[1] + second[1], problem: 'damaged' }] },
        ])
    }
    await rm(frame)
    expect((await checkArchive(archive)).damaged).toMatchObject([{ damage: [{ problem: 'missing' }] }])
    await rm(path)
    const toPath = ({ path: to }: { readonly path: string }): string => to
    expect(await restoreFiles(archive, manifest, manifest.files, { toPath })).toMatchObject([
      { kind: 'refused', damage: [{ problem: 'missing' }] },
    ])
    expect(existsSync(path)).toBe(false)
    expect(await restoreFiles(archive, manifest, manifest.files, { toPath, isPartial: true })).toMatchObject([
      { kind: 'partly', damage: [{ from: first[1], to: first[1] + second[1] }] },
    ])
    expect(sumOf(await readFile(path))).toBe(
      sumOf(Buffer.concat([bytes.subarray(0, first[1]), bytes.subarray(first[1] + second[1])])),
    )
  })

  it('of a manifest is named, and holds frames back that it may need', async () => {
    const source = await sourceOf('s', [await put('s.jsonl', lines(3))])
    await archiveSession(archive, source, { now: NOW })
    const folder = toSessionFolder(archive, source)
    const path = join(folder, readdirSync(folder)[0] ?? '')
    await writeFile(path, (await readFile(path)).subarray(0, -40))
    expect((await checkArchive(archive)).damaged).toMatchObject([
      { session: 's', problem: expect.stringContaining('checksum') },
    ])
    expect(await pruneArchive(archive)).toMatchObject({ frames: 0, isHeldBack: true })
    expect((await listFrames(archive)).frames).toHaveLength(1)
    // As long as it is where it was, it is kept anew.
    await archiveSession(archive, source, { now: NOW })
    expect(sumOf(await readAll(await newestOf(source)))).toBe(sumOf(lines(3)))
  })
})
