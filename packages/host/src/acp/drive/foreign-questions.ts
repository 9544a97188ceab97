import { randomUUID } from 'node:crypto'
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { JsonObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import type { HostAnswer } from '../../headless/host-frame.ts'

/** What another agent asks before it acts, as any agent's question; each is answered once. */
export interface ForeignQuestions {
  ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  /** Hands in what a person said; false where nobody waits for it. */
  settle(requestId: string, answer: HostAnswer): boolean
  /** Nobody answers any more: the turn is over, or was called off. */
  cancelAll(): void
}

export type ForeignQuestionsOptions = {
  readonly say: (event: WireEvent) => void
  /** Tells the call first that is asked about; null where no turn runs, and then nobody is asked. */
  readonly announce: (
    call: ToolCallUpdate,
  ) => { readonly id: string; readonly name: string; readonly input: JsonObject } | null
}

export function createForeignQuestions({ say, announce }: ForeignQuestionsOptions): ForeignQuestions {
  const open = new Map<string, Open>()

  function takeBack(requestId: string): void {
    const question = open.get(requestId)
    if (!question) return
    open.delete(requestId)
    say({ type: 'control_cancel_request', request_id: requestId })
    question.resolve(CANCELLED)
  }

  return {
    ask(request, signal) {
      const call = announce(request.toolCall)
      if (!call || signal.aborted) return Promise.resolve(CANCELLED)
      const requestId = randomUUID()
      signal.addEventListener('abort', () => takeBack(requestId), { once: true })
      return new Promise(resolve => {
        open.set(requestId, { request, resolve })
        say(toQuestion(requestId, request, call))
      })
    },
    settle(requestId, answer) {
      const question = open.get(requestId)
      if (!question) return false
      open.delete(requestId)
      question.resolve(
        answer.status === 'answered' ? toOutcome(question.request, answer.response) : CANCELLED,
      )
      return true
    },
    cancelAll() {
      for (const requestId of [...open.keys()]) takeBack(requestId)
    },
  }
}

type Open = {
  readonly request: RequestPermissionRequest
  readonly resolve: (response: RequestPermissionResponse) => void
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

function toQuestion(
  requestId: string,
  { toolCall: { title }, options }: RequestPermissionRequest,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: JsonObject },
): WireEvent {
  const hasAlways = options.some(({ kind }) => kind === 'allow_always')
  return {
    type: 'control_request',
    request_id: requestId,
    request: {
      ...{ subtype: 'can_use_tool', tool_name: name, display_name: name, input, tool_use_id: id },
      ...(title && { title, decision_reason: title }),
      permission_suggestions: hasAlways
        ? [{ type: 'addRules', rules: [{ toolName: name }], behavior: 'allow', destination: 'session' }]
        : [],
    },
  }
}

/** The option that says what the person said; a single yes is never made one for good. */
export function toOutcome(
  { options }: Pick<RequestPermissionRequest, 'options'>,
  response: JsonObject,
): RequestPermissionResponse {
  const { behavior, updatedPermissions: updates } = response
  const isAlways = Array.isArray(updates) && updates.length > 0
  const wished =
    behavior !== 'allow'
      ? (['reject_once', 'reject_always'] as const)
      : isAlways
        ? (['allow_always', 'allow_once'] as const)
        : (['allow_once'] as const)
  const found = wished.flatMap(kind => options.find(option => option.kind === kind) ?? []).at(0)
  return found ? { outcome: { outcome: 'selected', optionId: found.optionId } } : CANCELLED
}
