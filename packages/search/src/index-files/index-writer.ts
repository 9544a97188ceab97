import { withFile } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { SourceFile } from '../sources/list-sources.ts'
import { checksumBeginning } from '../sources/log-state.ts'
import { type Manifest, removeUnnamed, type SegmentRecord, writeManifest } from './manifest.ts'
import type { UpdatePlan } from './match-sources.ts'

/** Brings segments that were written into the index. */
export interface IndexWriter {
  /** The number of a file; a new one where it has none. */
  numberOf(file: SourceFile): number
  /** Names a segment, unless the index would grow too large. */
  commit(segment: SegmentRecord): void
  /** True when a segment was refused: the index has its largest size. */
  isFull(): boolean
  /** Puts segments in the place of those that were merged into them. */
  replaceMerged(segments: readonly SegmentRecord[]): void
  /** Removes what is not named. */
  finish(): void
}

export function createIndexWriter(
  folder: string,
  { manifest, merged, stored }: UpdatePlan,
  maxBytes: number,
): IndexWriter {
  const records = new Map(manifest.files.map(record => [record.id, record]))
  const numbers = new Map(manifest.files.map(({ identity, id }) => [identity, id]))
  const files = new Map<number, SourceFile>()
  let { segments, nextFile } = manifest
  let written = JSON.stringify(stored)
  let isFull = false

  function settle({ ranges }: SegmentRecord): void {
    for (const { file: id, end } of ranges) {
      const file = files.get(id)
      const known = records.get(id)
      if (!file || end <= (known?.indexed ?? 0)) continue
      const { path, identity, size, modified } = file
      try {
        const checksum = withFile(path, descriptor => checksumBeginning(descriptor, end))
        records.set(id, { ...(known ?? { id, path, identity, size, modified }), indexed: end, checksum })
      } catch (error) {
        if (!isVanished(error)) throw error
        records.delete(id)
      }
    }
  }

  function save(): void {
    const current: Manifest = { files: [...records.values()], segments, nextFile }
    const text = JSON.stringify(current)
    if (text !== written) writeManifest(folder, current)
    written = text
  }

  return {
    numberOf(file) {
      const id = numbers.get(file.identity) ?? nextFile++
      numbers.set(file.identity, id)
      files.set(id, file)
      return id
    },
    commit(segment) {
      isFull ||= segments.reduce((sum, { bytes }) => sum + bytes, segment.bytes) > maxBytes
      if (isFull) return
      segments = [...segments, segment]
      settle(segment)
      save()
    },
    isFull: () => isFull,
    replaceMerged(replaced) {
      segments = [...segments.filter(segment => !merged.includes(segment)), ...replaced]
      save()
    },
    finish() {
      save()
      removeUnnamed(folder, { files: [], segments, nextFile })
    },
  }
}
