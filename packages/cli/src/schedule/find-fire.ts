import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isObject } from '@antiphon/core'

/** How far a log knows of a scheduled prompt: not at all, that it was begun, or that the prompt itself is safe. */
export type FireStage = 'none' | 'told' | 'queued'

/** Looks through a log for the message that tells of a scheduled prompt, and for the prompt behind it. */
export async function findFire(
  path: string,
  { uuid, prompt }: { readonly uuid: string; readonly prompt: string },
): Promise<FireStage> {
  const input = createReadStream(path)
  const name = JSON.stringify(uuid)
  let stage: FireStage = 'none'
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (stage === 'none' && line.includes(name)) stage = 'told'
      else if (stage === 'told' && isQueued(line, prompt)) return 'queued'
    }
  } catch (error) {
    // A session that has no log yet knows of nothing.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  } finally {
    input.destroy()
  }
  return stage
}

function isQueued(line: string, prompt: string): boolean {
  if (!line.includes('queue-operation')) return false
  try {
    const entry: unknown = JSON.parse(line)
    return isObject(entry) && entry.operation === 'enqueue' && entry.content === prompt
  } catch {
    return false
  }
}
