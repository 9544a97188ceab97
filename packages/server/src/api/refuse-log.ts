import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { type Refusal, refuse } from '../guard/refusal.ts'

/** Why a log that would be held whole is not read; null where it can be. */
export async function refuseLog(path: string): Promise<Refusal | null> {
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
