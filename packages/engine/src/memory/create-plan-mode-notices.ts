import {
  isAssistantMessage,
  isAttachmentMessage,
  type Message,
  type PermissionMode,
  type PlanModeAttachment,
  type PlanModeExitAttachment,
  type PlanModeReentryAttachment,
} from '@antiphon/core'

type PlanModeNotice = PlanModeAttachment | PlanModeReentryAttachment | PlanModeExitAttachment

type PlanModeState = {
  readonly mode: PermissionMode
  readonly planFile: string | null
  readonly planExists: boolean
}

/** What the model has to be told of plan mode: that it is on, on again, still on after many answers, or off. */
export function createPlanModeNotices(
  messages: readonly Message[],
  { mode, planFile, planExists }: PlanModeState,
): readonly PlanModeNotice[] {
  const { told, answers } = lookBack(messages)
  const place = planFile === null ? {} : { planFilePath: planFile, planExists }
  if (mode !== 'plan')
    return told === null || told === 'plan_mode_exit' ? [] : [{ type: 'plan_mode_exit', ...place }]
  if (told === null) return [{ type: 'plan_mode', reminderType: 'full', ...place }]
  if (told === 'plan_mode_exit')
    return [
      { type: 'plan_mode_reentry', ...(planFile !== null && planExists && { planFilePath: planFile }) },
      { type: 'plan_mode', reminderType: 'full', ...place },
    ]
  return answers < PATIENCE ? [] : [{ type: 'plan_mode', reminderType: 'sparse', ...place }]
}

/** How many answers may go by before it is said again. */
const PATIENCE = 10

type Told = { readonly told: PlanModeNotice['type'] | null; readonly answers: number }

function lookBack(messages: readonly Message[]): Told {
  const answers = new Set<string>()
  for (const message of messages.toReversed()) {
    const type = isAttachmentMessage(message) ? message.attachment.type : null
    if (type === 'plan_mode' || type === 'plan_mode_reentry' || type === 'plan_mode_exit')
      return { told: type, answers: answers.size }
    if (isAssistantMessage(message)) answers.add(`${message.message.id}`)
  }
  return { told: null, answers: answers.size }
}
