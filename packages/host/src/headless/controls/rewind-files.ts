import type { JsonObject } from '@antiphon/contract'
import { type Control, readText } from './control.ts'

/** Gives the files the state back that they had at a prompt; what cannot be is told in the answer. */
export const rewindFiles: Control = async ({ agent }, request) => {
  const result = await agent.engine.rewindFiles(readText(request, 'user_message_id'), {
    dryRun: request.dry_run === true,
  })
  // A result is JSON.
  return result as unknown as JsonObject
}
