import type { SessionState } from './session-state.ts'

/** True as soon as a prompt waits; false when none does and no agent could send one any more. */
export async function waitForPrompt({
  inbox,
  background,
  bell,
}: Pick<SessionState, 'inbox' | 'background' | 'bell'>): Promise<boolean> {
  while (inbox.prompts.list().length === 0) {
    if (background.list().length === 0) return false
    await bell.next()
  }
  return true
}
