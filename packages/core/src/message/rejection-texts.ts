import { REJECT_MESSAGE } from './synthetic-texts.ts'

/** Precedes what the person said when they refused a call. */
export const REJECT_MESSAGE_WITH_REASON_PREFIX: string = `${REJECT_MESSAGE.slice(0, REJECT_MESSAGE.indexOf(' STOP'))} To tell you how to proceed, the user said:\n`

/** A refusal inside a subagent, where nobody can be asked. */
export const SUBAGENT_REJECT_MESSAGE =
  'Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). Try a different approach or report the limitation to complete your task.'

export const SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX =
  'Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). The user said:\n'

/** Precedes the reason for which the classifier of the automatic mode refused a call. */
export const AUTO_MODE_REJECTION_PREFIX = 'Permission for this action has been denied. Reason: '

/** Allows an honest way round a refusal and forbids a dishonest one. */
export const DENIAL_WORKAROUND_GUIDANCE: string =
  'IMPORTANT: You *may* attempt to accomplish this action using other tools ' +
  'that might naturally be used to accomplish this goal, ' +
  'e.g. using head instead of cat. But you *should not* attempt to work ' +
  'around this denial in malicious ways, ' +
  'e.g. do not use your ability to run tests to execute non-test actions. ' +
  'You should only try to work around this restriction in reasonable ways that do not attempt to bypass the intent behind this denial. ' +
  'If you believe this capability is essential, STOP and explain to the user ' +
  'what you were trying to do and why you need this permission. Let the user decide how to proceed.'

/** What the model reads when the automatic mode refused a call. */
export function buildYoloRejectionMessage(reason: string): string {
  return (
    `${AUTO_MODE_REJECTION_PREFIX}${reason}. ` +
    "If you have other tasks that don't depend on this action, continue working on those. " +
    `${DENIAL_WORKAROUND_GUIDANCE} ` +
    RULE_HINT
  )
}

const RULE_HINT =
  'To allow this type of action in the future, the user can add a permission rule for it to their settings.'

/** What the model reads when a rule refused a tool outright. */
export function buildDenialMessage(toolName: string): string {
  return `Permission to use ${toolName} has been denied. ${DENIAL_WORKAROUND_GUIDANCE}`
}

/** What the model reads where a call has to be asked about and nobody can be asked: it is no person's word. */
export function buildNobodyToAskMessage(toolName: string, reason: string): string {
  return (
    `Permission to use ${toolName} has been denied because it has to be asked for and nobody can be asked in this session. ` +
    `The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). Reason: ${reason}. ` +
    "If you have other tasks that don't depend on this action, continue working on those. " +
    `${DENIAL_WORKAROUND_GUIDANCE} ${RULE_HINT}`
  )
}

/** What the model reads in a mode in which nobody is asked. */
export function buildDontAskRejectionMessage(toolName: string, reason: string): string {
  return `Permission to use ${toolName} has been denied because nobody is asked in this mode (dontAsk). Reason: ${reason}. ${DENIAL_WORKAROUND_GUIDANCE} ${RULE_HINT}`
}

/** What the model reads when plan mode refused a call that changes something. */
export function buildPlanModeRejectionMessage(toolName: string): string {
  return `Permission to use ${toolName} has been denied because plan mode only reads: nothing may be changed until the user has approved the plan. Go on reading and planning, and lay the plan before the user with ExitPlanMode when it is complete.`
}
