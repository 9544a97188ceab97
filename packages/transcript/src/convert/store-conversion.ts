import type { Entry } from '@antiphon/core'
import { type CopiedEntry, copyEntries } from '../store/copy-entries.ts'
import { checkSessionKey, formatSessionKey, type SessionKey, toSubagentKey } from '../store/session-key.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError } from '../transcript-error.ts'

/** The logs that a session becomes. */
export type ConversionLogs = {
  readonly entries: readonly Entry[]
  readonly subagents: readonly { readonly agentId: string; readonly entries: readonly Entry[] }[]
}

/** Writes a new session that is seen when all of it is on the medium, or not at all; what has its name already stays. */
export async function storeConversion(
  store: Pick<TranscriptStore, 'draft' | 'end'>,
  key: SessionKey,
  { entries, subagents }: ConversionLogs,
): Promise<void> {
  checkSessionKey(key)
  if ((await store.end(key)) !== null)
    throw new TranscriptError('exists', `${formatSessionKey(key)} exists already. Choose another id.`)
  const draft = await store.draft(key)
  try {
    await copyEntries({ store: draft, target: key }, measure(entries))
    for (const { agentId, entries: said } of subagents) {
      const target = toSubagentKey(key, agentId)
      await copyEntries({ store: draft, target }, measure(said))
      await draft.release(target)
    }
    await draft.publish()
  } catch (error) {
    await draft.discard().catch(() => {})
    throw error
  }
}

async function* measure(entries: readonly Entry[]): AsyncGenerator<CopiedEntry> {
  // How large an entry is only says when a portion is full, and a thousand of them are one as well.
  for (const entry of entries) yield { entry, size: USUAL_BYTES }
}

const USUAL_BYTES = 2048
