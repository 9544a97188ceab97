import { isVanished } from '../sources/is-vanished.ts'
import type { ScannedBatch } from '../sources/scan-range.ts'
import type { SourceFile, SourceRange } from '../sources/source-file.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { removeUnnamed, writeManifest, writeSegment } from './index-folder.ts'
import type { IndexedFile, Manifest } from './manifest.ts'
import type { UpdatePlan } from './plan-update.ts'
import { tailChecksum } from './tail-checksum.ts'

/** Brings stretches into the index, a segment at a time. */
export interface IndexWriter {
  /** Takes a batch of a stretch that begins where the last batch of this file ended. */
  add(range: SourceRange, batch: ScannedBatch): void
  /** Writes what it holds. */
  flush(): void
  /** Forgets a file that changed while it was read: it is new next time. */
  forget(file: SourceFile): void
  /** Writes what it holds and puts it in the place of the merged segments. */
  replaceMerged(): void
  /** Writes what it holds, and removes what is no longer named. */
  finish(): void
}

export function createIndexWriter(
  folder: string,
  { manifest, merged, stored }: UpdatePlan,
  segmentBytes?: number,
): IndexWriter {
  const records = new Map(manifest.files.map(record => [record.identity, record]))
  let { segments, nextFile } = manifest
  let builder = createSegmentBuilder(segmentBytes)
  let pending = new Map<SourceFile, IndexedFile>()
  let isMerging = merged.length > 0
  let written = JSON.stringify(stored)

  function recordOf(file: SourceFile): IndexedFile {
    const known = pending.get(file) ?? records.get(file.identity)
    const { path, identity, size, modified } = file
    return known ?? { id: nextFile++, path, identity, size, modified, indexed: 0, checksum: 0 }
  }

  /** What a file's record says after what was added is written. */
  function settle(): void {
    for (const [file, record] of pending)
      try {
        records.set(file.identity, { ...record, checksum: tailChecksum(file.path, record.indexed) })
      } catch (error) {
        if (!isVanished(error)) throw error
        records.delete(file.identity)
      }
    pending = new Map()
  }

  function save(): void {
    const current: Manifest = { files: [...records.values()], segments, nextFile }
    const text = JSON.stringify(current)
    if (text !== written) writeManifest(folder, current)
    written = text
  }

  function flush(): void {
    if (!builder.isEmpty()) segments = [...segments, writeSegment(folder, builder.finish())]
    builder = createSegmentBuilder(segmentBytes)
    settle()
    save()
  }

  return {
    add(range, { lines, end }) {
      const record = recordOf(range.file)
      builder.add({ file: record.id, start: range.start, end }, lines)
      if (end > record.indexed) pending.set(range.file, { ...record, indexed: end })
      // What is merged takes the place of its segments at once.
      if (builder.isFull() && !isMerging) flush()
    },
    flush,
    forget(file) {
      records.delete(file.identity)
      pending.delete(file)
    },
    replaceMerged() {
      isMerging = false
      segments = segments.filter(segment => !merged.includes(segment))
      flush()
    },
    finish() {
      flush()
      removeUnnamed(folder, { files: [], segments, nextFile })
    },
  }
}
