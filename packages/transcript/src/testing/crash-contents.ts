import { type FakeFile, overlaySectors, SECTOR_BYTES } from './fake-file.ts'

/** How many cuts are tried: at each byte, or only around the ends of sectors and lines. */
export type CutDensity = 'every-byte' | 'edges'

/** What may be left of a file when the power goes: every content that the model allows, some of them twice. */
export function* listCrashContents(file: FakeFile, density: CutDensity): Generator<Uint8Array> {
  yield* listPrefixes(file, density)
  yield* listDropped(file)
  yield* listTornSectors(file)
}

/** The bytes arrived in order, up to one. */
function* listPrefixes(file: FakeFile, density: CutDensity): Generator<Uint8Array> {
  const { shown, medium } = file
  // With a sync that failed, what was before the cut may be missing as well.
  const lost = [...file.unsure].filter(sector => !file.dirty.has(sector))
  for (let size = medium.length; size <= shown.length; size++) {
    if (density === 'edges' && size !== shown.length && !isEdge(shown, size)) continue
    yield overlaySectors(file, file.unsure, size)
    if (lost.length > 0) yield overlaySectors(file, file.dirty, size)
  }
}

const NEWLINE = 0x0a

function isEdge(shown: Uint8Array, size: number): boolean {
  const offset = size % SECTOR_BYTES
  return (
    offset <= 1 ||
    offset === SECTOR_BYTES - 1 ||
    shown[size] === NEWLINE ||
    shown[size - 1] === NEWLINE ||
    shown[size - 2] === NEWLINE ||
    size % 97 === 0
  )
}

/** The length arrived and some sectors did not, in any order: zeros stand there, or what was there before. */
function* listDropped(file: FakeFile): Generator<Uint8Array> {
  const unsure = [...file.unsure].sort((first, second) => first - second)
  for (const arrived of listSubsets(unsure))
    for (const size of listSizes(file)) yield overlaySectors(file, arrived, size)
}

/** Lengths that the medium may have heard of: the whole, and each end of a sector since the last sync. */
function listSizes({ shown, medium }: FakeFile): readonly number[] {
  const sizes = [shown.length]
  for (let size = Math.ceil((medium.length + 1) / SECTOR_BYTES); size * SECTOR_BYTES < shown.length; size++)
    sizes.push(size * SECTOR_BYTES)
  return sizes
}

const MAX_EXHAUSTIVE = 5

/** All subsets of a few; of many: each alone, each missing, each beginning and each end. */
function* listSubsets(sectors: readonly number[]): Generator<readonly number[]> {
  if (sectors.length <= MAX_EXHAUSTIVE) {
    for (let mask = 0; mask < 2 ** sectors.length; mask++)
      yield sectors.filter((_, index) => (mask >> index) & 1)
    return
  }
  for (let index = 0; index < sectors.length; index++) {
    yield sectors.filter((_, other) => other === index)
    yield sectors.filter((_, other) => other !== index)
    yield sectors.slice(0, index)
    yield sectors.slice(index)
  }
}

/** One sector arrived in part: its first bytes or its last ones, with the others all there or all missing. */
function* listTornSectors(file: FakeFile): Generator<Uint8Array> {
  for (const sector of file.unsure)
    for (const others of [[...file.unsure].filter(other => other !== sector), []])
      for (const cut of [1, 100, 256, SECTOR_BYTES - 1])
        for (const isHead of [true, false]) yield tearSector({ file, sector, others, cut, isHead })
}

type Tear = {
  readonly file: FakeFile
  readonly sector: number
  readonly others: readonly number[]
  readonly cut: number
  readonly isHead: boolean
}

function tearSector({ file, sector, others, cut, isHead }: Tear): Uint8Array {
  const size = file.shown.length
  const bytes = overlaySectors(file, others, size)
  const start = sector * SECTOR_BYTES + (isHead ? 0 : cut)
  const end = Math.min(isHead ? sector * SECTOR_BYTES + cut : (sector + 1) * SECTOR_BYTES, size)
  if (start < end) bytes.set(file.shown.subarray(start, end), start)
  return bytes
}
