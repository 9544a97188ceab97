import { stat } from 'node:fs/promises'
import { fixFile, TranscriptError } from '@antiphon/transcript'
import { formatVersion, readLogBytes } from '../logs/read-log-bytes.ts'
import type { MendOutcome } from '../protocol/doctor-protocol.ts'

export type MendOptions = {
  /** Of what the person was shown. */
  readonly fingerprint: string
  readonly now: Date
}

/** Why nothing was changed, in words for a person. */
export type MendRefusal = { readonly status: 'refused'; readonly words: string }

/** Mends a log that is still, byte for byte, the one that was shown; refuses any other. */
export async function mendLog(
  path: string,
  { fingerprint, now }: MendOptions,
): Promise<MendOutcome | MendRefusal> {
  const shown = await readLogBytes(path)
  if ('size' in shown || shown.fingerprint !== fingerprint) return CHANGED
  let isChanged = false
  try {
    const outcome = await fixFile(path, {
      now,
      async onStep(step) {
        // What it has read by now is what it mends; nothing is written yet.
        if (step !== 'read' || formatVersion(await stat(path, { bigint: true })) === shown.version) return
        isChanged = true
        throw new Error('changed')
      },
    })
    if (outcome.status === 'refused') return refuse(`${outcome.detail}.`)
    if (outcome.status === 'unchanged') return { status: 'unchanged' }
    return { status: 'fixed', file: path, backup: outcome.backup, changeCount: outcome.changes.length }
  } catch (error) {
    if (isChanged) return CHANGED
    if (error instanceof TranscriptError) return refuse(error.message)
    throw error
  }
}

function refuse(words: string): MendRefusal {
  return { status: 'refused', words: words.charAt(0).toUpperCase() + words.slice(1) }
}

const CHANGED: MendRefusal = refuse('The file has changed since it was checked. Check it again.')
