import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@antiphon/contract'
import { DEFAULT_MAX_LINE_BYTES, type WireTranscriptMirrorEvent } from '@antiphon/core/wire'
import type { OnStored } from '../agent/mirror-store.ts'
import { type Host, measureLine } from './host.ts'

/**
 * Tells the host of stored entries by `transcript_mirror`, in lines of usual length and in order. An entry is told whole:
 * a longer one has a line of its own, or where the host cannot read that, it hears by `mirror_error` that it misses one.
 */
export function createMirror(host: Host): OnStored {
  return async ({ key: { project: projectKey, session: sessionId, subpath }, file: filePath, entries }) => {
    // Entries are JSON.
    for (const { frame, size } of toFrames(filePath, entries as readonly JsonObject[])) {
      if (size <= host.maxLineBytes) await host.send(frame)
      else
        await host.send({
          type: 'system',
          subtype: 'mirror_error',
          error: `An entry of ${size} bytes is not mirrored: the host reads lines of at most ${host.maxLineBytes} bytes. It is kept in ${filePath}.`,
          key: { projectKey, sessionId, ...(subpath !== undefined && { subpath }) },
          uuid: randomUUID(),
          session_id: sessionId,
        })
    }
  }
}

type Frame = { readonly frame: WireTranscriptMirrorEvent; readonly size: number }

/** As many entries a frame as fit, at least one. */
function* toFrames(filePath: string, entries: readonly JsonObject[]): Generator<Frame, void, undefined> {
  const toFrame = (group: readonly JsonObject[]): WireTranscriptMirrorEvent => ({
    type: 'transcript_mirror',
    filePath,
    entries: group,
  })
  let group: JsonObject[] = []
  let size = 0
  for (const entry of entries) {
    // With a frame around each: the sum is never less than what they take together.
    const own = measureLine(toFrame([entry]))
    if (group.length > 0 && size + own > DEFAULT_MAX_LINE_BYTES) {
      yield { frame: toFrame(group), size }
      group = []
      size = 0
    }
    group.push(entry)
    size += own
  }
  if (group.length > 0) yield { frame: toFrame(group), size }
}
