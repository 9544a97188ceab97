import type { AnyHookAttachment } from '../../message/attachment-hook.ts'
import { firstTextOf, joinParagraphs, objectOf, textOf, textsOf } from './read-field.ts'
import { notSeen, type Renderers } from './renderer.ts'

/** The events whose hooks speak to the model by succeeding. */
const SPEAKING_EVENTS: readonly unknown[] = ['SessionStart', 'UserPromptSubmit']

/** What a person's hooks did or said. */
export const HOOK_RENDERERS: Renderers<AnyHookAttachment> = {
  hook_success: ({ hookName, hookEvent, content }) => {
    if (!SPEAKING_EVENTS.includes(hookEvent) || textOf(content) === '') return null
    return `The hook ${firstTextOf(hookName, hookEvent)} says:\n${textOf(content)}`
  },
  hook_additional_context: ({ hookName, hookEvent, content }) => {
    const context = textsOf(content).join('\n')
    // An empty list is what a hook leaves that had nothing to add.
    if (context === '' && Array.isArray(content)) return null
    return context && `The hook ${firstTextOf(hookName, hookEvent, 'without a name')} adds:\n${context}`
  },
  hook_blocking_error: ({ hookName, hookEvent, blockingError }) => {
    const error = objectOf(blockingError)
    const command = textOf(error.command) && ` (${textOf(error.command)})`
    const reason = firstTextOf(error.blockingError, blockingError)
    return (
      reason &&
      `The hook ${firstTextOf(hookName, hookEvent, 'without a name')}${command} blocked this:\n${reason}`
    )
  },
  hook_stopped_continuation: ({ hookName, hookEvent, message }) => {
    const name = firstTextOf(hookName, hookEvent)
    const reason = textOf(message) && `: ${textOf(message)}`
    return name || reason ? `The hook ${name || 'without a name'} stopped the work here${reason || '.'}` : ''
  },
  async_hook_response: ({ hookName, hookEvent, response }) => {
    const { systemMessage, hookSpecificOutput } = objectOf(response)
    const said = joinParagraphs(textOf(systemMessage), textOf(objectOf(hookSpecificOutput).additionalContext))
    return said === ''
      ? null
      : `The hook ${firstTextOf(hookName, hookEvent, 'in the background')} answers:\n${said}`
  },
  // For the person: the work went on, or the answer to the call says what was decided.
  hook_non_blocking_error: notSeen,
  hook_error_during_execution: notSeen,
  hook_cancelled: notSeen,
  hook_system_message: notSeen,
  hook_permission_decision: notSeen,
}
