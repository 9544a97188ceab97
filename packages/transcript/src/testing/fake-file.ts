/** What a disk writes as a whole or not at all; what is larger may be torn. */
export const SECTOR_BYTES = 512

/**
 * A file of the fake disk: what the kernel shows of it, and what the medium has. A sector is `unsure` while nothing
 * proves that the medium has what the kernel shows; only `dirty` ones are written by the next sync. After a sync
 * that failed, its sectors are unsure and not dirty: the next sync succeeds and says nothing about them.
 */
export type FakeFile = {
  readonly inode: number
  shown: Uint8Array
  medium: Uint8Array
  readonly unsure: Set<number>
  readonly dirty: Set<number>
}

/** A file that has been on the medium for long. */
export function createFakeFile(inode: number, bytes: Uint8Array = new Uint8Array(0)): FakeFile {
  return { inode, shown: bytes.slice(), medium: bytes.slice(), unsure: new Set(), dirty: new Set() }
}

/** A copy that later changes do not reach. */
export function copyFakeFile(file: FakeFile): FakeFile {
  return { ...file, unsure: new Set(file.unsure), dirty: new Set(file.dirty) }
}

/** Puts bytes at the end, in the kernel only. */
export function appendToFakeFile(file: FakeFile, bytes: Uint8Array): void {
  if (bytes.length === 0) return
  const start = file.shown.length
  const shown = new Uint8Array(start + bytes.length)
  shown.set(file.shown)
  shown.set(bytes, start)
  file.shown = shown
  for (let sector = toSector(start); sector <= toSector(shown.length - 1); sector++) {
    file.dirty.add(sector)
    file.unsure.add(sector)
  }
}

/** Begins a sync: what is dirty now is on its way. The result ends it, well or not. */
export function startFakeSync(file: FakeFile): { readonly succeed: () => void } {
  const { shown } = file
  const taken = [...file.dirty]
  file.dirty.clear()
  return {
    succeed() {
      file.medium = overlaySectors({ ...file, shown }, taken, Math.max(shown.length, file.medium.length))
      for (const sector of taken) if (!file.dirty.has(sector)) file.unsure.delete(sector)
    },
  }
}

/** The medium with some sectors as the kernel shows them, at a length; what was never written is zeros. */
export function overlaySectors(
  { shown, medium }: Pick<FakeFile, 'shown' | 'medium'>,
  sectors: Iterable<number>,
  size: number,
): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set(medium.subarray(0, size))
  for (const sector of sectors) {
    const start = sector * SECTOR_BYTES
    const end = Math.min(start + SECTOR_BYTES, size, shown.length)
    if (start < end) bytes.set(shown.subarray(start, end), start)
  }
  return bytes
}

function toSector(offset: number): number {
  return Math.floor(offset / SECTOR_BYTES)
}
