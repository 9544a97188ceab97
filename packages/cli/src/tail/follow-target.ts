import { type FollowedItem, followSession, followTree } from '@antiphon/transcript'
import type { TailTarget } from './find-tail-target.ts'
import { belongsToSession } from './tail-source.ts'

export type FollowTargetOptions = {
  /** Where the session's own log has been read up to. */
  readonly next: number
  readonly signal: AbortSignal
}

/** What happens to a target from now on, until the signal. */
export async function* followTarget(
  target: TailTarget,
  { next, signal }: FollowTargetOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  if (target.kind === 'tree') {
    yield* followTree({ ...target, from: 'now', signal })
    return
  }
  const positions = new Map([[target.path, next]])
  for await (const item of followSession(target.path, { from: 'now', positions, signal }))
    if (belongsToSession(item, target.path)) yield item
}
