import { createReadStream } from 'node:fs'
import { isObject } from '@antiphon/contract'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'

/** How far a log knows of a scheduled prompt: not at all, that it was begun, or that the prompt itself is safe. */
type FireStage = 'none' | 'told' | 'queued'

type Fire = { readonly uuid: string; readonly prompt: string }

/** Looks through a log for the message that tells of a scheduled prompt, and for the prompt behind it. */
export async function findFire(path: string, fire: Fire): Promise<FireStage> {
  const input = createReadStream(path)
  // It passes over lines that no memory holds.
  const decoder = createLineDecoder()
  let stage: FireStage = 'none'
  try {
    for await (const chunk of input) {
      stage = advance(stage, decoder.push(chunk), fire)
      if (stage === 'queued') return stage
    }
    return advance(stage, decoder.end(), fire)
  } catch (error) {
    // A session that has no log yet knows of nothing.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return stage
    throw error
  } finally {
    input.destroy()
  }
}

function advance(before: FireStage, lines: readonly LogLine[], { uuid, prompt }: Fire): FireStage {
  let stage = before
  for (const line of lines) {
    const entry: unknown = line.kind === 'entry' ? line.entry : null
    if (!isObject(entry)) continue
    if (stage === 'none' && entry.uuid === uuid) stage = 'told'
    else if (stage === 'told' && entry.operation === 'enqueue' && entry.content === prompt) stage = 'queued'
  }
  return stage
}
