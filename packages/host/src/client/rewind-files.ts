import type { JsonObject } from '@antiphon/contract'
import { type RewindResult, refuseRewind } from '@antiphon/engine'
import type { AgentClient } from './agent-client.ts'

export type RewindQuestion = {
  /** The prompt before which files shall be as they were. */
  readonly userMessageId: string
  /** Only say what would happen. */
  readonly dryRun: boolean
}

/** Has an agent bring files back; that it cannot, or knows no such question, is a result like any other. */
export async function askToRewindFiles(
  client: Pick<AgentClient, 'ask'>,
  { userMessageId, dryRun }: RewindQuestion,
): Promise<RewindResult> {
  try {
    return readRewindResult(
      await client.ask({ subtype: 'rewind_files', user_message_id: userMessageId, dry_run: dryRun }),
    )
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return refuseRewind(/unsupported|unknown.*(?:request|subtype)/i.test(words) ? CANNOT_REWIND : words)
  }
}

/**
 * Whether a version of Claude Code can be asked what a rewind would do. Those of 2.0 may take the question for the
 * order to do it.
 */
export function canPreviewRewind(version: string): boolean {
  // Those before know no such question, and say so.
  return !version.startsWith('2.0.')
}

/** Why a version of the agent is not asked. */
export const CANNOT_REWIND: string =
  'This version of the agent cannot rewind files. Update it, and start the session again.'

/** Another program wrote it: each field is checked before it is used. */
function readRewindResult(answer: JsonObject): RewindResult {
  const { canRewind, error, filesChanged, insertions, deletions, skippedLinks, notices } = answer
  if (typeof canRewind !== 'boolean') return refuseRewind(CANNOT_REWIND)
  const told = readTexts(notices)
  if (!canRewind) return refuseRewind(typeof error === 'string' && error !== '' ? error : REFUSED, told)
  return {
    canRewind,
    filesChanged: readTexts(filesChanged),
    insertions: readCount(insertions),
    deletions: readCount(deletions),
    ...(readCount(skippedLinks) > 0 && { skippedLinks: readCount(skippedLinks) }),
    notices: told,
  }
}

const REFUSED = 'The agent does not rewind files here, and does not say why.'

function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(text => typeof text === 'string') : []
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
