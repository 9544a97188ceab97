import { isObject } from '@antiphon/contract'
import {
  createHumanOrigin,
  type MessageAuthor,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from '../message/index.ts'
import { readArray, readText } from '../message/read-field.ts'
import type { PermissionUpdate } from '../wire/permission-update.ts'
import type { RuleDescription } from '../wire/rule-description.ts'
import { readRuleDescriptions } from './read-rule-descriptions.ts'

/** A tool that may not run before a person says so. */
export type ChatQuestion = {
  readonly requestId: string
  readonly toolName: string
  readonly toolUseId: string
  readonly input: Readonly<Record<string, unknown>>
  /** Why it is asked, in the agent's words. */
  readonly reason: string | undefined
  readonly description: string | undefined
  /** Of a subagent. */
  readonly agentId: string | undefined
  /** What would spare the question the next time. */
  readonly suggestions: readonly PermissionUpdate[]
  /** What the rules among them allow, by how they are written. */
  readonly descriptions: ReadonlyMap<string, RuleDescription>
}

/** The question in a frame; undefined for frames that ask nothing a person could answer here. */
export function readQuestion(frame: unknown): ChatQuestion | undefined {
  const requestId = readText(frame, 'request_id')
  const request = isObject(frame) ? frame.request : undefined
  if (!isObject(request) || requestId === undefined || request.subtype !== 'can_use_tool') return undefined
  return {
    requestId,
    toolName: readText(request, 'tool_name') ?? '',
    toolUseId: readText(request, 'tool_use_id') ?? '',
    input: isObject(request.input) ? request.input : {},
    reason: readText(request, 'decision_reason'),
    description: readText(request, 'description'),
    agentId: readText(request, 'agent_id'),
    // The agent made them itself, and reads what comes back as strictly as what anybody sends.
    suggestions: readArray(request, 'permission_suggestions').filter(
      isObject,
    ) as unknown as PermissionUpdate[],
    descriptions: readRuleDescriptions(request),
  }
}

/** What a person decided. */
export type ChatDecision =
  | {
      readonly behavior: 'allow'
      readonly updatedInput: Readonly<Record<string, unknown>>
      readonly updatedPermissions?: readonly PermissionUpdate[]
    }
  | { readonly behavior: 'deny'; readonly message: string }

/** A person's no as models and readers of logs know it: other words would count as a failure of the tool. */
export function createDenial({ agentId }: Pick<ChatQuestion, 'agentId'>, reason: string): ChatDecision {
  const [plain, prefix] =
    agentId === undefined
      ? [REJECT_MESSAGE, REJECT_MESSAGE_WITH_REASON_PREFIX]
      : [SUBAGENT_REJECT_MESSAGE, SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX]
  return { behavior: 'deny', message: reason === '' ? plain : `${prefix}${reason}` }
}

/** The frame that answers a question. */
export function createDecisionFrame(
  { requestId, toolUseId }: ChatQuestion,
  decision: ChatDecision,
  author: MessageAuthor,
): Readonly<Record<string, unknown>> {
  return {
    type: 'control_response',
    origin: createHumanOrigin(author),
    response: {
      subtype: 'success',
      request_id: requestId,
      response: { ...decision, ...(toolUseId !== '' && { toolUseID: toolUseId }) },
    },
  }
}
