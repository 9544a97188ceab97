import type { UUID } from '@antiphon/core'
import { type RewindOptions, type RewindResult, refuseRewind } from '../checkpoints/checkpoints.ts'
import { createRewindJudge } from '../checkpoints/judge-rewind.ts'
import type { Session } from '../session/session.ts'

/**
 * Gives files the state back that they had at a prompt, as far as the session may edit them; refuses where it keeps no
 * checkpoints, and where it only plans.
 */
export async function rewindSessionFiles(
  { services, permissions }: Session,
  userMessageId: UUID,
  options?: RewindOptions,
): Promise<RewindResult> {
  if (!services.checkpoints) return refuseRewind(NO_CHECKPOINTS)
  const state = permissions()
  if (state.mode === 'plan') return refuseRewind(PLANNING)
  return services.checkpoints.rewind(userMessageId, { ...options, judge: createRewindJudge(state) })
}

const PLANNING = 'Files cannot be rewound in plan mode: nothing may be changed until the plan is approved.'
const NO_CHECKPOINTS = 'Files cannot be rewound: checkpoints of files are switched off in this session.'
