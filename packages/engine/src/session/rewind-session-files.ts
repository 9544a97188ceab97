import type { UUID } from '@antiphon/core'
import { type RewindOptions, type RewindResult, refuseRewind } from '../checkpoints/checkpoints.ts'
import type { SessionState } from './session-state.ts'

/** Gives files the state back that they had at a prompt; refuses where the session keeps no checkpoints. */
export async function rewindSessionFiles(
  { services }: SessionState,
  userMessageId: UUID,
  options?: RewindOptions,
): Promise<RewindResult> {
  return services.checkpoints?.rewind(userMessageId, options) ?? refuseRewind(NO_CHECKPOINTS)
}

const NO_CHECKPOINTS = 'Files cannot be rewound: checkpoints of files are switched off in this session.'
