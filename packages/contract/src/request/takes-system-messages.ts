import type { ApiTarget } from '../api-target.ts'
import { PLATFORMS } from '../tables/platforms.ts'

/** True where `role: "system"` may stand among the messages: both the model and the platform decide. */
export function takesSystemMessages(target: ApiTarget): boolean {
  return target.modelFacts.midConversationSystem === true && PLATFORMS[target.platform].midConversationSystem
}
