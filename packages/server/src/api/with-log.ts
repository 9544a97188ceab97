import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { StoreCopy } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import { decodeLogId } from '../logs/log-id.ts'
import type { LogRequest } from '../protocol/log-protocol.ts'

/** Answers from the log that a question is about, or says that it is not there. */
export type WithLog = <Answer>(
  question: LogRequest,
  answer: (log: FoundLog) => Answer | Refusal | Promise<Answer | Refusal>,
) => Promise<Answer | Refusal>

/** Of a team's store a session is fetched when it is asked for; what was fetched before is read while the store is away. */
export function createWithLog(roots: readonly string[], fleet: StoreCopy | null): WithLog {
  return async ({ session, agentId }, answer) => {
    const name = fleet ? decodeLogId(session, roots) : null
    if (name) await fleet?.fetch(name.key).catch(() => false)
    const log = await findLog({ id: session, agentId }, roots)
    return log ? answer(log) : refuse(404, 'There is no such session.')
  }
}

/** Why a log that would be held whole is not read; null where it can be. */
export async function refuseLog({ path }: FoundLog): Promise<Refusal | null> {
  try {
    await access(path, constants.R_OK)
    const { size } = await stat(path)
    return size > MAX_BYTES ? refuse(422, TOO_LARGE) : null
  } catch {
    return refuse(422, DENIED)
  }
}

const MAX_BYTES = 256 * 1024 * 1024
const TOO_LARGE = 'This session is too large to be measured: it has more than 256 MB.'
const DENIED = 'You may not read this session. Its file belongs to somebody else, or its rights were changed.'
